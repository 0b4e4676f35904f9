export const passing = { PASS: { target: "#over", guard: "isLong" } } as const;
export const drawing = {
  first: { target: "battle" },
  later: { target: "battle.damage" },
} as const;
