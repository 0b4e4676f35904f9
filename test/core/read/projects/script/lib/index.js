export const guards = {
  isFirst: ({ context }) => context.turn === 0,
  isLong: ({ context }) => context.turn > 9,
};
