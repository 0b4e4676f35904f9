import { differenceText, type DifferenceText } from "#core/run/scenario/differenceText.ts";
import type { PlayEvent, Reason } from "#core/run/play/play.ts";
import type { Divergence } from "#core/run/scenario/scenario.ts";
import type { Json, JsonObject } from "#core/text/json.ts";
import { partName } from "#app/play/contextWords.ts";
import { payloadText, type ValueWords, valueText } from "#app/play/valueWords.ts";
import { reasonText } from "#app/play/words.ts";

/** How a play went otherwise than expected, in words: what it is about, what was expected and what came. */
export interface DifferenceWords extends DifferenceText {
  readonly what: string;
}

/** @param stateName what a state is called */
export function differenceWords(
  words: ValueWords,
  stateName: (path: string) => string,
  { what, at, expected, got }: Divergence,
): DifferenceWords {
  const { t } = words;
  const about = t(`simulate.what.${what}`);
  const list = (paths: readonly string[]) =>
    paths.map(stateName).join(t("simulate.comma")) || t("simulate.nothing");
  switch (what) {
    case "in": {
      const [expectedTexts, came] = [textsIn(expected), textsIn(got)];
      const [missing, instead] = [lacking(expectedTexts, came), lacking(came, expectedTexts)];
      return { what: about, expected: list(missing), got: list(instead) };
    }
    case "notIn":
      return {
        what: about,
        expected: t("difference.outside", { states: list(textsIn(expected)) }),
        got: t("difference.inside"),
      };
    case "refused":
    case "accepted":
      return { what: about, expected: verdict(words, expected, what), got: verdict(words, got, what) };
    case "can":
    case "cannot": {
      const event = eventText(words, expected);
      const [yes, no] = [t("difference.can", { event }), t("difference.cannot", { event })];
      return { what: about, ...(what === "can" ? { expected: yes, got: no } : { expected: no, got: yes }) };
    }
    case "status":
      return { what: about, expected: statusText(words, expected), got: statusText(words, got) };
    case "fault":
      return {
        what: about,
        expected: t("difference.no-fault"),
        got: typeof got === "string" ? got : brief(got),
      };
    case "context": {
      const named = at === undefined || words.off ? at : partName(words.label, at);
      const where = [about, named].filter(Boolean).join(" ");
      const both = isShort(expected) && isShort(got) && at !== undefined;
      if (!both) return { what: where, ...differenceText(expected, got) };
      return { what: where, expected: valueText(words, at, expected), got: valueText(words, at, got) };
    }
    default:
      return { what: [about, at].filter(Boolean).join(" "), ...differenceText(expected, got) };
  }
}

/** One side of an expectation about a refusal: that there is none, that there is one, and what for. */
function verdict(words: ValueWords, value: Json, what: "refused" | "accepted"): string {
  const { t, label } = words;
  if (typeof value === "boolean")
    return t((what === "accepted") === value ? "mend.accepted" : "difference.refused");
  if (Array.isArray(value)) {
    const reasons = value as unknown as readonly Reason[];
    return (
      reasons.map((reason) => reasonText(t, label, reason)).join(t("simulate.comma")) ||
      t("difference.refused")
    );
  }
  const { guard, clause } = value as JsonObject;
  const parts = [
    typeof guard === "string"
      ? t("mend.refused", { guard: label(`guard:${guard}`) ?? guard })
      : t("difference.refused"),
    ...(typeof clause === "string" ? [`(${clause})`] : []),
  ];
  return parts.join(" ");
}

function eventText(words: ValueWords, value: Json): string {
  const event = value as unknown as PlayEvent;
  const name = words.label(`event:${event.type}`) ?? event.type;
  const payload = payloadText(words, event, true);
  return payload === "" ? name : `${name} (${payload})`;
}

const STATUSES: readonly Json[] = ["active", "done", "error", "stopped"];
const statusText = ({ t }: ValueWords, value: Json): string =>
  STATUSES.includes(value) ? t(`difference.status.${String(value)}`) : brief(value);

const brief = (value: Json): string => JSON.stringify(value);

const textsIn = (value: Json): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((path): path is string => typeof path === "string");

/** The states of the first that the second has not, without those around others of them. */
function lacking(first: readonly string[], second: readonly string[]): readonly string[] {
  const left = first.filter((path) => !second.includes(path));
  return left.filter((path) => !left.some((other) => other.startsWith(`${path}.`)));
}

/** A single value: of a list or an object, the place of the difference is shown. */
const isShort = (value: Json): boolean => typeof value !== "object" || value === null;
