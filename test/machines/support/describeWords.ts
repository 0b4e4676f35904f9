import { expect, test } from "vitest";
import { initialTransition } from "xstate";
import { parseExpr } from "#core/expr/parse.ts";
import type { PayloadType } from "#core/chart/payload.ts";
import { readModule } from "#core/read/readModule.ts";
import { contextLabelKeys, innerContextPaths } from "#core/ruleset/labels.ts";
import type { GameFiles } from "#test/machines/support/gameTest.ts";
import { locales } from "#test/machines/support/rulesetFiles.ts";

export function describeWords<C, I extends object>(game: GameFiles<C, I>): void {
  const { machine, nodes, scenarios, moves, json, readings, source } = game;
  const { guards, actions } = machine.implementations;
  const start = (input: object = {}) => initialTransition(machine, input)[0];
  const fresh = start().context as { readings: object };
  /** Keys of what lies within the fields of the context. */
  const inner = new Set(innerContextPaths(readModule(source).charts[0]!).flatMap(contextLabelKeys));
  const labelsIn = (locale: string): Record<string, string> => json(`labels/${locale}.json`).labels;

  test("a state that waits says for whom, and no other state does", () => {
    const waits = nodes.filter((n) => n.leaf && !n.final && n.transitions.some((t) => t.eventType !== ""));

    expect(nodes.filter((n) => n.meta?.asks).map((n) => n.path)).toEqual(waits.map((n) => n.path));
  });
  test("every automatic state has a way out that no guard can close, but for those that wait too", () => {
    const automatic = nodes.filter(
      (n) => n.transitions.length > 0 && n.transitions.every((t) => t.eventType === ""),
    );

    const closable = automatic.filter((n) => n.leaf && n.transitions.every((t) => t.guard));
    expect(closable.map((n) => n.path)).toEqual(game.leftByOuter ?? []);
  });
  test.each(locales)("labels are complete and none is stale: %s", (locale) => {
    const labels = labelsIn(locale);
    const of = (kind: string): string[] =>
      Object.keys(labels).flatMap((k) => (k.startsWith(`${kind}:`) ? [k.slice(kind.length + 1)] : []));

    expect(of("state")).toEqual(nodes.map((n) => n.path));
    expect(of("event").toSorted()).toEqual(machine.events.toSorted());
    expect(of("guard").toSorted()).toEqual(Object.keys(guards).toSorted());
    expect(of("action").toSorted()).toEqual(Object.keys(actions).toSorted());
    expect(
      of("context")
        .filter((field) => !inner.has(`context:${field}`))
        .toSorted(),
    ).toEqual(
      Object.keys(fresh)
        .filter((field) => !inner.has(`context:${field}`))
        .toSorted(),
    );
    expect(of("input").toSorted()).toEqual([...game.inputFields, ...Object.keys(fresh.readings)].toSorted());
    expect(Object.entries(labels).filter(([, label]) => !label.trim())).toEqual([]);
    // A form of another program names every field of an event, `by` too.
    expect(labels["field:by"]).toMatch(/\S/);
  });
  test.each(locales)("every part of the context has a name: %s", (locale) => {
    const labels = labelsIn(locale);
    const parts = [...Object.keys(fresh), ...innerContextPaths(readModule(source).charts[0]!)];

    expect(parts.filter((part) => !contextLabelKeys(part).some((key) => labels[key]?.trim()))).toEqual([]);
  });
  test.each(locales)("every word that the context may hold has a name: %s", (locale) => {
    const labels = labelsIn(locale);
    const chart = readModule(source).charts[0]!;
    const fields = (chart.context ?? []).filter(({ name }) => name !== "readings");

    const words = fields.flatMap(({ name, type }) => wordsIn(type, name));

    expect(
      words.filter(
        ([name, word]) =>
          ![`context`, ...(chart.events ?? []).map(({ type }) => type)].some((owner) =>
            labels[`value:${owner}.${name}.${word}`]?.trim(),
          ),
      ),
    ).toEqual([]);
  });
  test.each(locales)(
    "every field that a scenario or a move fills has a label, and so has each value that is no data: %s",
    (locale) => {
      const labels = labelsIn(locale);
      const sent = scenarios.flatMap(([, { steps }]) => steps.flatMap(({ send }) => (send ? [send] : [])));
      const used = Object.entries(moves.moves).flatMap(([type, all]) =>
        all.flatMap((m) => Object.entries(m.fields ?? {}).map(([field, f]) => ({ type, field, f }))),
      );
      const fields = [
        ...sent.flatMap(({ type, ...event }) => Object.keys(event).map((field) => ({ type, field }))),
        ...used,
      ].filter(({ field }) => field !== "by");
      const values = used
        .filter(({ field }) => field !== "by" && !game.dataFields.includes(field))
        .flatMap(({ type, field, f }) =>
          (f.values ?? [])
            .filter((value) => typeof value === "string")
            .map((value) => `value:${type}.${field}.${value as string}`),
        );

      expect(fields.filter(({ type, field }) => !labels[`field:${type}.${field}`])).toEqual([]);
      expect(values.filter((key) => !labels[key])).toEqual([]);
    },
  );
  test("a switchable reading offers the values of its input field and chose its default", () => {
    const switched = readings.filter((r) => r.input);

    expect(switched.map((r) => r.input).toSorted()).toEqual(Object.keys(fresh.readings).toSorted());
    for (const { options, chosen } of readings) expect(options.map((o) => o.id)).toContain(chosen);
    for (const { input, options, chosen } of switched) {
      expect(fresh.readings).toHaveProperty(input!, chosen);
      for (const { id } of options) expect(start({ [input!]: id }).status).toBe("active");
    }
  });
  test("the places that terms name exist", () => {
    const keys = Object.keys(labelsIn("en"));
    const named: string[] = json("terms.json").terms.flatMap((t: { at?: string[] }) => t.at ?? []);

    expect(named.filter((at) => !keys.includes(at))).toEqual([]);
  });
  test("its comments cite readings that exist", () => {
    const cited = [...source.matchAll(/\b[Rr]eading ([A-Z]-[A-Z]\d+|\d+)/g)].map(([, n]) => n);
    const known = readings.map((r) => /^([A-Z]-[A-Z]\d+|\d+)-/.exec(r.id)?.[1]);

    expect(cited.length).toBeGreaterThan(0);
    expect(cited.filter((n) => !known.includes(n))).toEqual([]);
  });
  test("at least 95 % of guards and actions can be read as formulas", () => {
    const setup = readModule(source).charts[0]!.setup!;
    const code = [...setup.guards, ...setup.actions].map((one) =>
      one.text.replace(/^assign\(([^]*)\)$/, "$1"),
    );
    const unread = code.filter((one) => !parseExpr(one).expr);

    expect(unread.length / code.length).toBeLessThanOrEqual(0.05);
  });
}

/** The literal words of a type, each with the name of the field that it stands in. */
function wordsIn(type: PayloadType, name: string): [string, string][] {
  if (type.kind === "literal") return typeof type.value === "string" ? [[name, type.value]] : [];
  if (type.kind === "union" || type.kind === "tuple") return type.of.flatMap((one) => wordsIn(one, name));
  if (type.kind === "array" || type.kind === "record") return wordsIn(type.of, name);
  return type.kind === "object" ? type.fields.flatMap((field) => wordsIn(field.type, field.name)) : [];
}
