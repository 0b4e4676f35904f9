import type { Option } from "#core/run/play/play.ts";

/** Whose screen it is when several people share one. */
export interface HotSeat {
  /** The seat whose moves are shown; null while no player is waited for. */
  readonly seat: string | null;
  /** The screen has to be passed to it first: nothing is shown until it says that it is there. */
  readonly handOver: boolean;
  /** Other players who are waited for as well. */
  readonly others: readonly string[];
}

/**
 * Whose screen it is. Who sits there stays as long as the game waits for that seat, unless the screen is wanted for another one.
 * @param seats of the play, in play order
 * @param asks seats, chance or table that are waited for
 * @param requested the seat for which the screen was requested
 */
export function hotSeat(
  seats: readonly string[],
  asks: readonly string[],
  sits: string | null,
  requested: string | null,
): HotSeat {
  const players = asks.filter((seat) => seats.includes(seat));
  const next =
    [requested, sits].find((seat) => seat !== null && players.includes(seat)) ?? players[0] ?? null;
  return {
    seat: next,
    handOver: next !== null && next !== sits,
    others: players.filter((seat) => seat !== next),
  };
}

/** What the person at the screen may see: its own moves, and those that are nobody's. */
export const optionsFor = (
  options: readonly Option[],
  seat: string | null,
  seats: readonly string[],
): readonly Option[] => options.filter(({ by }) => by === seat || !seats.includes(by));
