import type { GameWords } from "#core/entries/kit.ts";
import type { Option, PlayView } from "#core/entries/play.ts";
import type { Say } from "#player/say.ts";

/** The senders that are no players come last. */
export const NO_PLAYERS: readonly string[] = ["table", "chance"];

/** The seats of a game: those that its context lists, those that may act, and those that it waits for. */
export function seatsOf({ context, asks }: PlayView, options: readonly Option[]): readonly string[] {
  const listed = Array.isArray(context["seats"]) ? context["seats"] : [];
  const names = [...listed, ...options.map(({ by }) => by), ...asks].filter(
    (seat): seat is string => typeof seat === "string" && seat !== "",
  );
  const all = [...new Set(names)];
  return [
    ...all.filter((seat) => !NO_PLAYERS.includes(seat)),
    ...NO_PLAYERS.filter((seat) => all.includes(seat)),
  ];
}

/** A seat by its name, in a colour of its own. @param at its place among the seats */
export function SeatChip({ seat, at, words }: { seat: string; at: number; words: GameWords }) {
  return (
    <bdi className="seat" data-seat={NO_PLAYERS.includes(seat) ? "none" : (Math.max(at, 0) % 6) + 1}>
      {words.name(seat)}
    </bdi>
  );
}

/** Whose moves are shown: everyone's, or those of the person who has the device now. */
export function SeatBar({
  seats,
  asks,
  chosen,
  choose,
  words,
  say,
}: {
  readonly seats: readonly string[];
  readonly asks: readonly string[];
  readonly chosen: string | undefined;
  readonly choose: (seat: string | undefined) => void;
  readonly words: GameWords;
  readonly say: Say;
}) {
  return (
    <div className="seats" role="group" aria-label={say("seats")}>
      <button type="button" aria-pressed={chosen === undefined} onClick={() => choose(undefined)}>
        {say("everyone")}
      </button>
      {seats.map((seat) => (
        <button key={seat} type="button" aria-pressed={chosen === seat} onClick={() => choose(seat)}>
          <bdi>{words.name(seat)}</bdi>
          {asks.includes(seat) && <span className="acts">{say("acts")}</span>}
        </button>
      ))}
    </div>
  );
}
