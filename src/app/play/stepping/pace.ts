/** Milliseconds that each microstep is shown, from the quickest to the slowest. */
export const PACES = [0, 150, 400, 1_000] as const;

/** A seed of its own for a run that names none. */
export const freshSeed = (): number => Math.floor(Math.random() * 2 ** 31);
