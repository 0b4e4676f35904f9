import type { PlaySpec } from "#core/run/play/playSpec.ts";
import type { Reason } from "#core/run/play/play.ts";
import { clauseText, contextLabelKeys, labelOf } from "#core/ruleset/labels.ts";
import type { Ruleset, SeatView } from "#core/ruleset/ruleset.ts";

/**
 * What an app needs beside a machine to play it as the studio does, as plain JSON: `ID.kit.json`. `createPlayer(machine, kit.spec)` takes
 * its spec; the functions below read the rest. No module is read for either.
 */
export interface Kit extends Pick<Ruleset, "labels" | "text"> {
  readonly kit: 1;
  readonly machine: string;
  /** Which text of the game it is built from; left out when that is not known. */
  readonly version?: string;
  readonly spec: PlaySpec;
  /** What each seat may see; left out where the game does not say so. */
  readonly view?: SeatView;
  /** By path id, the clauses that a state carries; of states without any nothing is said. */
  readonly clauses: Readonly<Record<string, readonly string[]>>;
  /** By locale, the sentences of refusals. */
  readonly words: Readonly<Record<string, ReasonWords>>;
}

/**
 * A kit that was read as JSON. A file that is imported as JSON, or parsed, has no type that says so much; this looks that it is one.
 * @throws Error that says what is wrong, and at which place
 */
export function kitOf(json: unknown): Kit {
  if (!isObject(json) || !("kit" in json))
    throw new Error(
      `This is no kit: expected what \`turnwright export ID --to kit\` writes, got ${kindOf(json)}`,
    );
  if (json["kit"] !== 1)
    throw new Error(`kit: expected 1, got ${kindOf(json["kit"])}; export it with this version of turnwright`);
  expectAt("machine", json["machine"], isString, "a string");
  expectAt("spec", json["spec"], isObject, "an object");
  if (json["view"] !== undefined)
    expectAt("view", (json["view"] as { view?: unknown } | null)?.view, isObject, "an object with a view");
  for (const part of ["clauses", "labels", "text", "words"]) {
    expectAt(part, json[part], isObject, "an object");
    const ofClauses = part === "clauses";
    for (const [key, held] of Object.entries(json[part] as object))
      expectAt(
        `${part}.${key}`,
        held,
        ofClauses ? isNames : isObject,
        ofClauses ? "a list of names" : "an object",
      );
  }
  for (const [locale, words] of Object.entries(json["words"] as Record<string, Record<string, unknown>>))
    for (const kind of ["reason", "fault"])
      expectAt(`words.${locale}.${kind}`, words[kind], isObject, "an object");
  return json as unknown as Kit;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isString = (value: unknown): boolean => typeof value === "string";
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every(isString);

function expectAt(at: string, value: unknown, fits: (item: unknown) => boolean, expected: string): void {
  if (!fits(value)) throw new Error(`${at} of the kit: expected ${expected}, got ${kindOf(value)}`);
}

/** A value in an error: simple ones as they are, others by their kind. */
const kindOf = (value: unknown): string => {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "function") return "a function";
  return isObject(value) ? "an object" : `${JSON.stringify(value)}`.slice(0, 80);
};

/** The sentences of refusals in one language, with `{{fact}}` in them: by code of a reason, and of a fault in a payload. */
export interface ReasonWords {
  readonly reason: Readonly<Record<string, string>>;
  readonly fault: Readonly<Record<string, string>>;
  /** What the senders that are no players are called: `chance`, `table`. Kits of an earlier version have none. */
  readonly seat?: Readonly<Record<string, string>>;
}

/** The words of `reason.guard`, `fault.type` with facts in their places. */
export type SayReason = (key: string, facts: Readonly<Record<string, string>>) => string;

/** Why an event was refused, in a sentence. @param label of a key such as `guard:isMain`; its name stands in where there is none */
export function reasonSentence(
  reason: Reason,
  label: (key: string) => string | undefined,
  say: SayReason,
): string {
  if (reason.code === "guard") {
    const name = reason.guard ?? "?";
    return say("reason.guard", { guard: label(`guard:${name}`) ?? name });
  }
  if (reason.code === "payload")
    return say("reason.payload", {
      faults: (reason.faults ?? []).map((fault) => say(`fault.${fault.code}`, { ...fault })).join("; "),
    });
  const event = reason.event ?? "";
  return say(`reason.${reason.code}`, { event: label(`event:${event}`) ?? event });
}

/** The same in a language of the kit; in English where it has no words of that one. */
export function reasonText(kit: Pick<Kit, "labels" | "words">, locale: string, reason: Reason): string {
  const words = kit.words[locale] ?? kit.words["en"];
  const say: SayReason = (key, facts) => {
    const [part = "", code = ""] = key.split(".");
    const sentence = words?.[part as keyof ReasonWords]?.[code] ?? code;
    return sentence.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? "");
  };
  return reasonSentence(reason, (key) => labelOf(kit, locale, key), say);
}

/** What a part of the context is called, such as `players[1].hand`: by the most particular label that there is, else its own name. */
export function contextName(kit: Pick<Kit, "labels">, locale: string, at: string): string {
  const labels = kit.labels[locale] ?? {};
  const key = contextLabelKeys(at).find((name) => Object.hasOwn(labels, name) && labels[name] !== "");
  return key === undefined ? at.slice(at.lastIndexOf(".") + 1) : labels[key]!;
}

/** A clause that an active state carries. */
export interface ActiveClause {
  readonly state: string;
  readonly clause: string;
  /** Undefined where it has no wording in that language. */
  readonly text: string | undefined;
}

/** The clauses of the active states, the outermost first. @param active `in` of a view */
export const activeClauses = (
  kit: Pick<Kit, "clauses" | "text">,
  locale: string,
  active: readonly string[],
): ActiveClause[] =>
  active.flatMap((state) =>
    (Object.hasOwn(kit.clauses, state) ? kit.clauses[state]! : []).map((clause) => ({
      state,
      clause,
      text: clauseText(kit, locale, clause),
    })),
  );
