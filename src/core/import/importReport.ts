import { beginning } from "#core/text/beginning.ts";

/** Why an element was changed or left out. The words are under `importMachine.why` of `locales/later`. */
export const importReasons = [
  "action-order",
  "activities",
  "asks",
  "attribute",
  "autoforward",
  "binding",
  "child-context",
  "child-reentered",
  "code",
  "code-unread",
  "data-id",
  "data-src",
  "error-raised",
  "event-data",
  "event-text",
  "foreign-element",
  "former-key",
  "function-arguments",
  "guard-false",
  "history-actions",
  "history-targets",
  "initial-state",
  "key",
  "machine-name",
  "module-import",
  "module-name",
  "never-run",
  "not-text",
  "proto-key",
  "send-target",
  "service-callback",
  "service-promise",
  "session",
  "shared",
  "to-provide",
  "unknown-element",
  "unknown-key",
] as const;
export type ImportReason = (typeof importReasons)[number];

/** Line and column in the file, both from 1. */
export interface ImportPlace {
  readonly line: number;
  readonly column: number;
}

/** What became of one element of the file. */
export interface ImportEntry extends ImportPlace {
  /** What it is: the name of an element (SCXML), or the path of keys that leads to it (JSON). */
  readonly element: string;
  /** `changed`: it is in the machine, but says it in another way, or a part of it is to be provided. */
  readonly outcome: "taken" | "changed" | "left-out";
  /** Absent for what was taken. */
  readonly why?: ImportReason;
  readonly facts?: ImportFacts;
}
export type ImportFacts = Readonly<Record<string, string | number>>;

/** Characters of a piece of the file in a line of the report. */
const MAX_FACT_CHARACTERS = 80;

/** Facts as a sentence of the report has them: code of the file is on one line, and not all of it. */
export const shownFacts = (facts: ImportFacts): ImportFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === "number" ? value : beginning(value.replaceAll(/\s+/g, " "), MAX_FACT_CHARACTERS),
    ]),
  );

/** What makes a file none of its form. The words are under `importMachine.fault` of `locales/later`. */
export const importFaultCodes = [
  "code-too-large",
  "form-unknown",
  "json",
  "json-key-twice",
  "json-shape",
  "json-too-deep",
  "machine-empty",
  "module-machine",
  "module-syntax",
  "module-today",
  "scxml-id-twice",
  "scxml-root",
  "target-unknown",
  "too-large",
  "xml-doctype",
  "xml-encoding",
  "xml-syntax",
  "xml-too-deep",
  "xml-too-large",
] as const;
export type ImportFaultCode = (typeof importFaultCodes)[number];

/** A file that cannot be read: nothing of it is taken. */
export class ImportFault extends Error {
  readonly code: ImportFaultCode;
  readonly place: ImportPlace;
  readonly facts: ImportFacts;
  constructor(code: ImportFault["code"], place: ImportPlace, facts: ImportFacts = {}) {
    super(`${code} at ${place.line}:${place.column} ${JSON.stringify(facts)}`);
    this.code = code;
    this.place = place;
    this.facts = facts;
  }
}

/** Gathers what became of each element, in the order of the file. */
export class ImportReport {
  readonly #entries: ImportEntry[] = [];

  taken(element: string, { line, column }: ImportPlace): void {
    this.#entries.push({ element, line, column, outcome: "taken" });
  }
  changed(element: string, place: ImportPlace, why: ImportReason, facts?: ImportFacts): void {
    this.#add("changed", element, place, why, facts);
  }
  leftOut(element: string, place: ImportPlace, why: ImportReason, facts?: ImportFacts): void {
    this.#add("left-out", element, place, why, facts);
  }
  entries(): readonly ImportEntry[] {
    return this.#entries.toSorted((a, b) => a.line - b.line || a.column - b.column);
  }
  #add(
    outcome: "changed" | "left-out",
    element: string,
    { line, column }: ImportPlace,
    why: ImportReason,
    facts: ImportFacts = {},
  ): void {
    this.#entries.push({ element, line, column, outcome, why, facts });
  }
}

/** A machine from another program. */
export interface ImportedMachine {
  /** Text of a machine module. */
  readonly text: string;
  /** What the file calls the machine. */
  readonly name?: string;
  readonly entries: readonly ImportEntry[];
  /** Event types that a person or an app may send, without those that XState or the machine itself sends. */
  readonly events: readonly string[];
  /** Ids of clauses that its states and transitions name, in order. */
  readonly clauses: readonly string[];
}
