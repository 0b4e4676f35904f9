import { expect } from "vitest";
import { applyEdits, invertEdits } from "#core/text/textEdit.ts";
import type { Chart } from "#core/chart/chart.ts";
import { transitionOf, type TransitionRef } from "#core/chart/places.ts";
import { runCommand } from "#core/edit/commands.ts";
import { buildMachine, builtTargets } from "#test/core/edit/laws/buildMachine.ts";
import { lostComments } from "#test/core/edit/laws/comments.ts";
import { allPaths, find, modelOf, type Model } from "#test/core/edit/laws/model.ts";
import { expectedOf } from "#test/core/edit/laws/oracle.ts";
import { printModule } from "#test/core/edit/laws/printModule.ts";
import { random, type Random } from "#test/core/edit/laws/random.ts";
import { randomArgs } from "#test/core/edit/laws/randomArgs.ts";
import { randomModel } from "#test/core/edit/laws/randomModel.ts";
import { readText, type ReadText } from "#test/core/edit/laws/readText.ts";
import { same } from "#test/core/edit/laws/same.ts";

/** A random module, named by numbers. */
export interface Case {
  readonly seed: number;
  readonly size: number;
}

/** A module, what it was made from and what is read of it. */
export interface Written extends Omit<ReadText, "file"> {
  readonly model: Model;
}

/** Every law of a run asks for the same cases, as they have the same seed. */
const known = new Map<string, Written>();
const MOST = 10_000;

/** The random module, not to be changed, and what chooses what is done with it. */
export function written({ seed, size }: Case): Written & { readonly r: Random } {
  const name = `${seed} ${size}`;
  let one = known.get(name);
  if (!one) {
    one = write(seed, size);
    if (known.size < MOST) known.set(name, one);
  }
  // A chart of its own, so that what commands remember of it goes when they are done; a remembered one is 80 kB.
  const chart = { ...one.chart, root: { ...one.chart.root } };
  return { ...one, chart, r: random(~seed) };
}

function write(seed: number, size: number): Written {
  const r = random(seed);
  const model = randomModel(r, size);
  const text = printModule(model, r);
  const { chart, comments } = readText(text);
  return { model, text, chart, comments };
}

/** What a command may say about values that stand in a const. */
export const WRITTEN_ELSEWHERE = [
  "target-shared",
  "origin-shared",
  "origin-given",
  "not-written-here",
  "initial-not-written-here",
];

/** Runs a command on a random module and checks what holds for every command. Answers whether it was applied. */
export function tryCommand(id: string, one: Case): boolean {
  const { r, model, text, chart, comments } = written(one);
  const given = randomArgs(r, model, id);
  const expected = expectedOf(model, id, given);
  const args = id === "state.paste" ? withClip(text, chart, given) : given;

  const change = runCommand(id, text, chart, args, (later) => [readText(later).chart]);

  const told = () => `${id} ${JSON.stringify(args)}\n${text}`;
  if ("refused" in change) {
    // What cannot be copied because it is written elsewhere leaves an empty clip.
    const far = refusesFar(id, text) ? [...WRITTEN_ELSEWHERE, "clip-not-a-state"] : [];
    // An event or delay that a spread has as well is not renamed: the spread's would come to light.
    const hides =
      /^(event|delay)\.rename$/.test(id) && text.includes("inherited") ? ["spread-may-bring"] : [];
    // A text in a call may be this and that.
    const twofold = id.endsWith(".rename") && text.includes("GIVES") ? ["name-shared"] : [];
    // A target whose text others use stays theirs: a copy of the transition would go on saying it.
    const ref = id === "transition.own" ? (args as { transition: TransitionRef }).transition : undefined;
    const isLasting = ref && transitionOf(chart, ref)?.transition.targets.some((target) => target.shared);
    const lasting = isLasting ? ["not-written-here"] : [];
    const allowed = ["refused" in expected ? expected.refused : [], far, hides, twofold, lasting].flat();
    if (!allowed.includes(change.refused.code))
      expect(allowed, `${told()}\n${JSON.stringify(change.refused)}`).toContain(change.refused.code);
    return false;
  }
  const after = applyEdits(text, change.edits);
  const both = () => `${told()}\n--- after\n${after}`;
  if ("refused" in expected) expect.fail(`should refuse with ${expected.refused.join(" or ")}: ${both()}`);
  const read = readText(after);
  same(modelOf(read.chart), expected, both);
  same(applyEdits(after, invertEdits(text, change.edits)), text, both);
  same(lostComments(id, given, comments, read.comments), [], both);
  same(change.pathMap, pathsThatMoved(id, given, model, expected), both);
  same(after.includes("\n") && text.includes("\r\n") ? /[^\r]\n/.test(after) : false, false, both);
  checkBuilds(read, expected, both);
  return true;
}

