import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Action, Guard, StateNode } from "#core/chart/chart.ts";
import { absolute, places, stateSpan } from "#core/chart/places.ts";
import type { Span } from "#core/text/textEdit.ts";
import { chart, named } from "#test/charts/charts.ts";
import { only } from "#test/charts/walk.ts";

const shipped = existsSync("machines")
  ? readdirSync("machines").filter((file) => file.endsWith(".machine.ts"))
  : [];
const rich = chart(`"a b": {
      description: \`一二\\n😀\`, entry: ["x", { type: 'y', params: { n: 1 } }, assign({ n: 0 })], exit: () => {}, tags: "t",
      meta: { clauses: ["C-😀"], asks: "turnPlayer" }, output: ({ context }) => context.n,
      invoke: { id: 'i', src: "s", onDone: [{ target: 'c', guard: and(["g", not(({ event }) => event.ok)]) }] },
      on: { "X 😀": { target: (("c")) as const, description: "go", actions: ['x'] }, Y: ["c", { target: ['c'] }] }, after: { 10: 'c' },
      always: { guard: { type: "p", params: 1 }, target: 'c' },
    }, c: { initial: { target: "d" }, states: { d: {}, [\`e\`]: { on: { Z: "#m.c" } } } }`);

const texts: [string, string][] = [
  ...Object.entries({ ...named, rich, richCrlf: rich.replaceAll("\n", "\r\n") }),
  ...shipped.map((file): [string, string] => [file, readFileSync(`machines/${file}`, "utf8")]),
];

/** A string literal's value, by JavaScript itself; a plain key as it is. */
function unquoted(written: string): unknown {
  if (/^\[.*\]$/s.test(written)) return unquoted(written.slice(1, -1));
  return /^["'`]/.test(written) ? (new Function(`return ${written}`)() as unknown) : written;
}

describe.each(texts)("%s: every span names what it says", (_, text) => {
  const chartRead = only(text);
  const all = [...places(chartRead).values()];
  const here = all.filter(({ node }) => node.origin === "here");
  const slice = (place: (typeof all)[number], span: Span) => {
    const { from, to } = absolute(place, span);
    return text.slice(from, to);
  };

  test("keys, values and properties of states", () => {
    expect(here.length).toBeGreaterThan(1);
    for (const place of here) {
      const { node } = place;
      expect(slice(place, node.valueAt)).toMatch(/^\{[\s\S]*\}$/);
      if (node.keyAt) expect(unquoted(slice(place, node.keyAt))).toBe(node.key);
      if (place.parent) {
        const inner = stateSpan(place);
        const outer = stateSpan(place.parent);
        expect(inner.from > outer.from && inner.to < outer.to).toBe(true);
        expect(text.slice(inner.from, inner.to).endsWith(slice(place, node.valueAt))).toBe(true);
      }
      for (const prop of node.props) {
        expect(unquoted(slice(place, prop.keyAt))).toBe(prop.name);
        expect(slice(place, prop.at).startsWith(slice(place, prop.keyAt))).toBe(true);
      }
      for (const sited of [node.initial, node.description])
        if (sited)
          expect(String(unquoted(slice(place, sited.valueAt))).replaceAll("\r\n", "\n")).toBe(sited.value);
      if (node.meta.at) expect(slice(place, node.meta.at)).toBe(node.meta.text);
      if (node.output) expect(slice(place, node.output.at)).toBe(node.output.text);
      for (const part of [...node.opaque, ...node.invoke]) expect(slice(place, part.at)).toBe(part.text);
    }
  });

  test("targets, guards, actions and keys of transitions", () => {
    let seen = 0;
    for (const place of here) {
      const verbatim = (part: Action | Guard) => {
        expect(slice(place, part.at)).toBe(part.text);
        if (part.params) expect(slice(place, part.params.at)).toBe(part.params.text);
        if ("of" in part) for (const operand of part.of ?? []) verbatim(operand);
      };
      for (const action of [...place.node.entry, ...place.node.exit]) verbatim(action);
      for (const t of place.node.transitions) {
        seen++;
        for (const target of t.targets) expect(unquoted(slice(place, target.at))).toBe(target.text);
        for (const part of t.actions) verbatim(part);
        if (t.guard) verbatim(t.guard);
        const key = unquoted(slice(place, t.keyAt));
        expect(key).toBe(t.slot === "on" || t.slot === "after" ? t.event : t.slot.replace("invoke.", ""));
        expect(slice(place, t.propAt!).startsWith(slice(place, t.keyAt))).toBe(true);
        expect(slice(place, t.propAt!)).toContain(slice(place, t.at));
        if (t.listAt) expect(slice(place, t.listAt)).toMatch(/^\[[\s\S]*\]$/);
        expect(t.listAt !== undefined).toBe(t.form.startsWith("array-item"));
        if (t.description) expect(unquoted(slice(place, t.description.valueAt))).toBe(t.description.value);
      }
    }
    expect(seen).toBeGreaterThan(0);
  });

  test("the machine itself, its config and its implementations", () => {
    const cut = (span: Span) => text.slice(span.from, span.to);
    expect(cut(chartRead.callAt)).toMatch(/createMachine\([\s\S]*\)$/);
    expect(cut(chartRead.configAt!)).toMatch(/^\{[\s\S]*\}$/);
    expect(chartRead.configAt).toEqual(chartRead.root.at);
    for (const kind of ["guards", "actions", "actors", "delays"] as const)
      for (const one of chartRead.setup?.[kind] ?? []) {
        expect(cut(one.valueAt)).toBe(one.text);
        expect(unquoted(cut(one.keyAt))).toBe(one.name);
      }
  });
});

test("a state's own spans do not depend on where it stands", () => {
  const before = only(chart("a: { on: { X: 'b' } }, b: { on: { Y: ['a', { target: 'b' }] } }"));
  const after = only(
    chart(
      "a: { description: '長い 😀', on: { X: 'b' } },\r\n\t// new\r\nb: { on: { Y: ['a', { target: 'b' }] } }",
    ),
  );

  const inner = ({ at: _at, ...rest }: StateNode) => rest;
  expect(inner(after.root.children[1]!)).toEqual(inner(before.root.children[1]!));
});
