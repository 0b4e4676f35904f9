import { beforeAll, describe, expect, test } from "vitest";
import { createActor, type AnyMachineSnapshot, type AnyStateMachine } from "xstate";
import { loadGame } from "#app/studio/loadGame.ts";
import { placeOf, places } from "#core/chart/places.ts";
import { samePath } from "#core/chart/targetText.ts";
import { adaptBlock } from "#core/edit/block/adaptBlock.ts";
import type { Block } from "#core/edit/block/block.ts";
import { BLOCKS } from "#core/edit/block/library.ts";
import { Draft } from "#core/edit/draft.ts";
import { newMachine } from "#core/edit/gestures/newMachine.ts";
import { loadGraphCommands } from "#core/project/graphCommands.ts";
import { newGameFiles } from "#core/project/newGame.ts";
import { Project } from "#core/project/Project.ts";
import { readModule } from "#core/read/readModule.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";
import { blockScenarios } from "#test/core/edit/block/blockGames.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { patience } from "#test/support/patience.ts";
import { typeChecker } from "#test/support/typeChecker.ts";

let typeErrors: Awaited<ReturnType<typeof typeChecker>>;
beforeAll(async () => {
  await loadGraphCommands();
  typeErrors = await typeChecker();
}, patience(120_000));

const newGame = () => newGameFiles("coin-duel").map(({ name, text }) => ({ name, text }));
const project = (files: readonly { readonly name: string; readonly text: string }[]) =>
  new Project(
    "coin-duel",
    files.map((file, i) => ({ ...file, hash: `h${i}` })),
  );
const textsOf = (opened: Project): object => Object.fromEntries(opened.state().files);
const machineOf = (opened: Project): string => opened.state().files.get("machine") ?? "";
const errorsOf = (opened: Project): object[] =>
  loadGame(opened.state().files, opened.graph(), 0).diagnostics.filter(
    ({ severity }) => severity === "error",
  );
const read = (text: string) => readModule(text).charts;

/** Where a block is in a chart: the state before it, itself, and the names that it has there. */
interface Inserted {
  readonly source: readonly string[];
  readonly top: readonly string[];
  readonly names: ReadonlyMap<string, string>;
}

/** Inserts a block behind `turn.main`. */
function insert(opened: Project, block: Block, source = ["turn", "main"]): Inserted {
  const before = chartOf(machineOf(opened));
  const { names } = adaptBlock(block, new Draft(machineOf(opened), before), new Map(), read);
  const result = opened.command("block.insert", { block: block.manifest.id, state: source }, { at: 0 });
  if (!result.ok) throw new Error(JSON.stringify(result.refused));
  const after = chartOf(machineOf(opened));
  const key = (placeOf(after, source.slice(0, -1))?.node.children ?? []).find(
    (state) => !placeOf(before, source.slice(0, -1))?.node.children.some((old) => old.key === state.key),
  )?.key;
  return {
    source,
    top: block.manifest.host || key === undefined ? source : [...source.slice(0, -1), key],
    names,
  };
}

type Value = string | { readonly [key: string]: Value };
const inside = (path: readonly string[], value: Value | undefined): Value =>
  path
    .toReversed()
    .reduce<Value | undefined>((inner, key) => (inner === undefined ? key : { [key]: inner }), value) ?? {};
/** What is active below a state; undefined in an atomic one, null where the state is not active. */
function below(value: Value, path: readonly string[]): Value | undefined | null {
  let at: Value | undefined = value;
  for (const key of path) {
    if (at === undefined) return null;
    if (typeof at === "string") {
      if (at !== key) return null;
      at = undefined;
    } else if (Object.hasOwn(at, key)) at = at[key];
    else return null;
  }
  return at;
}

/**
 * Plays the scenarios of a block in its own game, and beside it each step that happens in the block in the chart where it was inserted,
 * from the same state: both take or refuse it, both are or are not in the block then, with the same values.
 * @returns how many steps were compared
 */
