/**
 * How long a test may take, in milliseconds: this much in its ordinary form. In its long form (`LONG=1`) an hour: how fast a machine
 * is says nothing about what is tried on it.
 */
export const patience = (ordinary: number): number => (process.env["LONG"] ? 3_600_000 : ordinary);
