import fc from "fast-check";
import { expect, test } from "vitest";
import { runCommand } from "#core/edit/commands.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { modelOf } from "#test/core/edit/laws/model.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

const long = Number(process.env["LONG"] ?? 0);
const numRuns = long > 1 ? long : long === 1 ? 10_000 : 500;

const NAMES = ["NEXT", "play.card", "終了", "a b", "it's", 'say "hi"', "🎴", "x-1", "class", "\\"];
const FIELDS = ["", "n: number", "words: 'a' | 'b'", "how?: string", "of: { card: string; at: [number] }"];

interface Member {
  readonly name: string;
  readonly fields: string;
}

/** A module whose events are declared in one of the many ways in which people do so. */
class Printer {
  readonly r: Random;
  readonly members: readonly Member[];
  private readonly before: string[] = [];
  private readonly quote: string;
  constructor(r: Random) {
    this.r = r;
    this.quote = r.pick(["'", '"']);
    const count = 1 + r.below(4);
    const names = [...NAMES].sort(() => (r.chance(0.5) ? 1 : -1)).slice(0, count);
    this.members = names.map((name) => ({ name, fields: r.pick(FIELDS) }));
  }

  module(): string {
    const { r } = this;
    const events = this.named(this.union(), 0.4);
    const types = r.pick([
      `{} as { events: ${events} }`,
      `{} as { context: { n: number }; events: ${events}; input: { n: number } }`,
      `{ events: {} as ${events}, context: {} as { n: number } }`,
      `{\n    // what may come\n    events: {} as ${events},\n  }`,
    ]);
    const states = `initial: "a", states: { a: { on: { NEXT: "b" } }, b: {} }`;
    const machine = r.pick([
      `setup({ types: ${types}, actions: { log: () => {} } }).createMachine({ context: { n: 1 }, ${states} })`,
      `createMachine({ types: ${types}, context: { n: 1 }, ${states} })`,
    ]);
    const behind = r.chance(0.3)
      ? [`type Other = ${events.includes("\n") ? "string" : events} | { type: "far" };`]
      : [];
    const lines = [
      `import { createMachine, setup } from "xstate";`,
      ...this.before,
      `export const machine = ${machine};`,
      ...behind,
      "",
    ];
    return lines.join("\n").replaceAll("\n", r.chance(0.25) ? "\r\n" : "\n");
  }

  private union(): string {
    const { r } = this;
    const all = this.members.map((member) => this.member(member));
    if (all.length > 1 && r.chance(0.15)) return `(${all.join(" | ")})`;
    const remark = () => (r.chance(0.3) ? ` // c${r.below(99)}` : "");
    if (r.chance(0.4)) return `\n${all.map((one) => `  | ${one}${remark()}`).join("\n")}\n`;
    return all.join(r.chance(0.2) ? " /* or */ | " : " | ");
  }

  private member({ name, fields }: Member): string {
    const { r, quote } = this;
    const type = `type: ${quote}${name.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`)}${quote}`;
    const object = `{ ${[type, ...(fields === "" ? [] : [fields])].join("; ")} }`;
    const way = r.below(6);
    if (way === 0) return this.declared((id) => `interface ${id} ${object}`);
    if (way === 1) return this.declared((id) => `type ${id} = ${object};`);
    if (way === 2 && fields !== "") return this.declared((id) => `type ${id} = { ${type} } & { ${fields} };`);
    if (way === 3) return this.declared((id) => `type ${id}Own = ${object};\ntype ${id} = ${id}Own;`);
    return object;
  }

  private declared(code: (id: string) => string): string {
    const id = `Ev${this.before.length}`;
    this.before.push((this.r.chance(0.3) ? "export " : "") + code(id));
    return id;
  }

  /** The type, or a name that stands for it. */
  private named(type: string, chance: number): string {
    if (!type.startsWith("\n") && !this.r.chance(chance)) return type;
    const name = this.declared((id) => `type ${id} =${type.startsWith("\n") ? "" : " "}${type.trimEnd()};`);
    return this.r.chance(0.2) ? this.declared((id) => `type ${id} = ${name};`) : name;
  }
}

const remarks = (text: string) => text.match(/\/\/.*|\/\*.*?\*\//g) ?? [];

test(
  "event.declare: the event is there, all others as they were, every other byte kept, the way back",
  () => {
    let applied = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0 }),
        fc.oneof(fc.constantFrom(...NAMES), fc.string({ unit: "binary", minLength: 1 })),
        (seed, name) => {
          const printer = new Printer(random(seed));
          const text = printer.module();
          const before = chartOf(text);
          expect(
            before.events?.map(({ type }) => type),
            text,
          ).toEqual(printer.members.map((one) => one.name));

          const change = runCommand("event.declare", text, before, { name });

          const told = () => `${JSON.stringify(name)}\n${text}`;
          if ("refused" in change) {
            const known = printer.members.some((one) => one.name === name);
            const bad = name === "__proto__" || name.includes("*") || name.startsWith("xstate.");
            expect(change.refused.code, told()).toBe(bad ? "event-invalid" : known ? "name-taken" : "");
            return;
          }
          applied++;
          const after = applyEdits(text, change.edits);
          const both = () => `${told()}\n--- after\n${after}`;
          const reading = readModule(after);
          const [chart] = reading.charts;
          if (!reading.parsed || !chart) expect.fail(both());
          expect(chart.events, both()).toEqual([...(before.events ?? []), { type: name, fields: [] }]);
          expect(modelOf(chart), both()).toEqual(modelOf(before));
          expect([chart.context, chart.input], both()).toEqual([before.context, before.input]);
          expect(applyEdits(after, invertEdits(text, change.edits)), both()).toBe(text);
          expect(remarks(after), both()).toEqual(expect.arrayContaining(remarks(text)));
          if (text.includes("\r\n")) expect(/[^\r]\n/.test(after), both()).toBe(false);
          const again = runCommand("event.declare", after, chart, { name });
          expect(again, both()).toMatchObject({ refused: { code: "name-taken" } });
        },
      ),
      { numRuns },
    );
    expect(applied).toBeGreaterThan(numRuns / 2);
  },
  long > 0 ? 3_600_000 : 120_000,
);
