import { expect, test, vi } from "vitest";
import { Library } from "#app/views/inspect/Library.ts";
import { Recomputer } from "#app/views/inspect/Recomputer.ts";
import type { RelaySource } from "#app/views/inspect/RelaySource.ts";
import { Inspection } from "#core/inspect/inspection.ts";
import type { FromRelay } from "#core/project/inspectWire.ts";
import { connectTo } from "#test/core/inspect/fakeSocket.ts";
import { createActor, createMachine } from "xstate";

const code = `import { createMachine } from "xstate";
export const lamp = createMachine({ id: "lamp", initial: "off", states: { off: { on: { PRESS: "on" } }, on: {} } });
`;
const beside = `import { pressed } from "./guards.ts";\n${code.replace(`"on" } }, on`, `{ guard: pressed, target: "on" } } }, on`)}`;

/** The library of a page that was joined to a studio with these games. */
async function libraryOf(games: readonly { id: string; foreign?: boolean; text: string }[]) {
  let tell: (what: FromRelay) => void = () => undefined;
  const relay: Pick<RelaySource, "hear" | "request"> = {
    hear: (listener) => {
      tell = listener;
      return () => undefined;
    },
    request: (message) => {
      const game = message.t === "game" ? message.game : undefined;
      const text = games.find(({ id }) => id === game)?.text;
      if (game !== undefined && text !== undefined)
        tell({ t: "game", game, files: [{ name: "machine", text }] } as unknown as FromRelay);
    },
  };
  const library = new Library(relay);
  const listed = games.map(({ id, foreign }) => ({ id, title: {}, ...(foreign ? { foreign } : {}) }));
  tell({ t: "library", games: listed } as unknown as FromRelay);
  await vi.waitUntil(() => library.get().machines.length > 0, { timeout: 20_000 });
  return library.get().machines;
}

test("a machine from outside that the person did not trust is known by its structure and never run, nor one whose files are not there", async () => {
  const machines = await libraryOf([
    { id: "mine", text: code },
    { id: "brought", text: code, foreign: true },
    { id: "part", text: beside },
  ]);
  const seen = new Inspection();
  seen.open("app", { wire: "connect", origin: "", at: 0 });
  const { connection } = connectTo((message) => void seen.receive("app", message, { origin: "", at: 0 }));
  createActor(createMachine({ id: "lamp", initial: "off", states: { off: {} } }), {
    inspect: connection.inspect as never,
  }).start();
  const session = seen.session(seen.app("app")?.sessions[0] ?? "");
  if (!session) throw new Error("no session");
  const recomputer = new Recomputer();

  expect(machines.map(({ game, trusted, whole }) => [game, trusted && whole])).toEqual([
    ["mine", true],
    ["brought", false],
    ["part", false],
  ]);
  for (const machine of machines.filter(({ game }) => game !== "mine")) {
    recomputer.follow(session, machine);
    expect(recomputer.get(session.key)).toBeUndefined();
  }
});
