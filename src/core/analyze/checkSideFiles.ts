import { places } from "#core/chart/places.ts";
import { near } from "#core/diagnostic/near.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Span } from "#core/text/textEdit.ts";
import { childOf } from "#core/ruleset/jsonText.ts";
import { inFile, knowsClauses, type GameSubject } from "#core/analyze/gameSubject.ts";

/** What review.json and layout.json still say of clauses and states that are gone. */
export const checkSideFiles = (game: GameSubject): Diagnostic[] => [
  ...checkReview(game),
  ...checkLayout(game),
];

function checkReview(game: GameSubject): Diagnostic[] {
  if (!knowsClauses(game)) return [];
  const node = game.nodes.get("review");
  const ids = game.ruleset.clauses.map((clause) => clause.id);
  return ((node && childOf(node, "review")?.items) ?? []).flatMap((item, i) => {
    const clause = childOf(item, "clause")?.text;
    if (clause === undefined || ids.includes(clause)) return [];
    const way = ["review", i, "clause"];
    return [
      inFile(game, "review", way, "review-unknown-clause", "warning", { clause, near: near(clause, ids) }),
    ];
  });
}

/** Only of the machine at hand: what the file says of other machines is theirs. */
function checkLayout({ chart, nodes }: GameSubject): Diagnostic[] {
  const node = nodes.get("layout");
  const machines = node && childOf(node, "machines");
  const name = [chart.ref.name, String(chart.ref.ordinal)].find(
    (key) => key !== undefined && machines && childOf(machines, key),
  );
  const machine = machines && name !== undefined ? childOf(machines, name) : undefined;
  if (!machine) return [];
  const known = places(chart);
  const compounds = childOf(machine, "compounds")?.entries ?? [];
  const keys = [...(childOf(machine, "states")?.entries ?? []), ...compounds];
  return [
    ...keys.flatMap(({ key, keyAt }) => (known.has(key) ? [] : unknown(key, keyAt, known.keys()))),
    ...compounds.flatMap(({ key, value }) => {
      const children = known.get(key)?.node.children.map((child) => child.key);
      if (!children) return [];
      const names = (childOf(value, "lines")?.items ?? []).flatMap((line) => line.items ?? []);
      return names.flatMap(({ text, at }) =>
        text === undefined || text === "" || children.includes(text) ? [] : unknown(text, at, children),
      );
    }),
    ...(childOf(machine, "notes")?.items ?? []).flatMap((note) => {
      const at = childOf(note, "at")?.text;
      return at === undefined || known.has(at) ? [] : unknown(at, note.at, []);
    }),
  ];
}

const unknown = (state: string, at: Span, names: Iterable<string>): Diagnostic[] => [
  {
    code: "layout-unknown-state",
    severity: "info",
    file: "layout",
    at,
    facts: { state, near: near(state, names) },
  },
];
