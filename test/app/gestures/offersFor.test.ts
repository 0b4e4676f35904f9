import { describe, expect, test } from "vitest";
import { applyEdits } from "#core/text/textEdit.ts";
import { placeOf } from "#core/chart/places.ts";
import { commands, runCommand } from "#core/edit/commands.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { answers, argsOf, type Offer, type Values } from "#app/studio/offer.ts";
import { offersFor } from "#app/gestures/offersFor.ts";
import type { Selection } from "#app/studio/route.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";

/** A machine that has one of everything. */
const text = `import { fromPromise, setup } from "xstate";
export const machine = setup({
  types: { events: {} as { type: "GO" } | { type: "BACK" } },
  guards: { mayGo: () => true },
  actions: { note: () => {}, ring: () => {} },
  actors: { wait: fromPromise(async () => 1) },
  delays: { soon: 10 },
}).createMachine({
  id: "m",
  initial: "b",
  states: {
    a: {
      tags: ["busy"],
      meta: { clauses: ["C-1"], structural: "why" },
      entry: ["note", "ring"],
      exit: "note",
      invoke: { id: "w", src: "wait", onDone: "b" },
      on: { GO: [{ guard: "mayGo", actions: ["note", "ring"], target: "b" }, "c"] },
      after: { soon: "b" },
    },
    b: { on: { BACK: "a" } },
    c: { initial: "d", states: { d: {} } },
  },
});
`;
const chart = chartOf(text);
const { sites: symbols } = symbolTable(text, chart);
const selections: Record<string, Selection> = {
  machine: null,
  state: { kind: "state", id: "a" },
  transition: { kind: "transition", id: "a|on|GO|0" },
};
const offersOf = (name: string): Offer[] => offersFor(chart, selections[name] ?? null, { symbols });

/** What a person would fill into fields that are empty at first, or would change. */
const typed: Record<string, Values> = {
  "state.rename": { to: "begin" },
  "state.setId": { id: "first" },
  "state.setMeta": { key: "colour", value: `["red"]` },
  "transition.setMeta": { key: "colour", value: "red" },
  "state.addAction": { action: "ring" },
  "transition.addAction": { action: "({ context }) => context" },
  "invoke.add": { src: "wait", input: "() => 1" },
  "state.setType": { type: "parallel" },
  "state.describe": { text: "where it begins" },
  "transition.add": { event: "STOP", target: "to:b" },
  "transition.event": { event: "START" },
  "transition.describe": { text: "on it goes" },
};
const given = (offer: Offer): Values => {
  if (offer.words.endsWith(".rename") && offer.words !== "state.rename") return { to: "another" };
  if (/\.(?:stub|declare)$/.test(offer.words)) return { name: "fresh" };
  if (offer.words === "event.addFields") return { fields: "fresh: string" };
  if (offer.words === "context.add") return { name: "fresh", value: "0" };
  return typed[offer.words] ?? {};
};

describe("every command has a place", () => {
  const placesOf = (id: string) =>
    Object.keys(selections).filter((name) => offersOf(name).some(({ command }) => command === id));

  test.for([...commands.keys()].filter((id) => !id.endsWith(".own")))("%s", (id) => {
    const about = id.startsWith("transition.") && id !== "transition.add" ? "transition" : "state";

    expect(placesOf(id)).toContain(about);
  });

  test("what is shared can be made one's own, and nothing else", () => {
    const both = chartOf(`import { createMachine } from "xstate";
const leaf = { on: { GO: "c" } };
const go = { target: "c" };
export const m = createMachine({ initial: "a", states: { a: leaf, b: leaf, c: { on: { GO: go, OFF: go } } } });`);
    const own = (selection: Selection) =>
      offersFor(both, selection).filter(({ command }) => command.endsWith(".own"));

    expect(own({ kind: "state", id: "a" }).map(({ command }) => command)).toEqual(["state.own"]);
    expect(own({ kind: "transition", id: "c|on|GO|0" }).map(({ command }) => command)).toEqual([
      "transition.own",
    ]);
    expect(own({ kind: "state", id: "c" })).toEqual([]);
  });

  test("and nothing else is offered", () => {
    const offered = Object.keys(selections).flatMap((name) => offersOf(name).map(({ command }) => command));

    expect([...new Set(offered)].filter((id) => !commands.has(id))).toEqual([]);
  });

  test("each is offered once for the same thing", () => {
    for (const name of Object.keys(selections)) {
      const words = offersOf(name).map((offer) => offer.words);

      expect(words).toEqual([...new Set(words)]);
    }
  });
});

