/**
 * How long a test may take, in milliseconds: this much in its ordinary form. In its long form (`LONG=1`) an hour, or this much where it is
 * more: how fast a machine is says nothing about what is tried on it.
 */
export const patience = (ordinary: number): number =>
  process.env["LONG"] ? Math.max(ordinary, 3_600_000) : ordinary;
