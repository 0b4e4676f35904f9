import { places } from "#core/chart/places.ts";
import { near } from "#core/diagnostic/near.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
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

/** Only of the machine at hand: places of other machines in the file are theirs. */
function checkLayout({ chart, nodes }: GameSubject): Diagnostic[] {
  const node = nodes.get("layout");
  const machines = node && childOf(node, "machines");
  const name = [chart.ref.name, String(chart.ref.ordinal)].find(
    (key) => key !== undefined && machines && childOf(machines, key),
  );
  const states = machines && name !== undefined ? childOf(childOf(machines, name)!, "states") : undefined;
  const known = places(chart);
  return (states?.entries ?? [])
    .filter(({ key }) => !known.has(key))
    .map(({ key, keyAt }) => ({
      code: "layout-unknown-state",
      severity: "info" as const,
      file: "layout",
      at: keyAt,
      facts: { state: key, near: near(key, known.keys()) },
    }));
}
