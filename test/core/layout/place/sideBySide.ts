import { TRACK } from "#core/layout/grid/strands.ts";
import type { Picture } from "#core/layout/picture.ts";
import { drawnLines, spanOf } from "#test/core/layout/place/drawnLines.ts";

/** Lines further apart than this run in different channels: tracks of one are nearer as soon as it has many. */
const APART = TRACK + 1;

/** The most tracks that run side by side anywhere in a picture. Lines that share their way are one. */
export function mostTracks(picture: Picture): { readonly count: number; readonly lines: readonly string[] } {
  const pieces = drawnLines(picture).flatMap(({ arrow, pieces: own }) =>
    own.map((piece) => ({ id: arrow.id, flat: piece.flat, ...spanOf(piece) })),
  );
  let most: { count: number; lines: readonly string[] } = { count: 0, lines: [] };
  for (const flat of [true, false]) {
    const own = pieces.filter((piece) => piece.flat === flat).toSorted((a, b) => a.at - b.at);
    // the number only changes where a piece begins
    for (const place of new Set(own.map(({ lo }) => lo + TRACK / 2))) {
      let [count, last, lines] = [0, -Infinity, [] as string[]];
      for (const { id, lo, hi, at } of own) {
        if (lo > place || hi < place) continue;
        if (at - last > APART) [count, lines] = [0, []];
        if (at - last > 1.5) count++;
        lines.push(id);
        last = at;
        if (count > most.count) most = { count, lines: [...lines] };
      }
    }
  }
  return most;
}
