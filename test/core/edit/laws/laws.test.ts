import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import { commands, runCommand } from "#core/edit/commands.ts";
import { chartOf } from "#test/core/edit/applyCommand.ts";
import { tryCommand, WRITTEN_ELSEWHERE, written } from "#test/core/edit/laws/checkCommand.ts";
import { buildMachine, builtTargets } from "#test/core/edit/laws/buildMachine.ts";
import {
  allPaths,
  find,
  modelOf,
  under,
  type Behavior,
  type Model,
  type Path,
  type State,
} from "#test/core/edit/laws/model.ts";
import { copyOf, expectedOf } from "#test/core/edit/laws/oracle.ts";
import { plainScript } from "#test/core/edit/laws/plainScript.ts";
import { randomArgs } from "#test/core/edit/laws/randomArgs.ts";
import { readText } from "#test/core/edit/laws/readText.ts";
import { same } from "#test/core/edit/laws/same.ts";

/** `LONG=1` tries 10,000 modules per law, `LONG=n` n of them. */
const long = Number(process.env["LONG"] ?? 0);
const numRuns = long > 1 ? long : long === 1 ? 10_000 : 300;
const timeout = long > 0 ? 3_600_000 : 120_000;
if (long > 0)
  console.info(`Each law of editing on ${numRuns} random modules, SEED=${fc.readConfigureGlobal().seed}.`);
const MAY_REFUSE = WRITTEN_ELSEWHERE;
const cases = fc.record({ seed: fc.integer({ min: 0 }), size: fc.integer({ min: 1, max: 12 }) });

describe("on random modules: the model that was meant, every other byte kept, the way back, comments, XState agrees", () => {
  // Types of events stand in no module here; blocks have laws of their own.
  for (const id of [...commands.keys()].filter(
    (one) => !/^(event\.declare|event\.addFields|context\.add|block\.insert)$/.test(one),
  ))
    test(
      id,
      () => {
        let applied = 0;
        let tried = 0;
        fc.assert(
          fc.property(cases, (one) => {
            tried++;
            if (tryCommand(id, one)) applied++;
          }),
          { numRuns },
        );
        // A law that is only tried on refusals says nothing.
        expect(applied).toBeGreaterThan(tried / 5);
      },
      timeout,
    );
});

test(
  "renaming there and back gives the same bytes",
  () =>
    fc.assert(
      fc.property(cases, (one) => {
        const { r, model, text, chart } = written(one);
        const inner = allPaths(model.root).slice(1);
        const state = r.pick(inner);
        const there = runCommand("state.rename", text, chart, { state, to: "elsewhere" });
        if ("refused" in there) {
          expect(MAY_REFUSE).toContain(there.refused.code);
          return;
        }
        const middle = applyEdits(text, there.edits);
        const renamed = [...state.slice(0, -1), "elsewhere"];

        const back = runCommand("state.rename", middle, chartOf(middle), {
          state: renamed,
          to: state.at(-1),
        });

        if ("refused" in back) expect.fail(JSON.stringify(back.refused));
        // A bare key that is an identifier comes back bare; one that had to be quoted stays quoted.
        const after = applyEdits(middle, back.edits);
        const names = (code: string) => code.match(/(?:NAME|SHARED)\d+/g)?.length;
        // A name that stood for something else as well was written out.
        if (names(middle) !== names(text)) same(modelOf(chartOf(after)), model, () => text);
        else expect(after, text).toBe(text);
      }),
      { numRuns },
    ),
  timeout,
);

const EDITS = [
  "state.rename",
  "state.describe",
  "state.delete",
  "transition.describe",
  "transition.retarget",
];
test(
  "what is refused because it is shared is done after what the refusal offers, which changes nothing",
  () => {
    let offered = 0;
    fc.assert(
      fc.property(cases, fc.constantFrom(...EDITS), (one, id) => {
        const { r, model, text: first, chart } = written(one);
        const args = randomArgs(r, model, id);
        let text = first;
        let now = chart;
        for (let round = 0; ; round++) {
          const change = runCommand(id, text, now, args);
          if (!("refused" in change)) {
            if (round > 0)
              same(
                modelOf(readText(applyEdits(text, change.edits)).chart),
                expectedOf(model, id, args),
                () => text,
              );
            return;
          }
          const { offer } = change.refused;
          if (!offer) return;
          expect(round, `${id} ${JSON.stringify(args)}\n${first}\n${text}`).toBeLessThan(30);
          const own = runCommand(offer.id, text, now, offer.args);
          // Its names may mean something else there.
          if ("refused" in own) return;
          offered++;
          const told = text;
          text = applyEdits(text, own.edits);
          const read = readText(text);
          now = read.chart;
          same(modelOf(now), model, () => `${offer.id} ${JSON.stringify(offer.args)}\n${told}\n${text}`);
          const built = readText(first);
          expect(builtTargets(buildMachine(text, read.file))).toEqual(
            builtTargets(buildMachine(first, built.file)),
          );
        }
      }),
      { numRuns: numRuns * 4 },
    );
    expect(offered).toBeGreaterThan(numRuns / 20);
  },
  timeout,
);

