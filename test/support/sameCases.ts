import fc from "fast-check";

/**
 * Laws try the same cases on the same code, so that a commit passes or fails by what it changes. `test:long` and `SEED=random`
 * look for new ones; a seed that fast-check prints is tried with `SEED=n`.
 */
const wanted = process.env["SEED"] ?? (process.env["LONG"] ? "random" : "20261122");
if (wanted !== "random") fc.configureGlobal({ seed: Number(wanted) });
