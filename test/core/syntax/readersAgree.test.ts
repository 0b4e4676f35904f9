import fc from "fast-check";
import { transform } from "sucrase";
import { expect, test } from "vitest";
import { diagnose } from "#core/analyze/check.ts";
import { readSyntax } from "#core/analyze/literal.ts";
import { renameEvent } from "#core/edit/gestures/renameSymbol.ts";
import { readModule } from "#core/read/readModule.ts";
import { stringOf } from "#core/syntax/node.ts";
import { entryOf } from "#core/syntax/property.ts";
import { treeOf } from "#core/syntax/tree.ts";
import { applyCommand } from "#test/core/edit/applyCommand.ts";
import { patience } from "#test/support/patience.ts";

test("a local name in an unrelated function does not hide a const from a rename", () => {
  const text = `import { createMachine } from "xstate";
const EVENTS = { GO: "GO", BACK: "BACK" } as const;
export const machine = createMachine({ initial: "a", states: {
  a: { entry: () => { const EVENTS = 1; console.log(EVENTS); }, on: { [EVENTS.GO]: "b" } },
  b: { on: { [EVENTS.BACK]: { target: "a" } } },
} });
`;

  expect(applyCommand(renameEvent, text, { name: "GO", to: "LEAVE" })).toBe(text.replace('"GO"', '"LEAVE"'));
});

test("a parameter in an unrelated function does not hide a const from the checks", () => {
  const text = `import { setup } from "xstate";
const shared = { meta: { a: 1 }, onn: { GO: "b" } };
export const machine = setup({ guards: { ok: (shared) => true } })
  .createMachine({ initial: "a", states: { a: { ...shared }, b: {} } });
`;

  expect(diagnose(readModule(text)).map(({ code }) => code)).toContain("unknown-state-key");
});

test("what leads back to itself is read at once, and says nothing", () => {
  const loops = `import { createMachine } from "xstate";
const a = a + b + a, b = \`\${a}\${a}\${b}\`;
const c = { ...c, ...d, ...e }, d = { ...c, ...d, ...e }, e = { ...c, ...d, ...e };
createMachine({ id: a, ...c });
`;

  const { charts } = readModule(loops);

  expect(charts[0]?.id).toBeUndefined();
  expect(charts[0]?.root.opaque.map(({ what }) => what)).toContain("spread");
});

const name = fc.constantFrom("a", "b", "c");
const text = fc.constantFrom('"one"', '"two"', '"three"', "`four`");
const value = fc.oneof(
  text,
  name,
  fc.tuple(name, name).map(([x, y]) => `${x} + ${y}`),
);
const declaration = fc.oneof(
  fc.tuple(name, value).map(([of, to]) => `const ${of} = ${to};`),
  fc.tuple(name, text).map(([of, to]) => `const { k: ${of} } = { k: ${to} };`),
  fc.tuple(name, text).map(([of, to]) => `const ${of} = (${to} as string);`),
  fc.tuple(name, text).map(([of, to]) => `let ${of} = ${to};`),
  fc.tuple(name, text).map(([of, to]) => `{ var ${of} = ${to}; }`),
  name.map((of) => `class ${of} {}`),
  name.map((of) => `function ${of}() {}`),
);
/** Each of these asks at run time, and in a machine, for what a name stands for where it is written. */
const probe = fc.oneof(
  name.map((of) => `probe(() => createMachine({ id: ${of} }));`),
  name.map((of) => `probe(() => createMachine({ id: held.${of} }));`),
  name.map((of) => `probe(() => createMachine({ id: Kind.${of} }));`),
);
/** Nobody else declares these two. */
const TOP = `import { createMachine } from "xstate";
const held = { a: "held a", b: "held b", ...{ c: "held c" } };
enum Kind { a = "kind a", b = a, c = "kind c" }
`;

