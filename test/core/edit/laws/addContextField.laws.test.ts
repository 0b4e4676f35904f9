import fc from "fast-check";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { buildMachine } from "#test/core/edit/laws/buildMachine.ts";
import { modelOf } from "#test/core/edit/laws/model.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

const long = Number(process.env["LONG"] ?? 0);
const numRuns = long > 1 ? long : long === 1 ? 10_000 : 300;

/** Fields that a context may have from the start: the type and the value it begins as. */
const FIELDS = [
  ["turn", "number", "1"],
  ["name", "string", '"a, b: { c }"'],
  ["$seats", "string[]", '["P1", "P2"]'],
  ["手札", "{ own: number }", "{ own: 3 }"],
  ["open", "boolean", "false"],
  ["last", "string | null", "null"],
] as const;

/** What is added: a value, the type that is said with it, and the type that the field has in the end. */
const VALUES = [
  { value: "0", type: undefined, is: "number" },
  { value: "-2.5", type: undefined, is: "number" },
  { value: '"it\'s"', type: undefined, is: "string" },
  { value: "`tick`", type: undefined, is: "string" },
  { value: "true", type: undefined, is: "boolean" },
  { value: "[1, 2]", type: undefined, is: "number[]" },
  { value: '{ own: 1, "two words": ["x"] }', type: undefined, is: '{ own: number; "two words": string[] }' },
  { value: "[]", type: "string[]", is: "string[]" },
  { value: "null", type: '"P1" | "P2" | null', is: '"P1" | "P2" | null' },
  { value: "[]", type: undefined, is: undefined },
  { value: "null", type: undefined, is: undefined },
  { value: "null", type: "string) | (number", is: undefined },
  { value: "null", type: "string) as (number", is: undefined },
  { value: "null", type: '"//" | null', is: '"//" | null' },
] as const;
const NAMES = ["charm", "turn", "$x", "手番", "class", "log", "a b", "1st", "__proto__", "constructor"];

/** A module whose context is declared and begins in one of the many ways in which people do so. */
class Printer {
  readonly r: Random;
  readonly fields: readonly (typeof FIELDS)[number][];
  readonly typed: boolean;
  /** Whether a spread or a computed key may bring more than is seen. */
  readonly open: boolean;
  /** Whether the braces of the context, or of its type, are where they may not be written. */
  readonly far: boolean;
  private readonly before: string[] = [];
  private count = 0;
  constructor(r: Random) {
    this.r = r;
    this.fields = FIELDS.filter(() => r.chance(0.5));
    this.typed = r.chance(0.8);
    this.open = r.chance(0.08);
    this.far = !this.open && r.chance(0.08);
  }

