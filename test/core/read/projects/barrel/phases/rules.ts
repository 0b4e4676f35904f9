export type Context = { seats: readonly string[]; turn: number };
export type Event = { type: "DRAW"; by: string } | { type: "ATTACK"; card: number } | { type: "PASS" };

const isFirst = ({ context }: { context: Context }) => context.turn === 0;
const isLong = ({ context }: { context: Context }) => context.turn > 9;
export const rules = { isFirst, isLong };
