import { withinSteps } from "#test/core/edit/laws/stepBudget.ts";
import { describe, expect, test } from "vitest";
import { readModule } from "#core/read/readModule.ts";
import { chart } from "#test/charts/charts.ts";
import { arrows, only, opaqueParts, stateOf } from "#test/charts/walk.ts";

const first = (states: string, rest = "") => only(chart(states, rest)).root.children[0]!;
const transitionsOf = (states: string) => first(states).transitions;

describe("finding machines", () => {
  test("bare, member, setup and extended calls all count, in document order, with their names", () => {
    const { charts } = readModule(`
      import * as xs from "xstate";
      const a = createMachine({ id: "A" });
      export const b = xs.createMachine({ id: "B" });
      export const c = setup({ guards: { g: () => true } }).extend({ actions: { x: () => {} } }).createMachine({ id: "C" });
      export default createMachine({ id: "D" });
      const withMore = createMachine({ id: "E" }).provide({});
    `);

    expect(charts.map((one) => [one.ref.name, one.ref.ordinal, one.id])).toEqual([
      ["a", 0, "A"],
      ["b", 1, "B"],
      ["c", 2, "C"],
      ["default", 3, "D"],
      ["withMore", 4, "E"],
    ]);
    expect(charts[2]!.setup!.guards.map((g) => g.name)).toEqual(["g"]);
    expect(charts[2]!.setup!.actions.map((a) => a.name)).toEqual(["x"]);
  });

  test("a config kept in a const is read there and is the machine's own", () => {
    const one = only(
      `const config = { id: "m", initial: "a", states: { a: { on: { X: "a" } } } } as const; createMachine(config);`,
    );

    expect(one.configAt).toBeDefined();
    expect(one.root.children[0]!.origin).toBe("here");
    expect(opaqueParts(one)).toEqual([]);
  });

  test.each([
    "({ id: 'm' })",
    "{ id: 'm' } as const",
    "{ id: 'm' } satisfies X",
    "{ id: 'm' }!",
    "Object.freeze({ id: 'm' })",
  ])("the config %s is seen through its wrapper", (config) =>
    expect(only(`createMachine(${config})`).id).toBe("m"),
  );

  test("a config that comes from elsewhere is one opaque part", () => {
    const one = only(`import { config } from "./config"; createMachine(config);`);

    expect(one.configAt).toBeUndefined();
    expect(opaqueParts(one)).toEqual(["config: config"]);
  });

  test("a name bound anew by a parameter is not looked up outside", () => {
    const one = only(`const states = { a: {} }; function make(states) { return createMachine({ states }); }`);

    expect(opaqueParts(one)).toEqual(["states: states"]);
  });

  test("implementations of the second argument join those of setup, and the later one wins", () => {
    const one =
      only(`const s = setup({ guards: { a: () => true, b() { return true } }, delays: { long: 5 }, actors: { ask } });
      s.createMachine({}, { guards: { a: () => false } });`);

    expect(one.setup!.guards.map((g) => [g.name, g.text])).toEqual([
      ["a", "() => false"],
      ["b", "b() { return true }"],
    ]);
    expect(one.setup!.delays.map((d) => d.text)).toEqual(["5"]);
    expect(one.setup!.actors.map((a) => a.text)).toEqual(["ask"]);
  });

  test("a machine inside another's setup is read too", () => {
    const { charts } = readModule(
      `const outer = setup({ actors: { child: createMachine({ id: "in" }) } }).createMachine({ id: "out" });`,
    );

    expect(charts.map((one) => one.id)).toEqual(["out", "in"]);
  });
});

