import fc from "fast-check";

/**
 * Laws try the same cases on the same code, so that a commit passes or fails by what it changes. `test:long` and `SEED=random`
 * look for new ones; `SEED=n` tries those of the seed n again, which is told when a law fails.
 */
const wanted = process.env["SEED"] ?? (process.env["LONG"] ? "random" : "20261122");
// All laws of a file have one seed, so that modules made for one of them serve the others.
const seed = wanted === "random" ? Math.floor(Math.random() * 0x7fffffff) : Number(wanted);
fc.configureGlobal({ seed });
