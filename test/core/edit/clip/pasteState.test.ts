import { describe, expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { siblingsIn } from "#core/read/modules/siblingFiles.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { parseClip } from "#core/edit/clip/clip.ts";
import { copyState } from "#core/edit/clip/copyState.ts";
import { pasteState } from "#core/edit/clip/pasteState.ts";
import { applyCommand, chart, chartOf, outcome, refusalOf } from "#test/core/edit/applyCommand.ts";

const clipOf = (text: string, state: string[]): string => {
  const copied = outcome(copyState, text, { state });
  if ("refused" in copied) throw new Error(copied.refused.code);
  expect(copied.edits).toEqual([]);
  return copied.clip ?? "";
};

const SOURCE = `import { assign, not, setup } from 'xstate';
const limit = 3;
export const source = setup({
    guards: {
        isReady: ({ context }) => context.n > 1,
        isTired: not('isReady'),
        belowLimit: ({ context }) => context.n < limit,
        early: (limit, true),
    },
    actions: {
        count: assign({
            n: ({ context }) => context.n + 1,
        }),
    },
}).createMachine({
    id: 'source',
    initial: 'turn',
    states: {
        // whose turn it is
        turn: {
            initial: 'draw',
            states: {
                draw: {
                    on: {
                        NEXT: { target: 'main', guard: 'isTired', actions: 'count' },
                        STOP: '#source.over',
                    },
                },
                main: {}, // the long one
            },
        }, // turn
        over: { type: 'final' },
        low: { always: { guard: 'belowLimit', target: 'over' }, entry: 'unwritten', on: { X: { guard: 'early' } } },
    },
});
`;

const TARGET = `import { setup } from "xstate";

export const machine = setup({
\tguards: {
\t\tisReady: () => true,
\t},
}).createMachine({
\tid: "m",
\tinitial: "a",
\tstates: {
\t\ta: {},
\t\tturn: {},
\t},
});
`;

test("a copied state is its code from the left margin, with what another machine needs for it", () => {
  const { head, body } = parseClip(clipOf(SOURCE, ["turn"]));

  expect(body).toBe(`// whose turn it is
turn: {
    initial: 'draw',
    states: {
        draw: {
            on: {
                NEXT: { target: 'main', guard: 'isTired', actions: 'count' },
                STOP: '#source.over',
            },
        },
        main: {}, // the long one
    },
}, // turn`);
  expect(head).toMatchObject({
    machine: { id: "source", name: "source" },
    path: ["turn"],
    targets: [
      [["draw"], "main", ["turn", "main"]],
      [["draw"], "#source.over", ["over"]],
    ],
    needs: {
      guards: { isReady: "({ context }) => context.n > 1", isTired: "not('isReady')" },
      actions: { count: "assign({\n    n: ({ context }) => context.n + 1,\n})" },
    },
  });
});

test("it is pasted in the manner of the other file, with what it needs of setup and of xstate", () => {
  const change = outcome(pasteState, TARGET, { parent: ["a"], clip: clipOf(SOURCE, ["turn"]) });

  if ("refused" in change) throw new Error(change.refused.code);
  expect(applyEdits(TARGET, change.edits)).toBe(`import { assign, not, setup } from "xstate";

export const machine = setup({
\tactions: {
\t\tcount: assign({
\t\t\tn: ({ context }) => context.n + 1,
\t\t}),
\t},
\tguards: {
\t\tisReady: () => true,
\t\tisTired: not('isReady'),
\t},
}).createMachine({
\tid: "m",
\tinitial: "a",
\tstates: {
\t\ta: {
\t\t\tinitial: "turn",
\t\t\tstates: {
\t\t\t\t// whose turn it is
\t\t\t\tturn: {
\t\t\t\t\tinitial: 'draw',
\t\t\t\t\tstates: {
\t\t\t\t\t\tdraw: {
\t\t\t\t\t\t\ton: {
\t\t\t\t\t\t\t\tNEXT: { target: 'main', guard: 'isTired', actions: 'count' },
\t\t\t\t\t\t\t\tSTOP: '#source.over',
\t\t\t\t\t\t\t},
\t\t\t\t\t\t},
\t\t\t\t\t\tmain: {}, // the long one
\t\t\t\t\t},
\t\t\t\t}, // turn
\t\t\t},
\t\t},
\t\tturn: {},
\t},
});
`);
  expect(change.warnings).toMatchObject([
    { code: "target-not-found", facts: { target: "#source.over" } },
    { code: "name-differs", facts: { name: "isReady" } },
  ]);
});

test("a key that is taken gets a number", () => {
  expect(applyCommand(pasteState, TARGET, { parent: [], clip: clipOf(SOURCE, ["over"]) })).toContain(
    "over: {",
  );
  expect(applyCommand(pasteState, TARGET, { parent: [], clip: clipOf(SOURCE, ["turn"]) })).toContain(
    "turn2: {",
  );
});

test("targets that are not here are left out, or a reason to refuse", () => {
  const clip = clipOf(SOURCE, ["turn"]);

  const after = applyCommand(pasteState, TARGET, { parent: [], clip, policy: "drop" });

  expect(after).toContain("STOP: {},");
  expect(refusalOf(pasteState, TARGET, { parent: [], clip, policy: "refuse" }).code).toBe("target-not-found");
});

test("a target leads to the state of the same path when the text says nothing here", () => {
  const text = TARGET.replace("turn: {},", "over: {},");

  expect(applyCommand(pasteState, text, { parent: ["a"], clip: clipOf(SOURCE, ["turn"]) })).toContain(
    "STOP: '#m.over'",
  );
});

test("in its own machine a copy's targets lead where they led, wherever it goes", () => {
  const code = chart(`a: { id: 'x', on: { GO: 'b', IN: '#x' } }, b: { initial: 'c', states: { c: {} } }`);

  expect(applyCommand(pasteState, code, { parent: ["b"], clip: clipOf(code, ["a"]) })).toContain(
    `a: { id: 'x2', on: { GO: '#m.b', IN: '#x2' } }`,
  );
});

test.each([
  ["a const", `const ID = 'x';`, "ID"],
  ["a template", `const ID = 'x';`, "`${ID}`"],
  ["a sum", `const ID = '';`, `"x" + ID`],
  ["an enum", `enum Id { X = "x" }`, "Id.X"],
])("a copy gets an id of its own where %s says that of the state", (_, head, id) => {
  const code = chart(`a: { id: ${id}, on: { IN: '#x' } }, b: {}`).replace("export", `${head}\nexport`);

  const after = applyCommand(pasteState, code, { parent: [], clip: clipOf(code, ["a"]) });

  expect(after).toMatch(/a2: \{ id: (['"])x2\1, on: \{ IN: '#x2' \} \}/);
  expect(after).toContain(`a: { id: ${id}, on: { IN: '#x' } }`);
});

test("what a copied guard takes of its module is told; one that would fail at once becomes a stub", () => {
  const change = outcome(pasteState, TARGET, { parent: [], clip: clipOf(SOURCE, ["low"]) });

  if ("refused" in change) throw new Error(change.refused.code);
  const after = applyEdits(TARGET, change.edits);
  expect(after).toContain("belowLimit: ({ context }) => context.n < limit,");
  expect(after).toContain("early: () => false /* stub");
  expect(after).toContain("unwritten: () => {} /* stub");
  expect(change.warnings.map(({ code, facts }) => `${code} ${facts?.["name"] ?? facts?.["target"]}`)).toEqual(
    ["target-not-found over", "stub-added early", "stub-added unwritten", "name-missing limit"],
  );
});

test("a machine without setup gets no implementations, and says which are missing", () => {
  const bare = `import { createMachine } from 'xstate';
export const m = createMachine({ initial: 'a', states: { a: {} } });
`;

  const change = outcome(pasteState, bare, { parent: [], clip: clipOf(SOURCE, ["turn"]) });

  expect(change).toMatchObject({
    warnings: [
      { code: "target-not-found" },
      { code: "guard-missing", facts: { name: "isReady" } },
      { code: "guard-missing", facts: { name: "isTired" } },
      { code: "action-missing", facts: { name: "count" } },
    ],
  });
});

test("code of a module that imports all of xstate is spelled as it is here", () => {
  const source = `import * as x from 'xstate';
export const source = x.setup({ actions: { reset: x.assign({ n: 0 }) } }).createMachine({
  states: { a: { entry: ['reset', x.raise({ type: 'GO' })], on: { GO: { guard: x.not('r') } } } },
});
`;

  const after = applyCommand(pasteState, TARGET, { parent: [], clip: clipOf(source, ["a"]), key: "b" });

  expect(after).toContain(`import { assign, not, raise, setup } from "xstate";`);
  expect(after).toContain("entry: ['reset', raise({ type: 'GO' })], on: { GO: { guard: not('r') } }");
  expect(after).toContain("reset: assign({ n: 0 })");
});

test("targets and initial states that stand in consts are spelled out", () => {
  const code = chart(`a: { initial: FIRST, on: { GO: AWAY }, states: { x: {} } }, b: {}`).replace(
    "export",
    "const FIRST = 'x', AWAY = 'b';\nexport",
  );

  expect(parseClip(clipOf(code, ["a"])).body).toBe(`a: { initial: 'x', on: { GO: 'b' }, states: { x: {} } }`);
});

describe("a target that a spread brings is no reason to spell the spread out", () => {
  const files: Record<string, string> = {
    "parts.ts": `export const back = { target: "b", on: { GO: "b" } };`,
  };
  const copied = (states: string, consts = "") => {
    const text = `import { back } from "./parts";\nconst B = "b";\n${consts}\n${chart(states)}`;
    const { charts } = readModule(text, { path: "m.ts", modules: siblingsIn((path) => files[path]) });
    return runCommand("state.copy", text, charts[0]!, { state: ["a"] }, (later) => readModule(later).charts);
  };

  test.each([
    ["of an import", "a: { on: { GO: { ...back, guard: 'g' } } }, b: {}"],
    ["of a member of an import, among events", "a: { on: { ...back.on, X: B } }, b: {}"],
    ["an initial state", "a: { ...back.first, initial: 'x', ...back, states: { b: {}, x: {} } }, b: {}"],
  ])("%s", (_, states) => {
    const change = copied(states);

    expect("refused" in change ? change.refused.code : change.clip).toMatch(
      /^origin-(?:shared|elsewhere)$|\.\.\.back/,
    );
    expect(JSON.stringify(change)).not.toMatch(/\.\.\.\\?["']/);
  });

  test("what a const of the module says is spelled out with all that it brings", () => {
    const change = copied(
      "a: { on: { GO: { ...go, description: 'x' } } }, b: { on: { X: go } }",
      "const go = { target: 'b', guard: 'g' };",
    );

    expect("clip" in change ? change.clip : change).toContain(
      "GO: { target: 'b', guard: 'g', description: 'x' }",
    );
  });
});

test("a state as code from anywhere can be pasted", () => {
  const clip =
    "idle: {\r\n      on: { GO: '.deep', BACK: 'nowhere' },\r\n      initial: 'deep',\r\n      states: { deep: {} },\r\n  },";

  expect(applyCommand(pasteState, TARGET, { parent: [], clip })).toContain(
    "\t\tidle: {\n\t\t\ton: { GO: '.deep', BACK: 'nowhere' },",
  );
  expect(applyCommand(pasteState, TARGET, { parent: [], clip: "{ on: {} }" })).toContain(
    "newState: { on: {} },",
  );
});

test.each([
  "",
  "hello world",
  "a: 1",
  "a: {}, b: {}",
  "...a",
  "/* turnwright state {} */\n",
  "a: {} }, x: {",
])("%j is not a state", (clip) => {
  expect(refusalOf(pasteState, TARGET, { parent: [], clip }).code).toBe("clip-not-a-state");
});

test("a template with line breaks keeps them", () => {
  const code = chart("a: {\n      description: `one\n  two`,\n    }, b: {}");

  expect(applyCommand(pasteState, TARGET, { parent: ["a"], clip: clipOf(code, ["a"]) })).toContain(
    "`one\n  two`",
  );
});

test("an id that is changed does not become one that a target outside the copy names", () => {
  const from = `import { createMachine } from 'xstate';
export const source = createMachine({
  id: 's', initial: 'a',
  states: { a: { id: 'x', on: { GO: '#x2' } }, b: { id: 'x2' } },
});`;
  const to = `import { createMachine } from 'xstate';
export const machine = createMachine({ id: 'm', initial: 'p', states: { p: { id: 'x' } } });`;

  const change = outcome(pasteState, to, { parent: [], clip: clipOf(from, ["a"]), policy: "drop" });

  if ("refused" in change) throw new Error(change.refused.code);
  expect(applyEdits(to, change.edits)).toContain("a: { id: 'x3', on: { GO: {} } }");
});

test("what an action declares in a case or with var deeper down is not missed where it is pasted", () => {
  const source = `import { assign, createMachine } from "xstate";
export const m = createMachine({ initial: "a", states: {
  a: { entry: assign(({ context }) => { switch (context.k) { case 1: const found = 2; return { k: found };
    default: for (;;) { if (context.k) { var later = 3; } break; } return { k: later, l: nowhere }; } }) },
} });
`;

  const pasted = outcome(pasteState, TARGET, { parent: [], clip: clipOf(source, ["a"]) });

  if ("refused" in pasted) throw new Error(pasted.refused.code);
  expect(pasted.warnings.map(({ code, facts }) => `${code} ${facts?.["name"]}`)).toEqual([
    "name-missing nowhere",
  ]);
});

test("several states that are copied together are pasted together, what leads from one to another too", () => {
  const text = `import { createMachine } from "xstate";
export const machine = createMachine({
  id: "m",
  initial: "a",
  states: {
    a: { id: "start", on: { GO: "b", OUT: "c" } },
    b: {
      initial: "x",
      states: { x: { on: { BACK: "#start", NEXT: "y" } }, y: {} },
      on: { AGAIN: "a" },
    },
    c: {},
  },
});
`;
  const copied = outcome(copyState, text, { state: ["b"], also: [["a"], ["b", "x"]] });
  if ("refused" in copied) throw new Error(copied.refused.code);
  const after = applyCommand(pasteState, text, { parent: [], clip: copied.clip ?? "" });

  const goals = (key: string) =>
    chartOf(after)
      .root.children.find((one) => one.key === key)
      ?.transitions.flatMap(({ event, targets }) =>
        targets.map((one) => `${event} ${one.resolved?.join(".")}`),
      );
  expect(chartOf(after).root.children.map(({ key }) => key)).toEqual(["a", "b", "c", "a2", "b2"]);
  expect(goals("a2")).toEqual(["GO b2", "OUT c"]);
  expect(goals("b2")).toEqual(["AGAIN a2"]);
  const inner = chartOf(after).root.children.find(({ key }) => key === "b2")?.children[0];
  expect(inner?.transitions.map(({ targets }) => targets[0]?.resolved)).toEqual([["a2"], ["b2", "y"]]);
  expect(goals("a")).toEqual(["GO b", "OUT c"]);
});

test("several states bring what they both need into another machine once", () => {
  const copied = outcome(copyState, PAIR, { state: ["one"], also: [["two"]] });
  if ("refused" in copied) throw new Error(copied.refused.code);
  const empty = `import { setup } from "xstate";\nexport const machine = setup({}).createMachine({ states: {} });\n`;
  const after = applyCommand(pasteState, empty, { parent: [], clip: copied.clip ?? "" });

  expect(after.match(/isReady:/g)).toHaveLength(1);
  const { root } = chartOf(after);
  expect(root.initial?.value).toBe("one");
  expect(root.children.map(({ transitions }) => transitions[0]?.targets[0]?.resolved)).toEqual([
    ["two"],
    ["one"],
  ]);
});

const PAIR = `import { setup } from "xstate";
export const pair = setup({ guards: { isReady: () => true } }).createMachine({
  initial: "one",
  states: {
    one: { on: { GO: { target: "two", guard: "isReady" } } },
    two: { on: { GO: { target: "one", guard: "isReady" } } },
  },
});
`;