describe("states", () => {
  test("their types are those that XState would give them", () => {
    const one = only(
      chart(`a: {}, b: { initial: "x", states: { x: {} } }, c: { type: "parallel", states: { r: {} } }, d: { type: "final", output: 1 },
      e: { type: "history" }, f: { history: "deep" }, g: { history: true }, h: { states: {} }`),
    );

    expect(one.root.children.map((s) => [s.key, s.type, s.history])).toEqual([
      ["a", "atomic", undefined],
      ["b", "compound", undefined],
      ["c", "parallel", undefined],
      ["d", "final", undefined],
      ["e", "history", "shallow"],
      ["f", "history", "deep"],
      ["g", "history", "shallow"],
      ["h", "atomic", undefined],
    ]);
    expect(one.root.children[3]!.output!.text).toBe("1");
  });

  test("description, tags, meta, id and initial are read from any kind of literal", () => {
    const state = first(
      "a: { id: 'x', description: `two\nlines`, tags: ['p', 'q'], initial: 'i', states: { i: {} }, meta: { clauses: ['C-1', 'C-2'], asks: { context: 'a.b' }, structural: 'why', other: 1 } }",
    );

    expect(state.id).toBe("x");
    expect(state.description!.value).toBe("two\nlines");
    expect(state.tags).toEqual(["p", "q"]);
    expect(state.initial!.value).toBe("i");
    expect(state.meta).toMatchObject({
      clauses: ["C-1", "C-2"],
      asks: { context: "a.b" },
      structural: "why",
    });
    expect(state.meta.text).toContain("other: 1");
  });

  test("an initial with actions gives its target and what is done on the way", () => {
    const state = first("a: { initial: { target: 'i', actions: ['x', () => {}] }, states: { i: {} } }");

    expect(state.initial).toMatchObject({ value: "i", actions: [{ name: "x" }, { kind: "code" }] });
    expect(state.opaque).toEqual([]);
  });

  test("what else an initial says is kept as it is", () => {
    const state = first("a: { initial: { target: 'i', ...more }, states: { i: {} } }");

    expect(state.initial!.value).toBe("i");
    expect(state.opaque.map((part) => part.what)).toEqual(["value"]);
  });

  test("an invoke says its ids, what it invokes and with which input", () => {
    const state = first(
      "a: { invoke: [{ id: 'i', systemId: 's', src: 'load', input: { n: 1 } }, { src: f() }] }",
    );

    expect(state.invoke).toMatchObject([
      { id: "i", systemId: "s", src: "load", srcCode: { text: "'load'" }, input: { text: "{ n: 1 }" } },
      { srcCode: { text: "f()" } },
    ]);
  });

  test("states reached through a const, a member path, a spread or a shorthand are shared", () => {
    const one =
      only(`const idle = { on: { GO: "b" } }; const all = { deep: { c: { on: { GO: "idle" } } }, rest: { d: {} } };
      createMachine({ initial: "idle", states: { idle, b: idle, c: all.deep.c, ...all.rest, e: { on: { GO: "d" } } } });`);

    expect(one.root.children.map((s) => [s.key, s.origin])).toEqual([
      ["idle", "shared"],
      ["b", "shared"],
      ["c", "shared"],
      ["d", "shared"],
      ["e", "here"],
    ]);
    expect(arrows(one)).toEqual(["idle on GO -> b", "b on GO -> b", "c on GO -> idle", "e on GO -> d"]);
    expect(opaqueParts(one)).toEqual([]);
  });

  test("a key from an enum or a const is read, and is written with its brackets", () => {
    const text = `enum S { Idle = "idle", Busy = "busy" } const on = { GO: "go" } as const;
      createMachine({ initial: S.Idle, states: { [S.Idle]: { on: { [on.GO]: S.Busy } }, [S.Busy]: {} } });`;
    const one = only(text);

    expect(one.root.initial!.value).toBe("idle");
    expect(arrows(one)).toEqual(["idle on go -> busy"]);
    const { node, origin } = stateOf(one, "idle");
    expect(text.slice(origin + node.keyAt!.from, origin + node.keyAt!.to)).toBe("[S.Idle]");
    expect(node.transitions[0]!.targets[0]).toMatchObject({ text: "busy", shared: true });
  });

  test("what cannot be followed is opaque, in its place, and the rest is read", () => {
    const one = only(`import { other, make } from "./other";
      createMachine({ ...other, initial: "a", states: { a: make(), [make()]: {}, ...other.states, b: { states: make(), on: { X: "a" } }, c: other } });`);

    expect(opaqueParts(one)).toEqual([
      "spread: ...other",
      "computedKey: [make()]: {}",
      "spread: ...other.states",
      "state: make()",
      "states: states: make()",
      "state: other",
    ]);
    expect(one.root.children.map((s) => s.key)).toEqual(["a", "b", "c"]);
    expect(arrows(one)).toEqual(["b on X -> a"]);
  });

  test("`__proto__: value` is no property but what the object inherits", () => {
    const one = only(`import { base } from "./base";
      createMachine({ __proto__: base, initial: "a", states: { __proto__: { b: {} }, "__proto__": null, ["__proto__"]: {}, a: {} } });`);

    expect(opaqueParts(one)).toEqual(["spread: __proto__: base"]);
    // XState sees two states: only the computed key is one.
    expect(one.root.children.map((s) => s.key)).toEqual(["__proto__", "a"]);
  });

  test.each([40, 400])(
    "of %i spreads that double each other the first are laid open, and the rest are not read",
    (count) => {
      const consts = Array.from({ length: count }, (_, i) => `const s${i + 1} = { ...s${i}, ...s${i} };`);
      const text = `import { createMachine } from "xstate";
const s0 = { GO: "a" };
${consts.join("\n")}
export const m = createMachine({ id: "m", initial: "a", states: { a: { on: s${count} }, b: { on: { GO: "a" } } } });
`;

      const { result } = withinSteps(2_000, text, () => readModule(text));

      expect(result).toMatchObject({ parsed: true, diagnostics: [] });
      const [a, b] = result.charts[0]?.root.children ?? [];
      expect(a?.opaque[0]).toMatchObject({ what: "spread" });
      expect(b?.transitions).toMatchObject([{ event: "GO" }]);
    },
  );

  test("all properties are listed in order, spreads as '...'", () => {
    const state = first("a: { id: 'x', ...more, odd: 1, [k]: 2, on: {} }");

    expect(state.props.map((p) => p.name)).toEqual(["id", "...", "odd", "[k]", "on"]);
  });
});

