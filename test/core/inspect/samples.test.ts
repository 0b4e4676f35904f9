import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Inspection } from "#core/inspect/inspection.ts";
import type { Session } from "#core/inspect/session.ts";
import type { Wire } from "#core/inspect/fact.ts";

/** Messages of small apps with the real packages, as they came (an app of XState 5.33.3 and one of 4.38.3, both a game of Nim). */
interface Line {
  readonly dir: string;
  readonly msg?: { readonly type: string };
}
const sampleOf = (name: string): Line[] =>
  readFileSync(new URL(`samples/${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

/** Everything that the app sent, after a hello wherever one was said. */
function received(name: string, wire: Wire): Inspection {
  const seen = new Inspection();
  seen.open("a", { wire, origin: "http://app", at: 0 });
  for (const [at, { dir, msg }] of sampleOf(name).entries()) {
    if (dir === "receiver->app") seen.greeted("a");
    else if (msg) {
      const came = dir === "app->server" ? JSON.stringify(msg) : msg;
      expect(seen.receive("a", came, { origin: "http://app", at }).became).not.toBe("refused");
    }
  }
  return seen;
}

const told = (seen: Inspection): object[] =>
  (seen.app("a")?.sessions ?? []).map((key) => brief(seen.session(key) as Session));

const brief = ({
  session,
  parent,
  name,
  status,
  observedFrom: seen,
  definition,
  steps,
}: Session): object => ({
  session,
  parent,
  name,
  status,
  seen,
  machine: definition !== undefined,
  steps: steps.map(({ event, source, after, refused, unchanged, lost }) =>
    [
      source === undefined ? "" : `${source}: `,
      event.type,
      after ? ` -> ${after.value === undefined ? after.status : JSON.stringify(after.value)}` : "",
      refused ? ` (${refused.by})` : "",
      unchanged ? ` (${["unchanged", ...Object.keys(unchanged)].join(", ")})` : "",
      lost ? ` (lost ${lost})` : "",
    ].join(""),
  ),
});

test.each([
  ["v5-websocket", "stately"],
  ["v5-browser-window", "stately"],
  ["v4-websocket", "xstate4"],
  ["v4-browser-window", "xstate4"],
] as const)("%s is told as it was", (name, wire) => {
  const seen = received(name, wire);

  expect(told(seen)).toMatchSnapshot();
  expect(seen.counts).toMatchSnapshot();
});
