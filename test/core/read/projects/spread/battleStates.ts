export const attack = {
  on: { ATTACK: "damage" },
  after: { hurry: { target: "damage", actions: "say" } },
} as const;
export const damage = { always: "settled" } as const;
export const settled = { type: "final" } as const;
