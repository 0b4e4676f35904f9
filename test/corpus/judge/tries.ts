import { find, isUnder, pathsOf, same, type Event, type Model, type Path } from "#test/corpus/judge/model.ts";

/** The six edits, in the words of the commands. */
export const EDITS = [
  "state.rename",
  "transition.add",
  "state.delete",
  "state.move",
  "transition.guard",
  "state.describe",
] as const;
export type Edit = (typeof EDITS)[number];

export interface Try {
  readonly edit: Edit;
  readonly args: Readonly<Record<string, unknown>>;
}

const NAMES = ["zz new", "it's", 'say "x"', "新しい手札", "a-b", "🎲", "a${b}", "`tick`", "zzNew", "x/y, z"];
const EVENTS = [
  "ZZ_NEW",
  "zz.dotted.event",
  "it's",
  "捨てる",
  "zz new",
  'say "x"',
  "a-b",
  "ZZ*",
  "🎴",
  "`tick`",
];
const TEXTS = [
  "plain words",
  'it\'s `x` ${y} "z"',
  "二行\n目の説明",
  "tab\tand \\ backslash",
  "*/ // <!-- not a comment",
  "🎴 手札を一枚捨てる。",
];
const GUARDS: readonly unknown[] = [
  { name: "zzGuard" },
  { name: "it's 'so'", params: { n: 1, to: "手札" } },
  { text: "({ context }) => Boolean(context)" },
  { name: "zz guard" },
];

/** A number from a text; the same for the same text. */
export function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return (h ^ (h >>> 15)) >>> 0;
}

/** A try of an edit on a machine, chosen by the seed alone; undefined when the machine has nothing to try it on. */
export function tryOf(edit: Edit, model: Model, seed: string): Try | undefined {
  const pick = <T>(from: readonly T[], what: string): T | undefined =>
    from[hash(`${seed} ${edit} ${what}`) % from.length];
  const paths = pathsOf(model.root);
  const inner = paths.filter((path) => path.length > 0);
  switch (edit) {
    case "state.rename": {
      const state = pick(inner, "state");
      const siblings = state && find(model.root, state.slice(0, -1))?.children.map(({ key }) => key);
      const to = pick(
        NAMES.filter((name) => !siblings?.includes(name)),
        "name",
      );
      return state && { edit, args: { state, to } };
    }
    case "transition.add": {
      const source = pick(
        paths.filter((path) => !["final", "history"].includes(find(model.root, path)?.kind ?? "")),
        "source",
      );
      const target = pick(inner, "target");
      const known =
        source && find(model.root, source)?.events.filter(({ slot, unnamed }) => slot === "on" && !unnamed);
      const old = hash(`${seed} old`) % 4 === 0 ? pick(known ?? [], "event") : undefined;
      return (
        source && target && { edit, args: { source, event: old?.event ?? pick(EVENTS, "event"), target } }
      );
    }
    case "state.delete": {
      const state = pick(
        inner.filter((path) => leavesAnInitial(model, path)),
        "state",
      );
      return state && { edit, args: { state } };
    }
    case "state.move": {
      const legal = inner.flatMap((state) =>
        leavesAnInitial(model, state)
          ? paths.filter((parent) => mayMove(model, state, parent)).map((parent) => ({ state, parent }))
          : [],
      );
      const args = pick(legal, "move");
      return args && { edit, args };
    }
    case "transition.guard": {
      const all = paths
        .flatMap((source) =>
          (find(model.root, source)?.events ?? [])
            .filter(({ unnamed }) => !unnamed)
            .flatMap((event) =>
              event.candidates.map((candidate, index) => ({ source, event, index, candidate })),
            ),
        )
        .filter(({ candidate }) => !("(code)" in candidate.fields));
      const one = pick(all, "transition");
      if (!one) return undefined;
      const guard =
        "guard" in one.candidate.fields && hash(`${seed} off`) % 3 === 0 ? null : pick(GUARDS, "guard");
      return { edit, args: { transition: refOf(one.source, one.event, one.index), guard } };
    }
    case "state.describe":
      return { edit, args: { state: pick(paths, "state"), text: pick(TEXTS, "text") } };
  }
}

const refOf = (source: Path, { slot, event }: Event, index: number) => ({
  source,
  slot,
  ...(event === "" ? {} : { event }),
  index,
});

/** A parent whose initial child goes needs another one that is no history state. */
function leavesAnInitial(model: Model, path: Path): boolean {
  const parent = find(model.root, path.slice(0, -1));
  const rest = parent?.children.filter(({ key }) => key !== path.at(-1)) ?? [];
  if (rest.length === 0) return parent?.unknown.length === 0;
  return parent?.kind === "parallel" || rest.some(({ kind }) => kind !== "history");
}

function mayMove(model: Model, state: Path, parent: Path): boolean {
  const node = find(model.root, state);
  const goal = find(model.root, parent);
  if (!node || !goal || isUnder(parent, state) || same(parent, state.slice(0, -1))) return false;
  if (goal.kind === "final" || goal.kind === "history") return false;
  if (goal.children.some(({ key }) => key === node.key)) return false;
  return goal.children.length > 0 || node.kind !== "history" || goal.kind === "parallel";
}
