import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { turnwright } from "#test/support/commandLine.ts";
import { consumerFolder, type ConsumerFolder } from "#test/support/consumer.ts";

// Every program of README and guides as an app in TypeScript would have it: it has to compile.
let folder: ConsumerFolder;
beforeAll(async () => {
  folder = await consumerFolder();
  const exported = ["--to ts --out haikyu-break.machine.ts", "--to kit --out haikyu-break.kit.json"];
  for (const line of [...exported, "--to json --out json/haikyu-break.machine.json"])
    expect(
      (await turnwright(["export", "haikyu-break", ...line.split(" ")], { cwd: folder.path })).code,
    ).toBe(0);
});
afterAll(() => folder.remove());

/** Compiles what `include` names; the package's entries are the sources that they are built of. */
async function complaints(include: readonly string[], options: object = {}): Promise<string> {
  const paths = Object.fromEntries(
    (await readdir("src/core/entries")).map((name) => [
      `turnwright/${name.replace(".ts", "")}`,
      [resolve("src/core/entries", name)],
    ]),
  );
  const compilerOptions = {
    paths: {
      ...paths,
      "turnwright/core": [resolve("src/core/index.ts")],
      "turnwright/react": [resolve("src/react/index.ts")],
      "turnwright/table": [resolve("src/table/index.ts")],
      "turnwright/table/client": [resolve("src/table/client.ts")],
    },
    types: ["node"],
    allowJs: true,
    ...options,
  };
  const config = {
    extends: resolve("tsconfig.json"),
    compilerOptions,
    include: [...include, resolve("src/core/raw-import.d.ts")],
    exclude: [],
  };
  await folder.write("tsconfig.json", JSON.stringify(config));
  return folder
    .node(resolve("node_modules/typescript/bin/tsc"), "-p", join(folder.path, "tsconfig.json"))
    .catch((error: Error) => error.message);
}

/** Programs that go on from the one before them, by how they begin. */
const GOES_ON = `import { canRestore, stamped } from "./haikyu-break.saves.js";\n\nconst kept`;
/** What a program takes for granted, by how it begins. */
const GIVEN = new Map([[`import { applyEdits, diagnose`, `declare const text: string;\n`]]);

test("the programs of README and guides compile", async () => {
  const pages = (await readdir("docs")).filter((name) => name.startsWith("guide-"));
  const programs: { readonly code: string; readonly lang: string }[] = [];
  for (const page of ["README.md", ...pages.map((name) => `docs/${name}`)])
    for (const [, lang = "", code = ""] of (await readFile(page, "utf8")).matchAll(
      /^```(ts|js|tsx)\n([^]*?)^```/gm,
    )) {
      const given = [...GIVEN].find(([start]) => code.startsWith(start))?.[1] ?? "";
      const before = code.startsWith(GOES_ON) ? (programs.at(-1)?.code ?? "") : "";
      programs.push({ lang, code: `${before}${given}${code}` });
    }
  expect(programs.length).toBeGreaterThan(7);
  for (const [i, { lang, code }] of programs.entries())
    await folder.write(
      `${lang}-${i}.ts${lang === "tsx" ? "x" : ""}`,
      code
        .replace("./haikyu-break.implementations", "./json/haikyu-break.implementations")
        .replaceAll("./game/", "./"),
    );

  expect(await complaints(["ts-*.ts", "tsx-*.tsx"], { types: ["node", "vite/client"] })).toBe("");
  // What is shown as JavaScript names no types of parameters.
  expect(await complaints(["js-*.ts"], { noImplicitAny: false })).toBe("");
});

test("a kit that is imported as JSON has the type of one, once it is looked at", async () => {
  const imports = `import json from "./haikyu-break.kit.json" with { type: "json" };
import { createPlayer } from "turnwright/play";
import { kitOf, labelOf, type Kit } from "turnwright/kit";
import { derived, machine } from "./haikyu-break.machine.js";

const kit: Kit = kitOf(json);
createPlayer(machine, kit.spec, derived);
labelOf(kit, "ja", "state:setup") satisfies string | undefined;
`;
  await folder.write("kit.ts", imports);

  expect(await complaints(["kit.ts"])).toBe("");
});

test("a machine of another copy of XState 5 can be played, and what is no machine cannot", async () => {
  // As the types of another version: long, generic, with private parts and other options.
  await folder.write(
    "foreign.d.ts",
    `export declare class StateMachine<TContext, TEvent extends { type: string }, TChildren> {
  private readonly _adjacency: Map<string, TChildren>;
  readonly #mark: unknown;
  config: { id?: string; context?: TContext | ((given: { input: unknown }) => TContext) } & { schemas?: unknown };
  version?: string;
  implementations: { guards: Record<string, (given: { context: TContext; event: TEvent }) => boolean> };
  root: { id: string; machine: StateMachine<TContext, TEvent, TChildren> };
  id: string;
  provide(other: Partial<StateMachine<TContext, TEvent, TChildren>["implementations"]>): this;
  transition(before: { value: unknown; context: TContext }, event: TEvent, scope: { self: TChildren }): unknown;
}
export declare const machine: StateMachine<{ seats: readonly string[] }, { type: "TAKE"; by: string }, never>;
export declare const actor: { readonly id: string; start(): unknown; getSnapshot(): { value: unknown } };
`,
  );
  await folder.write(
    "player.ts",
    `import { createPlayer } from "turnwright/play";
import { actor, machine } from "./foreign.js";

createPlayer(machine, {}).start({});
// @ts-expect-error
createPlayer(actor, {});
`,
  );

  expect(await complaints(["player.ts"])).toBe("");
});

test("the app in React of the guide is the example, line by line", async () => {
  const guide = await readFile("docs/guide-developers.md", "utf8");
  const [, app] = /^```tsx\n([^]*?)^```/m.exec(guide) ?? [];
  expect(app).toBe(await readFile("examples/react-game/src/main.tsx", "utf8"));
});
