import type { Guard, Implementation, StatePath } from "#core/chart/chart.ts";
import { absolute, places } from "#core/chart/places.ts";
import type { Draft } from "#core/edit/draft.ts";
import { warnOfCode, type ChangedNames } from "#core/edit/follow/followUnread.ts";
import { importedFrom } from "#core/edit/follow/stateMentions.ts";
import { symbolTable } from "#core/symbol/symbolSites.ts";
import { unwrap } from "#core/syntax/node.ts";
import type { Span } from "#core/text/textEdit.ts";

/** What a guard of another file asks, and where this file names it. */
interface FarQuestion {
  readonly at: Span;
  readonly state: StatePath;
  /** The code that `stateIn` or `matches` is given there. */
  readonly asked: string;
  readonly code: string;
}

/** Warns of guards of other files that ask for a state which is called otherwise now: `stateIn("q")` is not changed there. */
export function warnOfFarGuards(draft: Draft, changes: ChangedNames): void {
  if (Object.keys(draft.pathMap).length === 0) return;
  for (const { at, state, asked, code } of [...guardsInPlace(draft), ...guardsOfSetup(draft)])
    if (mayAsk(asked, changes) && !draft.isWarnedOf(at)) warnOfCode(draft, at, state, code);
}

/** Whether code names a state that is called otherwise; code without texts and keys may name any. */
function mayAsk(code: string, changes: ChangedNames): boolean {
  const texts = Array.from(code.matchAll(/["'`]([^"'`]*)["'`]/g), ([, text = ""]) => text);
  const keys = code
    .split(":")
    .slice(0, -1)
    .map(
      (before) =>
        before
          .trimEnd()
          .split(/[^\p{ID_Continue}$]/u)
          .at(-1) ?? "",
    )
    .filter((key) => key !== "");
  const names = [...texts, ...keys];
  return names.length === 0 || names.some((name) => changes.path(name) || changes.key(name));
}

/** Guards of transitions: those whose code stands in another file. */
function guardsInPlace(draft: Draft): FarQuestion[] {
  return [...places(draft.chart).values()].flatMap((place) =>
    place.node.transitions.flatMap(({ guard }) =>
      leavesOf(guard).flatMap(({ params, at: written, text }) => {
        const at = absolute(place, written);
        const said = params && absolute(place, params.at);
        const isHere = params && said && draft.text.slice(said.from, said.to) === params.text;
        return params && !isHere ? [{ at, state: place.path, asked: params.text, code: text }] : [];
      }),
    ),
  );
}

/** The parts of a guard that ask for a state. */
function leavesOf(guard: Guard | undefined): readonly Guard[] {
  if (!guard) return [];
  return guard.kind === "stateIn" ? [guard] : (guard.of ?? []).flatMap(leavesOf);
}

/** Guards of the setup that the machine says the names of. */
function guardsOfSetup(draft: Draft): FarQuestion[] {
  const { chart, text } = draft;
  const { sites } = symbolTable(text, chart);
  const isSaid = ({ name }: Implementation) =>
    sites.some((site) => site.kind === "guard" && site.role === "reference" && site.name === name);
  const guards = (chart.setup?.guards ?? []).filter(isSaid);
  const elsewhere = guards.filter(({ elsewhere: file }) => file);
  const named = guards.filter((guard) => !guard.elsewhere && isImported(draft, guard));
  const known = draft.farGuards(named.map((guard) => guard.text));
  return [
    ...elsewhere.flatMap((guard) =>
      Array.from(guard.text.matchAll(/\b(?:stateIn|matches)\s*\(([^()]*)\)/g), ([, asked = ""]) =>
        questionOf(guard, asked),
      ),
    ),
    ...named.flatMap((guard, i) =>
      leavesOf(known[i]).flatMap(({ params }) => (params ? [questionOf(guard, params.text)] : [])),
    ),
  ];
}

const questionOf = ({ valueAt, text }: Implementation, asked: string): FarQuestion => ({
  at: valueAt,
  state: [],
  asked,
  code: text,
});

function isImported({ tree }: Draft, { valueAt }: Implementation): boolean {
  const node = tree.nodeAt(valueAt);
  const inner = node && unwrap(node);
  return inner?.type === "Identifier" && importedFrom(tree, inner) !== undefined;
}