/** What stands in consts that are used elsewhere, too, by themselves or in one that is, each as it is written. */
function constsOf(text: string): string[] {
  const written = new Map(
    [...text.matchAll(/^const (SHARED\d+) = .*$/gm)].map(([whole, name = ""]) => [name, whole]),
  );
  const others = new Set([...text.matchAll(/^void (SHARED\d+);$/gm)].map(([, name = ""]) => name));
  for (const name of others)
    for (const [inside] of written.get(name)?.matchAll(/SHARED\d+/g) ?? []) others.add(inside);
  return [...written].flatMap(([name, whole]) => (others.has(name) ? [whole] : []));
}

test(
  "what is shared is changed for the one that was meant, and for nothing else",
  () => {
    let owned = 0;
    fc.assert(
      fc.property(cases, fc.constantFrom(...EDITS, "transition.add", "transition.guard"), (one, id) => {
        const { r, model, text, chart } = written(one);
        const args = randomArgs(r, model, id);
        const alone = runCommand(id, text, chart, args);
        if (!("refused" in alone) || !alone.refused.offer) return;
        const change = runCommand(id, text, chart, args, (later) => [readText(later).chart]);
        if ("refused" in change) return;
        owned++;
        const after = applyEdits(text, change.edits);
        const told = () => `${id} ${JSON.stringify(args)}\n${text}\n--- after\n${after}`;
        const read = readText(after);
        same(modelOf(read.chart), expectedOf(model, id, args), told);
        expect(applyEdits(after, invertEdits(text, change.edits)), told()).toBe(text);
        // The const is what it was, for whoever else uses it; what spells a state in it follows a rename, where that is meant by all.
        if (id !== "state.rename") expect(constsOf(after), told()).toEqual(constsOf(text));
        // Nothing is put where nothing is told of: a copy that is there is told of at the name that it stands for.
        for (const { code, at } of change.warnings)
          if (code === "own-now")
            expect(at && text.slice(at.from, at.to), told()).toMatch(/(?:SHARED|GIVES)\d+/);
        buildMachine(after, read.file);
      }),
      { numRuns: numRuns * 8 },
    );
    expect(owned).toBeGreaterThan(numRuns / 20);
  },
  timeout,
);

test(
  "adding a state and deleting it gives the same model",
  () =>
    fc.assert(
      fc.property(cases, (one) => {
        const { r, model, text, chart } = written(one);
        const parent = r.pick(allPaths(model.root));
        const there = runCommand("state.add", text, chart, { parent, key: "fresh" });
        if ("refused" in there) {
          expect(["parent-cannot-have-children", ...MAY_REFUSE]).toContain(there.refused.code);
          return;
        }
        const middle = applyEdits(text, there.edits);

        const back = runCommand("state.delete", middle, chartOf(middle), { state: [...parent, "fresh"] });

        if ("refused" in back) expect.fail(JSON.stringify(back.refused));
        const after = modelOf(chartOf(applyEdits(middle, back.edits)));
        same(after, withoutEmptyParallel(model, parent), () => text);
      }),
      { numRuns },
    ),
  timeout,
);