  module(): string {
    const { r } = this;
    const type = this.typed ? this.type() : undefined;
    const types =
      type === undefined
        ? ""
        : r.pick([
            `types: {} as { context: ${type} }`,
            `types: { context: {} as ${type}, events: {} as { type: "GO" } }`,
          ]);
    const context = `context: ${this.context()}`;
    const rest = [`initial: "a"`, `states: { a: { on: { GO: "b" } }, b: {} }`];
    const props = r.chance(0.5) ? [context, ...rest] : [...rest, context];
    const config = r.chance(0.5)
      ? `{ ${props.join(", ")} }`
      : `{\n${props.map((one) => `  ${one},`).join("\n")}\n}`;
    const machine = r.pick([
      `setup({ ${types} }).createMachine(${config})`,
      `createMachine(${types === "" ? config : config.replace("{", `{ ${types},`)})`,
    ]);
    const lines = [
      `import { createMachine, setup } from "xstate";`,
      ...this.before,
      `export const machine = ${machine};`,
      "",
    ];
    return lines.join("\n").replaceAll("\n", r.chance(0.25) ? "\r\n" : "\n");
  }

  /** Members in braces, in a line or in lines of their own, with remarks. */
  private braces(items: readonly string[], ends: readonly string[]): string {
    const { r } = this;
    const end = r.pick(ends);
    const remark = () => (r.chance(0.25) ? r.pick([` // c${this.count++}`, ` /* c${this.count++} */`]) : "");
    if (items.length === 0) return r.pick(["{}", "{ }", "{ /* none */ }"]);
    if (r.chance(0.5)) return `{ ${items.join(`${end.trim() || ","} `)}${r.chance(0.3) ? end : ""} }`;
    const last = items.length - 1;
    const lines = items.map((one, i) => `  ${one}${i < last || r.chance(0.7) ? end : ""}${remark()}`);
    return `{\n${lines.join("\n")}\n}`;
  }

  private type(): string {
    const { r } = this;
    if (this.far && r.chance(0.5)) {
      this.before.unshift(`import type { Far } from "./far";`);
      return "Far";
    }
    const members = this.fields.map(([name, type]) => `${name}: ${type}`);
    const some = r.below(members.length + 1);
    const own = this.braces(members, [";", ","]);
    const way = r.below(5);
    if (way === 0) return this.declared((id) => `interface ${id} ${own}`);
    if (way === 1) return this.declared((id) => `type ${id} = ${own};`);
    if (way === 2) {
      const base = this.declared((id) => `interface ${id} ${this.braces(members.slice(0, some), [";"])}`);
      return `${base} & ${this.braces(members.slice(some), [";"])}`;
    }
    if (way === 3) return `(${own})`;
    return own;
  }

  private context(): string {
    const { r } = this;
    const props = this.fields.map(([name, , value]) => `${name}: ${value}`);
    if (this.open) {
      this.before.push("const base = { more: 1 };");
      props.splice(r.below(props.length + 1), 0, r.pick(["...base", '["mo" + "re"]: 1']));
    }
    const object = this.braces(props, [","]);
    if (this.far && !this.before.some((line) => line.includes("Far"))) {
      this.before.push(`const start = ${object};`, "void start;");
      return r.pick(["start", "() => start"]);
    }
    const way = r.below(5);
    if (way === 0) return `() => (${object})`;
    if (way === 1) return `() => { const n = 1; void n; return ${object}; }`;
    if (way === 2) return `function () { return ${object}; }`;
    if (way === 3) return this.held((id) => `const ${id} = ${object};`);
    return object;
  }

  private declared(code: (id: string) => string): string {
    const id = `Ctx${this.before.length}`;
    this.before.push((this.r.chance(0.3) ? "export " : "") + code(id));
    return id;
  }

  private held(code: (id: string) => string): string {
    const id = `start${this.before.length}`;
    this.before.push(code(id));
    return id;
  }
}

const remarks = (text: string) => text.match(/\/\/ c\d+|\/\*.*?\*\//g) ?? [];
const start = (text: string) => createActor(buildMachine(text)).getSnapshot().context as object;

test(
  "context.add: the field is there and begins as it was said, all others as they were, every byte kept, the way back",
  () => {
    let applied = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0 }),
        fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
          fc.string({ unit: "binary", minLength: 1 }),
        ),
        fc.constantFrom(...VALUES),
        (seed, name, { value, type, is }) => {
          const printer = new Printer(random(seed));
          const text = printer.module();
          const before = chartOf(text);
          const args = { name, value, ...(type === undefined ? {} : { type }) };
          const change = runCommand("context.add", text, before, args);
          const told = () => `${JSON.stringify(args)}\n${text}`;

          if ("refused" in change) {
            const { code } = change.refused;
            const known = printer.fields.some((one) => one[0] === name);
            const may: string[] = [];
            if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name) || name === "__proto__")
              may.push("name-invalid");
            else if (printer.open) may.push("spread-may-bring");
            else if (known) may.push("name-taken", "not-written-here");
            else if (printer.far) may.push("not-written-here", "type-needed");
            else if (printer.typed && is === undefined) may.push("type-needed");
            expect(may, told()).toContain(code);
            return;
          }
          applied++;
          const after = applyEdits(text, change.edits);
          const both = () => `${told()}\n--- after\n${after}`;
          const { parsed, charts } = readModule(after);
          const [chart] = charts;
          if (!parsed || !chart) expect.fail(both());
          // Nothing is taken away but the space in empty braces.
          expect(
            change.edits.filter(({ from, to }) => /\S/.test(text.slice(from, to))),
            both(),
          ).toEqual([]);
          expect(applyEdits(after, invertEdits(text, change.edits)), both()).toBe(text);
          expect(remarks(after), both()).toEqual(remarks(text));
          if (text.includes("\r\n")) expect(/[^\r]\n/.test(after), both()).toBe(false);
          expect(modelOf(chart), both()).toEqual(modelOf(before));
          if (printer.typed) {
            expect(
              chart.context?.filter((one) => one.name !== name),
              both(),
            ).toEqual(before.context);
            const typed = chartOf(
              `import { setup } from "xstate";\nexport const machine = setup({ types: {} as { context: { ${name}: ${is} } } }).createMachine({});`,
            );
            // A remark that stood in empty braces alone is now about the field.
            const { doc: _, ...own } = chart.context?.find((one) => one.name === name) ?? {};
            expect([own], both()).toEqual(typed.context);
          }
          const was = start(text);
          const now = start(after);
          expect(now, both()).toEqual({ ...was, [name]: new Function(`return (${value})`)() as unknown });
          expect(Object.keys(now), both()).toEqual([...Object.keys(was), name]);
          expect(runCommand("context.add", after, chart, args), both()).toMatchObject({
            refused: { code: "name-taken" },
          });
        },
      ),
      { numRuns },
    );
    expect(applied).toBeGreaterThan(numRuns / 4);
  },
  long > 0 ? 3_600_000 : 120_000,
);