describe("what is asked is enough", () => {
  for (const name of Object.keys(selections))
    for (const offer of offersOf(name)) {
      // A dialog of its own asks for the rest.
      if (offer.clipboard === "paste" || offer.dialog) continue;
      test(`${offer.words} on the ${name}`, () => {
        const args = argsOf(offer, given(offer));
        const outcome = runCommand(offer.command, text, chart, args);

        expect(args).toBeDefined();
        expect("refused" in outcome ? outcome.refused : undefined).toBeUndefined();
        if ("refused" in outcome || offer.clipboard) return;
        const after = chartOf(applyEdits(text, outcome.edits));
        const selected = offer.select?.(chart, after, args ?? {});
        if (selected?.kind === "state")
          expect(placeOf(after, selected.id.split(".").filter(Boolean))).toBeDefined();
      });
    }
});

const offer = (name: string, words: string): Offer => {
  const found = offersOf(name).find((one) => one.words === words);
  if (!found) throw new Error(`${words} is not offered for the ${name}`);
  return found;
};

test("a field that is needed and empty leaves nothing to be done", () => {
  expect(argsOf(offer("state", "state.addAction"), { action: "  " })).toBeUndefined();
  expect(argsOf(offer("state", "state.rename"), { to: "" })).toBeUndefined();
});

test("another action of the list brings its own text", () => {
  const change = offer("state", "state.setAction");

  expect(answers(change, {})["action"]).toBe("note");
  expect(answers(change, { index: "1" })["action"]).toBe("ring");
  expect(answers(change, { on: "exit" })["action"]).toBe("note");
});

test("siblings that are selected too are chosen in what gathers", () => {
  const offers = offersFor(chart, { kind: "state", id: "a" }, { also: [["c"]] });
  const gather = offers.find(({ command }) => command === "state.extract");

  expect(gather && argsOf(gather, { key: "turn", initial: "c" })).toEqual({
    states: [["a"], ["c"]],
    key: "turn",
    initial: "c",
  });
});

test("a final state is offered nothing that leaves it or goes into it", () => {
  const ended = chartOf(text.replace(`b: { on: { BACK: "a" } }`, `b: { type: "final" }`));
  const ids = offersFor(ended, { kind: "state", id: "b" }).map(({ command }) => command);

  expect(ids).not.toContain("transition.add");
  expect(ids).not.toContain("state.add");
  expect(ids).not.toContain("invoke.add");
});

test("the machine itself cannot be moved, wrapped or deleted", () => {
  const ids = offersOf("machine").map(({ command }) => command);

  for (const id of ["state.move", "state.wrap", "state.delete", "state.rename", "state.copy"])
    expect(ids).not.toContain(id);
});

test("of several states all are moved, copied, cut or deleted, and gathered when they are siblings", () => {
  const several = (...also: string[][]) => offersFor(chart, { kind: "state", id: "a" }, { also });
  const wordsOf = (offers: readonly Offer[]) =>
    offers.filter(({ group }) => group !== "setup").map(({ words }) => words);

  const each = ["state.move-many", "state.copy-many", "state.cut-many", "state.delete-many"];
  expect(wordsOf(several(["c"]))).toEqual(["state.extract", ...each]);
  expect(wordsOf(several(["c", "d"]))).toEqual(each);
  expect(several(["b"]).find(({ words }) => words === "state.delete-many")?.each).toEqual([
    { state: ["a"] },
    { state: ["b"] },
  ]);
  expect(
    several(["b"])
      .find(({ words }) => words === "state.copy-many")
      ?.args({}),
  ).toEqual({
    state: ["a"],
    also: [["b"]],
  });
});

test("states that are gone are not counted among the selected", () => {
  const words = offersFor(chart, { kind: "state", id: "a" }, { also: [["gone"]] }).map((one) => one.words);

  expect(words).toContain("state.rename");
});