function compareSteps(block: Block, text: string, { source, top, names }: Inserted): number {
  const { manifest } = block;
  const own = buildMachine(block.machine);
  const chart = buildMachine(text);
  const home = manifest.state ?? manifest.host ?? [];
  const initial = createActor(chart).start().getSnapshot() as AnyMachineSnapshot;
  const fields = [...names].flatMap(([key, to]) =>
    key.startsWith("context:") ? [[key.slice(8), to] as const] : [],
  );
  const translated = (context: Readonly<Record<string, unknown>>) => ({
    ...initial.context,
    ...(Object.hasOwn(initial.context, "seats") && context["seats"] ? { seats: context["seats"] } : {}),
    ...(context["turnPlayer"] ? { turnPlayer: context["turnPlayer"] } : {}),
    ...Object.fromEntries(fields.map(([from, to]) => [to, context[from]])),
  });
  const valuesOf = (context: Readonly<Record<string, unknown>>) =>
    fields.map(([from]) => [from, context[from]]);
  const valuesIn = (context: Readonly<Record<string, unknown>>) =>
    fields.map(([from, to]) => [from, context[to]]);
  const played = (value: Value, context: object, event: object) => {
    const snapshot = (chart as AnyStateMachine).resolveState({
      value: value as never,
      context: context as never,
    });
    const actor = createActor(chart, {
      snapshot: (chart as AnyStateMachine).getPersistedSnapshot(snapshot) as never,
    }).start();
    const can = (actor.getSnapshot() as AnyMachineSnapshot).can(event as never);
    actor.send(event as never);
    return { can, after: actor.getSnapshot() as AnyMachineSnapshot };
  };
  const entry = placeOf(chartOf(text), source)?.node.transitions.find(({ targets }) =>
    targets.some(({ resolved }) => samePath(resolved, top)),
  )?.event;
  let compared = 0;
  for (const [, scenario] of blockScenarios(manifest.id)) {
    const actor = createActor(own, { input: scenario.input ?? {} }).start();
    for (const { send } of scenario.steps) {
      if (!send) continue;
      const before = actor.getSnapshot() as AnyMachineSnapshot;
      const could = before.can(send);
      actor.send(send);
      const after = actor.getSnapshot() as AnyMachineSnapshot;
      const wasIn = below(before.value as Value, home);
      const isIn = below(after.value as Value, home);
      const event = names.get(`event:${send.type}`);
      if (wasIn !== null && event !== undefined) {
        const step = played(inside(top, wasIn), translated(before.context), { ...send, type: event });
        expect(step.can).toBe(could);
        expect(below(step.after.value as Value, top)).toEqual(isIn);
        expect(valuesIn(step.after.context)).toEqual(valuesOf(after.context));
        compared++;
      } else if (wasIn === null && isIn !== null && entry !== undefined) {
        const by = (before.context as { turnPlayer: string }).turnPlayer;
        const step = played(inside(source, undefined), translated(before.context), { type: entry, by });
        expect(below(step.after.value as Value, top)).toEqual(isIn);
        expect(valuesIn(step.after.context)).toEqual(valuesOf(after.context));
        compared++;
      }
    }
  }
  return compared;
}