/** Commands that take code from one place to another, which a const may not allow. */
const TAKES_ALONG = new Set(["state.copy", "state.paste", "state.duplicate", "state.move"]);

/** May the command say that something is written elsewhere? What stands in a const that is used once is edited there. */
const refusesFar = (id: string, text: string): boolean =>
  text.includes("SHARED") ||
  text.includes("GIVES") ||
  (text.includes("ONCE") && TAKES_ALONG.has(id)) ||
  // A target that is named by a const would stand above that const.
  (text.includes("ONCE") && text.includes("NAME") && /^transition\.(?:retarget|event)$/.test(id));

/** The arguments with what `state.copy` gives for the state they name, or with nothing when it refuses. */
function withClip(text: string, chart: Chart, given: unknown): unknown {
  const { from, ...args } = given as { from: string[] };
  const copied = runCommand("state.copy", text, chart, { state: from });
  return { ...args, clip: "clip" in copied ? copied.clip : "" };
}

/** Old path -> new path of each state, found by walking both models with the command's own arguments only. */
function pathsThatMoved(
  id: string,
  args: unknown,
  before: Model,
  after: Model,
): Record<string, string | null> {
  if (id === "state.wrap" || id === "state.extract") return pathsGathered(args, before, after);
  const { state, to, parent } = args as { state?: string[]; to?: string; parent?: string[] };
  const top = state ?? [];
  const goal =
    id === "state.rename"
      ? [...top.slice(0, -1), to ?? ""]
      : id === "state.move"
        ? [...(parent ?? []), top.at(-1) ?? ""]
        : null;
  if (id !== "state.delete" && !goal) return {};
  const moved = allPaths(before.root).filter((path) => top.every((key, i) => path[i] === key));
  const entries = moved.map((path) => {
    const next = goal && [...goal, ...path.slice(top.length)];
    if (next && !find(after.root, next)) expect.fail(`no ${next.join(".")} in what is expected`);
    return [path.join("."), next && next.join(".")] as const;
  });
  return Object.fromEntries(entries.filter(([from, next]) => from !== next));
}

/** The same for states that went into a new one: its key is the one that was not there before. */
function pathsGathered(args: unknown, before: Model, after: Model): Record<string, string> {
  const { state, states } = args as { state?: string[]; states?: string[][] };
  const tops = states ?? [state ?? []];
  const at = tops[0]?.slice(0, -1) ?? [];
  const known = new Set(find(before.root, at)?.children.map((child) => child.key));
  const name = find(after.root, at)?.children.find((child) => !known.has(child.key))?.key ?? "";
  const moved = allPaths(before.root).filter((path) =>
    tops.some((top) => top.every((key, i) => path[i] === key)),
  );
  return Object.fromEntries(
    moved.map((path) => [path.join("."), [...at, name, ...path.slice(at.length)].join(".")]),
  );
}

/** The text runs, and XState resolves the targets that the model says. */
function checkBuilds({ text, file }: ReadText, model: Model, told: () => string): void {
  const machine = buildMachine(text, file);
  const wanted = allPaths(model.root).map((path) => {
    const events = find(model.root, path)?.events ?? [];
    const targets = events.flatMap((event) =>
      event.candidates.flatMap((one) => one.targets.map((goal) => goal.join("."))),
    );
    return [path.join("."), targets.toSorted()] as const;
  });
  same(builtTargets(machine), Object.fromEntries(wanted), told);
}