describe("transitions", () => {
  test("every form is told apart", () => {
    const forms = transitionsOf(
      "a: { on: { S: 'b', O: { target: 'b' }, L: ['b', { target: 'a', guard: 'g' }], U: undefined, N: null, F: go(), E: [], T: {}, I: { target: undefined } } }, b: {}",
    ).map((t) => [t.event, t.index, t.form, t.targets.length]);

    expect(forms).toEqual([
      ["S", 0, "string", 1],
      ["O", 0, "object", 1],
      ["L", 0, "array-item-string", 1],
      ["L", 1, "array-item-object", 1],
      ["U", 0, "null", 0],
      ["N", 0, "null", 0],
      ["F", 0, "other", 0],
      ["T", 0, "object", 0],
      ["I", 0, "object", 0],
    ]);
  });

  test("on, always, after, onDone, route and the three of an invoke are read under their slots", () => {
    const slots = transitionsOf(
      "a: { id: 'a', on: { X: 'a', '*': 'a', 'x.*': 'a' }, always: { guard: 'g', target: 'b' }, after: { 10: 'b', LONG: ['a'] }, onDone: 'b', route: {}, invoke: [{ src: 's', onDone: 'b' }, { id: 'i', src: m, onError: 'b', onSnapshot: { actions: 'x' } }] }, b: {}",
    ).map((t) => [t.slot, t.event]);

    expect(slots).toEqual([
      ["on", "X"],
      ["on", "*"],
      ["on", "x.*"],
      ["always", undefined],
      ["after", "10"],
      ["after", "LONG"],
      ["onDone", undefined],
      ["route", undefined],
      ["invoke.onDone", "0"],
      ["invoke.onError", "1"],
      ["invoke.onSnapshot", "1"],
    ]);
    const { invoke } = first("a: { invoke: [{ src: 's' }, { id: 'i', src: m }, make()] }");
    expect(invoke.map(({ id, src, text }) => [id, src, text])).toEqual([
      [undefined, "s", "{ src: 's' }"],
      ["i", undefined, "{ id: 'i', src: m }"],
      [undefined, undefined, "make()"],
    ]);
  });

  test("a template with holes over consts is followed, a computed target is opaque", () => {
    const one = only(
      `const id = "second"; createMachine({ initial: "a", states: { a: { on: { X: \`#\${id}\`, Y: { target: pick() }, Z: "#" + id } }, b: { id: "second" } } });`,
    );

    expect(arrows(one)).toEqual(["a on X -> b", "a on Y -> ", "a on Z -> b"]);
    expect(opaqueParts(one)).toEqual(["target: pick()"]);
  });

  test("a delay that is worked out from numbers is the number", () => {
    const one = only(
      `const SECOND = 1000; createMachine({ initial: "a", states: { a: { after: { [10 * SECOND]: "b", [SECOND + 500]: "b", [SECOND / 2 - 1]: "b" } }, b: {} } });`,
    );

    expect(arrows(one)).toEqual(["a after 10000 -> b", "a after 1500 -> b", "a after 499 -> b"]);
  });

  test("a candidate written in a const is shared when the const is used more than once", () => {
    const [here, there] = only(
      `const back = { target: "a" }; createMachine({ initial: "a", states: { a: { on: { X: ["a", back], Y: back } } } });`,
    ).root.children[0]!.transitions;

    expect([here!.shared, there!.shared]).toEqual([undefined, true]);
    expect(there!.targets[0]!.resolved).toEqual(["a"]);
  });

  test("reenter, description, meta and unknown properties of an object", () => {
    const [t] = transitionsOf(
      "a: { on: { X: { target: 'a', reenter: true, description: 'again', meta: { clauses: ['C-9'] }, odd: 1 } } }",
    );

    expect(t).toMatchObject({ reenter: true, description: { value: "again" }, meta: { clauses: ["C-9"] } });
    expect(t!.props.map((p) => p.name)).toEqual(["target", "reenter", "description", "meta", "odd"]);
  });
});