/** A new game in which everything that the blocks bring is called as something else already. */
function collidingGame() {
  const [top, ...types] = [
    /** Fields, events, guards and actions of the blocks, each as something that it is not there. */
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  const [fields, events, guards, actions] = types as [Set<string>, Set<string>, Set<string>, Set<string>];
  for (const { machine, manifest } of BLOCKS) {
    const chart = chartOf(machine);
    if (manifest.state) top?.add(manifest.state[0] ?? "");
    for (const { name } of chart.context ?? []) fields.add(name);
    for (const { type } of chart.events ?? []) events.add(type);
    for (const { name } of chart.setup?.guards ?? []) guards.add(name);
    for (const { name } of chart.setup?.actions ?? []) actions.add(name);
  }
  const own = new Set([
    "seats",
    "turnPlayer",
    "turn",
    "DRAW",
    "END_PHASE",
    "END_TURN",
    "isTurnPlayer",
    "passTurn",
  ]);
  const all = (names: ReadonlySet<string>, code: (name: string) => string) =>
    [...names]
      .filter((name) => !own.has(name))
      .map(code)
      .join("");
  return newGame().map((file) => {
    if (file.name !== "machine") return file;
    const text = file.text
      .replace("turn: number;\n", `turn: number;\n${all(fields, (name) => `  ${name}: symbol | null;\n`)}`)
      .replace("turn: 1,\n", `turn: 1,\n${all(fields, (name) => `    ${name}: null,\n`)}`)
      .replace(
        "type Event =\n",
        `type Event =\n${all(events, (name) => `  | { type: "${name}"; by: string; other: boolean }\n`)}`,
      )
      .replace("  guards: {\n", `  guards: {\n${all(guards, (name) => `    ${name}: () => false,\n`)}`)
      .replace("  actions: {\n", `  actions: {\n${all(actions, (name) => `    ${name}: () => {},\n`)}`)
      .replace(
        "        end: {",
        `${all(top ?? new Set(), (name) => `        ${name}: { meta: { asks: "turnPlayer" }, on: { END_PHASE: "end" } },\n`)}        end: {`,
      )
      .replace("export const machine", 'const HAND_LIMIT = "none";\n\nexport const machine');
    return { name: file.name, text };
  });
}

const each = BLOCKS.map((block) => [block.manifest.id, block] as const);

describe.each(each)("%s", (_, block) => {
  test.each([
    ["a new game", newGame],
    ["a game whose names collide", collidingGame],
  ])("in %s: no errors, its scenarios' steps, and undo gives the bytes", (_name, files) => {
    const opened = project(files());
    const before = textsOf(opened);
    const states = [...places(chartOf(machineOf(opened))).keys()];

    const inserted = insert(opened, block);

    expect(errorsOf(opened)).toEqual([]);
    expect(typeErrors(machineOf(opened))).toEqual([]);
    expect([...places(chartOf(machineOf(opened))).keys()]).toEqual(expect.arrayContaining(states));
    expect(compareSteps(block, machineOf(opened), inserted)).toBeGreaterThan(2);
    opened.undo();
    expect(textsOf(opened)).toEqual(before);
  });

  test("twice in one chart: each of them works", () => {
    const opened = project(newGame());
    const first = insert(opened, block);
    const second = insert(opened, block);

    expect(errorsOf(opened)).toEqual([]);
    expect(compareSteps(block, machineOf(opened), second)).toBeGreaterThan(2);
    // The second one stands before the first.
    expect(compareSteps(block, machineOf(opened), { ...first, source: second.top })).toBeGreaterThan(1);
  });

  test("every new name has a label in each language, and every new event a move", () => {
    const opened = project(newGame());
    insert(opened, block);

    const codes = loadGame(opened.state().files, opened.graph(), 0).diagnostics.map(({ code }) => code);
    // The rules of the game have to say which clause asks for what was inserted.
    expect(codes.filter((code) => !/^(?:state|branch)-without-clause$/.test(code))).toEqual([]);
  });

  test("in a machine without fields and with one state in its way: it reads, and says what is open", () => {
    const opened = project([{ name: "machine", text: newMachine("minimal", "m") }]);
    const args = block.manifest.host ? { state: ["ready"] } : {};
    const result = opened.command("block.insert", { block: block.manifest.id, ...args }, { at: 0 });
    if (!result.ok) throw new Error(JSON.stringify(result.refused));

    expect(errorsOf(opened)).toEqual([]);
    expect(buildMachine(machineOf(opened)).root).toBeDefined();
    expect(result.warnings.map(({ code }) => code)).toContain("block-events-without-by");
    if (!block.manifest.host) expect(result.warnings.map(({ code }) => code)).toContain("block-open-end");
  });
});

describe("what a person may say", () => {
  let helper = "";
  const handLimit = (parameters: readonly { name: string; value: string }[], files = newGame()) => {
    const opened = project(files);
    const result = opened.command(
      "block.insert",
      { block: "hand-limit", state: ["turn", "main"], parameters },
      { at: 0 },
    );
    return { text: machineOf(opened), result };
  };
  const withField = (field: string, start: string) =>
    newGame().map((file) => ({
      ...file,
      text: file.text
        .replace("turn: number;\n", `turn: number;\n  ${field};\n`)
        .replace("turn: 1,\n", `turn: 1,\n    ${start},\n`),
    }));

  test("a number, a constant of the module, a field by name", () => {
    expect(handLimit([{ name: "HAND_LIMIT", value: "5" }]).text).toContain("const HAND_LIMIT = 5;");
    expect(handLimit([{ name: "hands", value: "inHand" }]).text).toContain(
      "context.inHand[context.turnPlayer]",
    );
    const bound = handLimit(
      [{ name: "hands", value: "cards" }],
      withField("cards: Record<string, number>", "cards: {}"),
    );
    expect(bound.text).toContain("context.cards[context.turnPlayer]");
    expect(bound.text.match(/cards: Record/g)).toHaveLength(1);
  });

  test("a field of the chart is taken unasked where its name and type fit", () => {
    const { text } = handLimit([], withField("handSizes: Record<string, number>", "handSizes: {}"));

    expect(text).toContain("context.handSizes[context.turnPlayer]");
    expect(text).not.toContain("hands");
  });

  test("what does not fit is refused with what would be right", () => {
    const refusedBy = (parameters: readonly { name: string; value: string }[]) => {
      const { result } = handLimit(parameters);
      return result.ok ? undefined : [result.refused.code, result.refused.facts];
    };

    expect(refusedBy([{ name: "HAND_LIMIT", value: "many" }])).toEqual([
      "block-number",
      { name: "HAND_LIMIT", value: "many", min: "0" },
    ]);
    expect(refusedBy([{ name: "HAND_LIMIT", value: "-1" }])?.[0]).toBe("block-number");
    expect(refusedBy([{ name: "hands", value: "turn" }])).toEqual([
      "block-field-type",
      { name: "hands", field: "turn", type: "Record<string, number>", declared: "number" },
    ]);
    expect(refusedBy([{ name: "limit", value: "1" }])).toEqual([
      "block-parameter-unknown",
      { name: "limit", block: "hand-limit" },
    ]);
    const opened = project(newGame());
    const other = opened.command("block.insert", { block: "reaction", state: ["turn", "main"] }, { at: 0 });
    expect(other).toMatchObject({ ok: false, refused: { code: "block-not-found" } });
    expect(opened.command("block.insert", { block: "once-a-turn" }, { at: 0 })).toMatchObject({
      ok: false,
      refused: { code: "block-needs-state" },
    });
  });

  test("steps by name: as many as are named, in their order, each played to the next", () => {
    for (const steps of ["draw", "draw, check", "引く、確かめる、置く、数える", "lastStep, firstStep"]) {
      const opened = project(newGame());
      const parameters = [{ name: "steps", value: steps }];
      const result = opened.command(
        "block.insert",
        { block: "phase-with-steps", state: ["turn", "main"], parameters },
        { at: 0 },
      );
      const keys = steps.split(/[,、] ?/);

      expect(result).toMatchObject({ ok: true });
      expect(errorsOf(opened)).toEqual([]);
      expect(typeErrors(machineOf(opened))).toEqual([]);
      const phase = placeOf(chartOf(machineOf(opened)), ["turn", "phase"])?.node;
      expect(phase?.children.map(({ key }) => key)).toEqual([...keys, "ended"]);
      const actor = createActor(buildMachine(machineOf(opened))).start();
      const inPhase = () => (actor.getSnapshot().value as { turn: { phase?: string } }).turn.phase;
      for (let i = 0; i < 20 && inPhase() === undefined; i++) {
        const next = placeOf(chartOf(machineOf(opened)), [
          "turn",
          String((actor.getSnapshot().value as { turn: string }).turn),
        ])?.node.transitions.find(({ targets }) => targets.length > 0);
        actor.send({ type: next?.event ?? "", by: actor.getSnapshot().context.turnPlayer } as never);
      }
      const walked = keys.map(() => {
        const at = inPhase();
        actor.send({ type: "END_STEP", by: actor.getSnapshot().context.turnPlayer } as never);
        return at;
      });
      expect(walked).toEqual(keys);
      expect(inPhase()).toBeUndefined();
    }
  });

  test("in an empty chart, one block after the other: each state says whom it asks, and stands as the file is written", () => {
    const opened = project([{ name: "machine", text: newMachine("empty", "turn") }]);
    const blocks = [
      { block: "phase-with-steps", parameters: [{ name: "steps", value: "start, draw" }] },
      { block: "reaction-window", state: ["phase"] },
      { block: "hand-limit", state: ["following"] },
    ];
    for (const args of blocks)
      expect(opened.command("block.insert", args, { at: 0 })).toMatchObject({ ok: true });

    expect(errorsOf(opened)).toEqual([]);
    expect(typeErrors(machineOf(opened))).toEqual([]);
    const keys = chartOf(machineOf(opened)).root.children.map(({ key, meta }) => [key, meta.asks]);
    expect(keys).toEqual([
      ["phase", undefined],
      ["reactionWindow", { context: "mayReact" }],
      ["following", "turnPlayer"],
      ["handLimit", "turnPlayer"],
      ["following2", "turnPlayer"],
    ]);
    expect(machineOf(opened)).toMatch(/\n {8}start: \{\n[^]*\n {8}draw: \{\n[^]*\n {8}ended: \{/);
  });

  test.each([
    ["a.b", { key: "a.b", fault: "dot" }],
    ["draw, 2", { key: "2", fault: "integer" }],
  ])("steps %s are refused by the key that is no name", (value, facts) => {
    const parameters = [{ name: "steps", value }];
    const args = { block: "phase-with-steps", state: ["turn", "main"], parameters };
    const result = project(newGame()).command("block.insert", args, { at: 0 });
    expect(result).toMatchObject({ ok: false, refused: { code: "key-invalid", facts } });
  });

  test.each(["draw, draw", "draw, ended", Array.from({ length: 31 }, (_, i) => `s${i}`).join()])(
    "steps %s are refused",
    (value) => {
      const opened = project(newGame());
      const parameters = [{ name: "steps", value }];
      const args = { block: "phase-with-steps", state: ["turn", "main"], parameters };
      expect(opened.command("block.insert", args, { at: 0 })).toMatchObject({
        ok: false,
        refused: { code: "block-steps", facts: { name: "steps", value, taken: "ended" } },
      });
    },
  );

  test("a context that a helper function gives back gets the block's fields there", () => {
    const files = newGame().map((file) => ({
      ...file,
      text: file.text
        .replace(/context: \(\{ input \}\) => \(\{([^]*?)\n  \}\),/, (_, fields: string) => {
          helper = `const start = (input: Input | undefined): Context => ({${fields}\n});\n\n`;
          return "context: ({ input }) => start(input),";
        })
        .replace("export const machine", () => `${helper}export const machine`),
    }));
    const { text, result } = handLimit([], files);

    expect(helper).toContain("turnPlayer");
    expect(result).toMatchObject({ ok: true });
    expect(text).toMatch(/const start = [^]*hands: \{\},\n\}\);/);
    expect(typeErrors(text)).toEqual([]);
  });

  test("a field that no code can name is refused", () => {
    for (const value of ["in hand", "in-hand", "2hands", "__proto__", "a.b"]) {
      const { result } = handLimit([{ name: "hands", value }]);
      expect(result).toMatchObject({ ok: false, refused: { code: "name-invalid", facts: { name: value } } });
    }
    // The chart may have one: the block could not read it.
    const quoted = withField('"in-hand": Record<string, number>', '"in-hand": {}');
    expect(handLimit([{ name: "hands", value: "in-hand" }], quoted).result).toMatchObject({
      ok: false,
      refused: { code: "name-invalid" },
    });
  });

  test("a constant stands for a number where it is one that fits", () => {
    const constants = `const BASE = 6;
const MOST = BASE;
const DEBT = -1;
const WORDS = "six";
function most() {
  return 6;
}
`;
    const withConstants = newGame().map((file) => ({
      ...file,
      text: file.text.replace("export const machine", `${constants}\nexport const machine`),
    }));
    const limit = (value: string) => handLimit([{ name: "HAND_LIMIT", value }], withConstants);
    for (const value of ["BASE", "MOST"]) {
      const { text, result } = limit(value);
      expect([value, result.ok]).toEqual([value, true]);
      expect(text).toContain(`<= ${value}`);
      expect(text).not.toContain("HAND_LIMIT");
    }
    for (const value of ["DEBT", "WORDS", "most", "setup", "machine"])
      expect(limit(value).result).toMatchObject({
        ok: false,
        refused: { code: "block-number", facts: { name: "HAND_LIMIT", value, min: "0" } },
      });
  });

  test("where it stands and where it leads: parent, key and next", () => {
    const opened = project(newGame());
    opened.command(
      "block.insert",
      { block: "reaction-window", state: ["turn", "draw"], next: ["turn", "end"], key: "answers" },
      { at: 0 },
    );
    const chart = chartOf(machineOf(opened));

    expect(placeOf(chart, ["turn"])?.node.children.map(({ key }) => key)).toEqual([
      "draw",
      "answers",
      "main",
      "end",
    ]);
    expect(
      placeOf(chart, ["turn", "answers"])?.node.transitions.find(({ slot }) => slot === "always")?.targets[0]
        ?.resolved,
    ).toEqual(["turn", "end"]);
    // draw leads to main, not to end: it gets a transition of its own.
    expect(placeOf(chart, ["turn", "draw"])?.node.transitions.map(({ event }) => event)).toEqual([
      "DRAW",
      "NEXT",
    ]);
  });

  test("actions that now run before the block are pointed out", () => {
    const opened = project(newGame());
    const result = opened.command("block.insert", { block: "hand-limit", state: ["turn", "end"] }, { at: 0 });

    expect(result.ok && result.warnings.map(({ code }) => code)).toContain("block-actions-before");
  });
});