const { block } = fc.letrec<{ block: string; nested: string }>((tie) => ({
  block: fc
    .tuple(
      fc.uniqueArray(declaration, { maxLength: 2, selector: declaredName }),
      fc.array(fc.oneof(probe, tie("nested")), { minLength: 1, maxLength: 3 }),
    )
    .map(([head, rest]) => [...head, ...rest].join("\n")),
  // What is thrown in one place does not keep the others from running.
  nested: fc
    .oneof(
      { maxDepth: 3 },
      probe,
      tie("block").map((inner) => `{\n${inner}\n}`),
      fc.tuple(name, tie("block")).map(([of, inner]) => `((${of}) => {\n${inner}\n})("given");`),
      fc.tuple(name, tie("block")).map(([of, inner]) => `(function ${of}() {\n${inner}\n})();`),
      fc
        .tuple(name, name, tie("block"))
        .map(([x, y, inner]) => `(({ k: [${x}], ...${y === x ? "d" : y} }) => {\n${inner}\n})({ k: "x" });`),
      fc.tuple(name, tie("block")).map(([of, inner]) => `for (const ${of} of ["turn"]) {\n${inner}\n}`),
      fc
        .tuple(name, tie("block"))
        .map(([of, inner]) => `for (let ${of} = "turn"; probe.more(); ) {\n${inner}\n}`),
      fc
        .tuple(name, tie("block"))
        .map(([of, inner]) => `try { throw "thrown"; } catch (${of}) {\n${inner}\n}`),
      fc
        .tuple(name, tie("block"))
        .map(([of, inner]) => `switch (1) { case 1: const ${of} = "case";\n{${inner}} }`),
      fc
        .tuple(name, tie("block"))
        .map(([of, inner]) => `new (class ${of} { constructor() {\n${inner}\n} })();`),
      fc.tuple(name, tie("block")).map(([of, inner]) => `({ [${of} + ""](${of}) {\n${inner}\n} });`),
    )
    .map((code) => `try {\n${code}\n} catch {}`),
}));

function declaredName(statement: string): string {
  return /(?:const|let|var|class|function) (?:\{ k: )?(\w)/.exec(statement)?.[1] ?? statement;
}

/** What each probe gives when the module runs, by its place among the probes; undefined when the text is no program. */
function whenRun(text: string): Set<unknown>[] | undefined {
  const given: Set<unknown>[] = [];
  const numbered = text.replaceAll("probe(()", () => `probe(${given.push(new Set()) - 1}, ()`);
  let turns = 0;
  const probe = (n: number, ask: () => unknown) => {
    try {
      given[n]?.add(ask());
    } catch {
      // What has no value yet has none.
    }
  };
  probe.more = () => turns++ % 2 === 0 && turns < 500;
  try {
    const { code } = transform(numbered, { transforms: ["typescript", "imports"] });
    const xstate = { createMachine: ({ id }: { id: unknown }) => id };
    // oxlint-disable-next-line no-implied-eval, no-new-func -- the generated text is what is asked
    new Function("require", "exports", "probe", code)(() => xstate, {}, probe);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
  }
  return given;
}

/** `LONG=1` tries 10,000 modules. */
const RUNS = process.env["LONG"] ? 10_000 : 400;

/** Of each probe what the text says without running: once as the reader tells it, then as checks, and edits and names do. */
function asRead(text: string): (string | undefined)[][] {
  const { charts } = readModule(text);
  const tree = treeOf(text);
  const syntax = readSyntax(text, "ts");
  return charts.map(({ id, configAt }) => {
    const object = configAt && tree?.nodeAt(configAt);
    const written = object && entryOf(object, "id")?.value;
    return [
      id,
      ...[tree, syntax].map((one) => {
        const found = written && one?.resolve(written);
        // A text that is put together stands nowhere as one literal.
        return found?.type === "BinaryExpression" ? id : stringOf(found);
      }),
    ];
  });
}

test(
  "every reader gives a name the value that it has when the module runs, whatever hides it elsewhere",
  () => {
    let told = 0;
    let asked = 0;
    fc.assert(
      fc.property(block, (body) => {
        const text = `${TOP}${body}\n`;
        const given = whenRun(text);
        fc.pre(given !== undefined);

        const said = asRead(text);

        expect(said).toHaveLength(given.length);
        for (const [n, values] of given.entries()) {
          const [first, ...others] = said[n] ?? [];
          for (const other of others) expect(other).toBe(first);
          const runs = [...values];
          asked += Number(runs.length > 0);
          if (first === undefined || runs.length === 0) continue;
          expect(runs).toEqual([first]);
          told++;
        }
      }),
      { numRuns: RUNS },
    );
    // Most names are shadowed by what has no value before running: of those nothing may be said.
    expect(told).toBeGreaterThan(asked / 4);
    expect(told).toBeGreaterThan(RUNS / 3);
  },
  patience(120_000),
);