test(
  "a state pasted into another machine is the same inside, and nothing else changes but setup",
  () =>
    fc.assert(
      fc.property(cases, cases, (one, two) => {
        const source = written(one);
        const goal = written(two);
        const from = source.r.pick(allPaths(source.model.root).slice(1));
        const parent = goal.r.pick(allPaths(goal.model.root));
        const copied = runCommand("state.copy", source.text, source.chart, { state: from });
        if ("refused" in copied) {
          expect(MAY_REFUSE).toContain(copied.refused.code);
          return;
        }
        // Functions of the one module are not there in the other.
        if (copied.clip?.includes("GIVES")) return;
        const args = { parent, clip: copied.clip, key: "pasted", policy: "drop" };

        const change = runCommand("state.paste", goal.text, goal.chart, args);

        const told = () => `${JSON.stringify(args)}\n${goal.text}`;
        if ("refused" in change) {
          expect(["parent-cannot-have-children", "first-child-history", ...MAY_REFUSE], told()).toContain(
            change.refused.code,
          );
          return;
        }
        const text = applyEdits(goal.text, change.edits);
        const read = readText(text);
        const after = modelOf(read.chart);
        const pasted = find(after.root, [...parent, "pasted"]);
        const original = find(source.model.root, from);
        if (!pasted || !original) expect.fail(told());
        const inside = insideOf(pasted, [...parent, "pasted"]);
        same(inside, insideOf(original, from), () => `${told()}\n--- after\n${text}`);
        const back = runCommand("state.delete", text, read.chart, { state: [...parent, "pasted"] });
        if ("refused" in back) expect.fail(told());
        const { root } = modelOf(chartOf(applyEdits(text, back.edits)));
        same(root, withoutEmptyParallel(goal.model, parent).root, told);
        buildMachine(text, read.file);
      }),
      { numRuns },
    ),
  timeout,
);

/** The model, where an empty parallel state is atomic: its last region came and went. */
function withoutEmptyParallel(model: Model, path: Path): Model {
  const copy = copyOf(model);
  const place = find(copy.root, path);
  if (place?.type === "parallel" && place.children.length === 0) place.type = "atomic";
  return copy;
}

/** What a state holds, its targets inside counted from itself and those outside left aside; ids may differ. */
function insideOf(state: State, at: Path): unknown {
  const target = (path: Path) => (under(path, at) ? [path.slice(at.length)] : []);
  const guard = (one: Behavior | undefined) => (one && "stateIn" in one ? "stateIn" : one);
  const visit = ({ id, key: _, events, historyTarget, children, ...rest }: State): unknown => ({
    ...rest,
    hasId: id !== undefined,
    historyTarget: historyTarget && target(historyTarget)[0],
    events: events.map(({ candidates, ...event }) => ({
      ...event,
      candidates: candidates.map((one) => ({
        ...one,
        guard: guard(one.guard),
        targets: one.targets.flatMap(target),
      })),
    })),
    children: children.map((child) => ({ key: child.key, inside: visit(child) })),
  });
  return visit(state);
}

test(
  "no command throws, whatever the arguments, and a refusal has no edits",
  () => {
    const ids = [...commands.keys(), "no.such", "__proto__"];
    const junk = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true });
    const field = fc.constantFrom(
      "state",
      "parent",
      "to",
      "text",
      "source",
      "transition",
      "target",
      "index",
      "guard",
      "action",
      "name",
      "on",
      "type",
      "event",
      "clauses",
      "id",
      "key",
      "before",
      "slot",
      "reenter",
      "policy",
      "states",
      "tags",
      "value",
      "src",
      "input",
      "systemId",
      "targets",
      "initial",
    );
    const value = fc.oneof(
      junk,
      fc.string({ unit: "binary" }),
      fc.array(fc.string(), { maxLength: 3 }),
      fc.constantFrom(
        [],
        ["idle"],
        ["main"],
        null,
        "on",
        0,
        -1,
        1e9,
        { name: "x" },
        { text: "\u0000" },
        { source: [], slot: "on", event: "NEXT", index: 0 },
      ),
    );
    const args = fc.oneof(junk, fc.dictionary(field, value));
    fc.assert(
      fc.property(cases, fc.constantFrom(...ids), args, (one, id, given) => {
        const { text, chart } = written(one);
        const outcome = runCommand(id, text, chart, given);
        if ("refused" in outcome) expect(Object.keys(outcome)).toEqual(["refused"]);
        else expect(chartOf(applyEdits(text, outcome.edits))).toBeDefined();
      }),
      { numRuns: numRuns * 4 },
    );
  },
  timeout,
);

test("the generated modules have comments to lose", () => {
  const counts = Array.from({ length: 50 }, (_, seed) => written({ seed, size: 8 }).comments.length);
  expect(counts.filter((count) => count > 5).length).toBeGreaterThan(10);
});

test("a module built by its tree is the one that a transpiler gives", () => {
  for (let seed = 0; seed < 100; seed++) {
    const { text, file } = readText(written({ seed, size: 8 }).text);
    // Which the transpiler leaves as they are.
    if (text.includes("@inject")) continue;

    expect(plainScript(text, file), text).toBeDefined();

    expect(builtTargets(buildMachine(text, file))).toEqual(builtTargets(buildMachine(text)));
  }
});
