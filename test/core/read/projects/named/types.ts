interface ByPlayer {
  by: string;
}

export interface DuelContext {
  seats: readonly string[];
  turn: number;
}
export type DuelEvent = ({ type: "DRAW" } & ByPlayer) | { type: "ATTACK"; card: number } | { type: "PASS" };