describe("guards and actions", () => {
  test("names, params, combinators, stateIn and code", () => {
    const [t] = transitionsOf(
      "a: { on: { X: { guard: and(['p', not({ type: 'q', params: { n: 1 } }), or(['r', ({ event }) => event.ok]), stateIn('#b'), xs.not('s')]) } } }",
    );

    const shape = (g: NonNullable<typeof t>["guard"]): unknown =>
      g!.of ? [g!.kind, ...g!.of.map(shape)] : [g!.kind, g!.name ?? g!.text];
    expect(shape(t!.guard)).toEqual([
      "and",
      ["named", "p"],
      ["not", ["named", "q"]],
      ["or", ["named", "r"], ["code", "({ event }) => event.ok"]],
      ["stateIn", "stateIn('#b')"],
      ["not", ["named", "s"]],
    ]);
    expect(t!.guard!.of![1]!.of![0]!.params!.text).toBe("{ n: 1 }");
  });

  test("actions: names, params, built-ins, code, one or many", () => {
    const state = first(
      "a: { entry: 'x', exit: [{ type: 'y', params: ({ event }) => event }, assign({ n: 0 }), xs.raise({ type: 'Z' }), enqueueActions(() => {}), () => {}, known, fn()] }",
    );

    expect(state.entry.map((a) => [a.kind, a.name])).toEqual([["named", "x"]]);
    expect(state.exit.map((a) => [a.kind, a.name])).toEqual([
      ["named", "y"],
      ["builtin", "assign"],
      ["builtin", "raise"],
      ["builtin", "enqueueActions"],
      ["code", undefined],
      ["code", undefined],
      ["code", undefined],
    ]);
    expect(state.exit[0]!.params!.text).toBe("({ event }) => event");
  });

  test("a method is code like an arrow function", () => {
    const state = first(
      "a: { entry() { go(); }, on: { X: { guard({ event }) { return true; }, actions() {} } } }",
    );

    expect(state.entry.map((a) => a.kind)).toEqual(["code"]);
    expect(state.transitions[0]!.guard!.kind).toBe("code");
    expect(state.transitions[0]!.actions.map((a) => a.kind)).toEqual(["code"]);
  });
});

