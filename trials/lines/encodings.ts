import { countEncodings } from "#test/adapters/disk/encodingCounts.ts";
import type { Trial } from "../trial.ts";

/** Texts of each encoding at scale 1. */
const TEXTS = 600;

export const encodings: Trial = {
  about: "Files that are not UTF-8, made of sentences of our own, are told by their encoding or as unknown.",
  run: async ({ seed, scale }) =>
    countEncodings(seed, Math.max(1, Math.round(TEXTS * scale))).map(
      ({ encoding, texts, wrong, rightShare }) => ({
        what: encoding === "" ? "encodings that are not named" : encoding,
        cases: texts,
        faults: rightShare < 0.95 ? [...wrong, `only ${percent(rightShare)} told by name`] : wrong,
        figure: encoding === "" ? "" : `${percent(rightShare)} of those with 10 characters told by name`,
        goal: encoding === "" ? "0 named" : "0 wrong names, 95 % told by name",
      }),
    ),
};

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
