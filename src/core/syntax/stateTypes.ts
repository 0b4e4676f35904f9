/** What a state may be, in the order of menus. */
export const STATE_TYPES = ["atomic", "compound", "parallel", "final", "history"] as const;
export type StateType = (typeof STATE_TYPES)[number];

export const isStateType = (text: string): text is StateType =>
  (STATE_TYPES as readonly string[]).includes(text);