describe("faults", () => {
  test("a syntax error gives no charts and one diagnostic with its place", () => {
    const text = "const x = {\n  a: ]\n};";

    const reading = readModule(text);

    expect(reading).toMatchObject({ parsed: false, charts: [] });
    expect(reading.diagnostics).toEqual([
      {
        code: "syntax-error",
        severity: "error",
        file: "machine",
        at: { from: 17, to: 18 },
        facts: { message: "Unexpected token" },
      },
    ]);
  });

  test("a name declared twice is told but the machine is still read", () => {
    const reading = readModule(`const x = 1; const x = 2; createMachine({ id: "m" });`);

    expect(reading.charts.map((one) => one.id)).toEqual(["m"]);
    expect(reading.diagnostics.map((d) => d.code)).toEqual(["syntax-error"]);
  });

  test("of two states, events or properties with one key the last counts, and both cases are told", () => {
    const text = chart("a: { on: { X: 'b', X: 'a' }, id: 'p', id: 'q' }, b: {}, b: { on: { Y: 'a' } }");
    const { charts, diagnostics } = readModule(text);

    expect(
      diagnostics.map((d) => [d.code, d.facts["key"], d.facts["in"], text.slice(d.at!.from, d.at!.to)]),
    ).toEqual([
      ["duplicate-key", "id", "state", "id"],
      ["duplicate-key", "X", "on", "X"],
      ["duplicate-key", "b", "states", "b"],
    ]);
    expect(arrows(charts[0]!)).toEqual(["a on X -> a", "b on Y -> a"]);
    expect(opaqueParts(charts[0]!)).toEqual(["overwritten: b: {}", "overwritten: X: 'b'"]);
  });

  test("a target that does not exist resolves to nothing", () => {
    expect(
      transitionsOf("a: { on: { X: 'nowhere', Y: '#nobody', Z: '.child' } }").map(
        (t) => t.targets[0]!.resolved,
      ),
    ).toEqual([null, null, null]);
  });
});

test("JavaScript and TypeScript with JSX beside the machine are read", () => {
  const js = readModule(`const view = <div a={b < c} />; export const m = createMachine({ id: "js" });`, {
    lang: "js",
  });
  const tsx = readModule(
    `const view = (p: P) => <div>{p.x as string}</div>; export const m = createMachine({ id: "tsx" });`,
  );

  expect([js.charts[0]!.id, tsx.charts[0]!.id]).toEqual(["js", "tsx"]);
});

test("a const that leads to itself ends", () => {
  const one = only(
    `const a = b; const b = a; const s = { ...s }; createMachine({ id: a, states: { x: a, ...s } });`,
  );

  expect(one.root.children.map((s) => s.key)).toEqual(["x"]);
});

test("helpers and tables at the top of the file are listed, machines are not", () => {
  const { consts } = readModule(
    `const N = 5; export const half: (n: number) => number = (n) => n / 2; const m = createMachine({}); let x = 1;`,
  );

  expect(consts!.map((c) => [c.name, c.text])).toEqual([
    ["N", "5"],
    ["half", "(n) => n / 2"],
  ]);
});
