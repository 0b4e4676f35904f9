import type { BenchLine, Measure } from "../line.ts";
import { readBefore, writeBefore, keyOf } from "../readability/before.ts";
import { at, columns, type Row } from "../readability/figures.ts";
import { judgedGames, type JudgedGame } from "../readability/games.ts";
import { type Look, lookAtGames, lookAtOthers, views } from "../readability/looks.ts";
import { table } from "../support/table.ts";
import { CROSSINGS, NAMED } from "#test/support/readability/missedGoals.ts";

/** What a person can read of a chart, as Chromium shows it: as opened and after Fit, in three languages, on several canvases. */
export const readability: BenchLine = {
  about: "what can be read of a whole chart: names, sizes, texts and lines in each other's way",
  run: async ({ say, withStudio, games: wanted, keep, scale }) =>
    withStudio(async (open) => {
      const games = await judgedGames(open.studio.root, wanted);
      const before = await readBefore();
      const looks: Look[] = [];
      const [held, others] = [
        games.filter(({ kind }) => kind === "game"),
        games.filter(({ kind }) => kind !== "game"),
      ];
      const tell = (look: Look) => looks.push(look);
      try {
        await lookAtGames(open, held, { tell, say }, scale);
        await lookAtOthers(open, others, { tell, say });
      } finally {
        // what was measured before something failed took minutes, too
        if (keep) await writeBefore(before, looks);
      }
      if (looks.every(({ row }) => !row || at(row, "TEXTS") === 0))
        throw new Error(`No text was found in ${looks.length} looks at ${games.length} charts`);
      for (const game of held) say(printed(game.id, ofGame(looks, game), before));
      if (others.length > 0) say(printed("generated and foreign charts", of(looks, others), before, true));
      return [
        ...held.flatMap((game) => worstOf(game, ofGame(looks, game))),
        ...zeros("others", of(looks, others)),
      ];
    }),
};

const ofGame = (looks: readonly Look[], { id }: JudgedGame) => looks.filter(({ game }) => game === id);
const of = (looks: readonly Look[], games: readonly JudgedGame[]) =>
  looks.filter(({ game }) => games.some(({ id }) => id === game));

/** A table of looks: each figure, and in brackets what it was before. */
function printed(
  title: string,
  looks: readonly Look[],
  before: ReadonlyMap<string, Row>,
  named = false,
): string {
  const rows = looks.map((look) => {
    const old = before.get(keyOf(look));
    const figures = columns.map((_, i) => {
      const [now, then] = [look.row?.[i], old?.[i]];
      return `${now ?? "-"}${then === undefined || Number.isNaN(then) ? "" : ` (${then})`}`;
    });
    return [...(named ? [look.game] : []), look.view, look.locale, look.moment, ...figures];
  });
  const heads = [...(named ? ["CHART"] : []), "VIEW", "LABELS", "WHEN", ...columns.map(({ head }) => head)];
  return `\n${title} (in brackets: before)\n${table([heads, ...rows])}`;
}

/** The worst look of a game in each view, and what must be zero in all of them. */
function worstOf(game: JudgedGame, looks: readonly Look[]): Measure[] {
  const named = views.flatMap(({ name }) => {
    const own = looks.filter(({ view }) => view === name);
    if (own.length === 0) return [];
    const value = Math.max(...own.map(({ row }) => (row ? 100 - at(row, "NAMED %") : 100)));
    return { what: `${game.id}: without a name, ${name}`, value, unit: "%", limit: 100 - (NAMED[name] ?? 0) };
  });
  const outer = Math.max(...looks.map(({ row }) => (row ? 100 - at(row, "OUTER %") : 100)));
  const rest = zeros(game.id, looks);
  return [
    ...named,
    { what: `${game.id}: outer two levels without a name`, value: outer, unit: "%", limit: 0 },
    ...rest,
  ];
}

/** What must be zero, summed up over all looks, and the most crossings a line. */
function zeros(name: string, looks: readonly Look[]): Measure[] {
  if (looks.length === 0) return [];
  const sum = (head: Parameters<typeof at>[1]) =>
    looks.reduce((all, { row }) => all + (row ? at(row, head) : 0), 0);
  const note = `sum of ${looks.length} looks`;
  const zero = (what: string, head: Parameters<typeof at>[1]): Measure => ({
    what: `${name}: ${what}`,
    value: sum(head),
    unit: "",
    limit: 0,
    note,
  });
  const most = Math.max(...looks.map(({ row }) => (row ? at(row, "A LINE") : 0)));
  return [
    zero("texts under the floor", "SMALL"),
    zero("text on text", "ON TEXT"),
    zero("lines through a state", "THRU STATE"),
    zero("lines through a text", "THRU TEXT"),
    { what: `${name}: crossings a line, worst look`, value: most, unit: "", limit: CROSSINGS },
    {
      what: `${name}: not drawn in a minute`,
      value: looks.filter(({ row }) => !row).length,
      unit: "",
      limit: 0,
    },
  ];
}
