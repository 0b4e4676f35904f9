import { createHmac, timingSafeEqual } from "node:crypto";
import type { PlayEvent, Player, PlayState } from "#core/entries/play.ts";

const hmac = (secret: string, text: string): Buffer =>
  createHmac("sha256", Buffer.from(secret, "hex")).update(text).digest();

/** The key with which a seat joins: from the table's secret, so that a restarted server knows the same keys. */
export const seatKey = (secret: string, seat: string): string =>
  hmac(secret, `seat:${seat}`).toString("base64url");

/** Names a table; says nothing of its secret. */
export const tableId = (secret: string): string => hmac(secret, "table").toString("hex").slice(0, 16);

/** Whether two keys are the same; takes as long for nearly right ones as for others. */
export const isSameKey = (secret: string, a: string, b: string): boolean =>
  timingSafeEqual(hmac(secret, a), hmac(secret, b));

/**
 * The seed of the chance before an entry of the log: 32 bits of HMAC-SHA-256 of its number. Every act has a seed of its own: who sees dice fall
 * cannot work out the next ones, as would be possible from one seed of 32 bits for the whole game.
 */
const seedAt = (secret: string, entry: number, what: string): number =>
  hmac(secret, `chance:${entry}:${what}`).readUInt32BE(0);

/**
 * What chance (or the table) does now: one of the moves of moves.json that are accepted, by their weights, its fields by `Player.random`.
 * @returns null when it can do nothing
 */
export function drawAct(
  player: Player,
  state: PlayState,
  by: string,
  secret: string,
  entry: number,
): PlayEvent | null {
  const weights = (player.may(state)[by] ?? []).map((type) => {
    const offers = player.moves(state, { type, by }).filter(({ accepted }) => accepted);
    return { type, weight: offers.reduce((sum, { weight }) => sum + weight, 0) };
  });
  const total = weights.reduce((sum, { weight }) => sum + weight, 0);
  let left = (seedAt(secret, entry, "type") / 2 ** 32) * total;
  const chosen = weights.find(({ weight }) => (left -= weight) < 0) ?? weights.at(-1);
  return chosen ? player.random(state, seedAt(secret, entry, "fields"), { type: chosen.type, by }) : null;
}
