import { createContext, useContext } from "react";
import type { Run, Step } from "#core/run/timeline/run.ts";
import { cursorStep } from "#core/run/timeline/timeline.ts";

/** The seats of the run that is shown, in play order. */
export const SeatOrder = createContext<readonly string[]>([]);

/** The number of a seat's colour. */
export function useSeatTone(): (seat: string) => number {
  const seats = useContext(SeatOrder);
  return (seat) => seatTone(seats, seat);
}

/** The seats of a play as its context says them. */
export function seatsIn(run: Run): readonly string[] {
  const { seats } = cursorStep(run).outcome.view.context;
  return Array.isArray(seats) ? seats.filter((seat): seat is string => typeof seat === "string") : [];
}

/** The seat that took a step; undefined where the event has no sender. */
export function seatOf({ do: action }: Step): string | undefined {
  const by = action.kind === "send" ? action.event["by"] : undefined;
  return typeof by === "string" ? by : undefined;
}

/** How many seats have a colour of their own (`--seat-1` to `--seat-6`); further seats start again with the first. */
export const SEAT_TONES = 6;

/**
 * The number of a seat's colour: its place among the seats of the play, from 1. 0 for chance, the table and whoever is no seat. The
 * colour never stands alone: the seat's name is beside it.
 */
export function seatTone(seats: readonly string[], seat: string): number {
  const place = seats.indexOf(seat);
  return place < 0 ? 0 : (place % SEAT_TONES) + 1;
}
