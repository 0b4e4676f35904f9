/** What can be wrong with the text of an outline; the sentences are `fromText.fault.<code>` in `locales/later`. */
export const OUTLINE_FAULTS = [
  "empty",
  "too-large", // most
  "too-deep", // most
  "mixed-indent",
  "deeper-than-first",
  "uneven-indent", // columns
  "way-in-way",
  "name-missing",
  "name-taken", // name, line
  "key-taken", // key, line
  "key-invalid", // key
  "slash-in-name",
  "unexpected", // text
  "mark-unknown", // mark, marks
  "who-unknown", // who, words
  "unclosed", // open, close
  "bad-quote", // text
  "final-goes-on",
  "final-has-steps",
  "has-steps", // name
  "starts-twice", // line
  "target-unknown", // target, near
  "target-ambiguous", // target, first, second
  "target-missing",
  "trigger-missing",
  "event-missing",
  "event-invalid", // event
  "event-twice", // event, line
  "time-invalid", // text
  "done-without-steps",
] as const;
export type OutlineFaultCode = (typeof OUTLINE_FAULTS)[number];

/** What is wrong with the text of an outline, and where: line and column count from 1, the column in UTF-16 code units. */
export interface OutlineFault {
  readonly code: OutlineFaultCode;
  readonly line: number;
  readonly column: number;
  readonly facts: Readonly<Record<string, string | number>>;
}

/** Ends the reading of an outline at its first fault. */
export class OutlineError extends Error {
  readonly fault: OutlineFault;
  constructor(
    code: OutlineFaultCode,
    line: number,
    at: number,
    facts: Readonly<Record<string, string | number>> = {},
  ) {
    super(`${code} in line ${line}`);
    this.name = "OutlineError";
    this.fault = { code, line, column: at + 1, facts };
  }
}
