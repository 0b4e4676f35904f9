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
