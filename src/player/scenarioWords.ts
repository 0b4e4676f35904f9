import type { GameWords } from "#core/entries/kit.ts";
import type { PlayEvent } from "#core/entries/play.ts";
import { differenceText } from "#core/run/scenario/differenceText.ts";
import type { Divergence, Expectation, ScenarioStep } from "#core/run/scenario/scenario.ts";
import type { Json } from "#core/text/json.ts";
import { eventText, senderOf, stateNames } from "#player/position.ts";
import type { Say } from "#player/say.ts";

/** Characters of a value in an expectation. */
const MAX_VALUE_CHARACTERS = 80;
/** Parts of the context that a step lists one by one; of more the rest is counted. */
const MAX_CONTEXT_LINES = 8;

/** What a step does, in words; without its sender. */
export function stepText(
  { send, advance, save, restore, answer, edit }: ScenarioStep,
  words: GameWords,
  say: Say,
) {
  if (send) return eventText(words, send);
  if (advance !== undefined) return say("do-wait", { seconds: advance / 1000 });
  if (save !== undefined) return say("do-save", { name: save });
  if (restore !== undefined) return say("do-restore", { name: restore });
  if (answer) return say("do-answer", { actor: answer.actor ?? "" });
  return say(edit ? "do-edit" : "do-look");
}

/** What a step expects, a line for each part. */
export function expectationLines(expect: Expectation, words: GameWords, say: Say): readonly string[] {
  const {
    in: active = [],
    notIn = [],
    context = {},
    can = [],
    cannot = [],
    refused,
    status,
    output,
  } = expect;
  const parts = leaves(context, "");
  const more = parts.length - MAX_CONTEXT_LINES;
  return [
    ...(active.length > 0 ? [say("expect-in", { states: stateNames({ words, say }, active) })] : []),
    ...(notIn.length > 0 ? [say("expect-not-in", { states: stateNames({ words, say }, notIn) })] : []),
    ...(refused === undefined ? [] : [refusalLine(refused, words, say)]),
    ...parts
      .slice(0, MAX_CONTEXT_LINES)
      .map(({ at, value }) =>
        say("expect-context", { part: partName(at, words), value: shortText(value, at, words) }),
      ),
    ...(more > 0 ? [say("expect-more", { count: more })] : []),
    ...can.map((event) => say("expect-can", { move: sentText(event, words) })),
    ...cannot.map((event) => say("expect-cannot", { move: sentText(event, words) })),
    ...(status === undefined ? [] : [say("expect-status", { status })]),
    ...(output === undefined ? [] : [say("expect-output", { value: shortText(output, "", words) })]),
  ];
}

/** Where a step left what is expected. */
export function divergenceText({ at, expected, got, what }: Divergence, words: GameWords, say: Say): string {
  if (what === "fault") return say("fault", { message: String(got) });
  const text = differenceText(expected, got);
  const place = at === undefined ? "" : `${what === "context" ? partName(at, words) : at}: `;
  return place + say("differs", { expected: text.expected, got: text.got });
}

function refusalLine(refused: NonNullable<Expectation["refused"]>, words: GameWords, say: Say): string {
  if (refused === true) return say("expect-refused");
  if (refused === false) return say("expect-accepted");
  const { guard, clause } = refused;
  const why = [...(guard === undefined ? [] : [words.label(`guard:${guard}`)]), ...(clause ? [clause] : [])];
  return say("expect-refused-by", { why: why.join(", ") });
}

const sentText = (event: PlayEvent, words: GameWords): string =>
  [...(senderOf(event) === "" ? [] : [words.name(senderOf(event))]), eventText(words, event)].join(" · ");

/** The parts of a context that hold no object. */
function leaves(value: Json, at: string): { at: string; value: Json }[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [{ at, value }];
  return Object.entries(value).flatMap(([name, part]) => leaves(part, at === "" ? name : `${at}.${name}`));
}

/** A part of the context with what it lies in, by their names. */
const partName = (at: string, words: GameWords): string =>
  at
    .split(".")
    .map((name, i, all) => {
      const label = words.context(all.slice(0, i + 1).join("."));
      return label === name ? words.name(name) : label;
    })
    .join(" › ");

/** A value that is no object in the words of the game. @param at where in the context it stands; "" elsewhere */
export function plainText(value: Json, at: string, words: GameWords): string {
  if (value === null || value === "") return "—";
  if (typeof value === "boolean") return value ? "✓" : "–";
  return typeof value === "string" ? words.contextValue(at, value) : String(value);
}

/** A value in a line: names where it has some, else as much of its JSON as goes into one. */
function shortText(value: Json, at: string, words: GameWords): string {
  if (typeof value !== "object" || value === null) return plainText(value, at, words);
  if (Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null))
    return value.length === 0 ? "—" : value.map((item) => plainText(item, at, words)).join(", ");
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS - 1)}…` : text;
}
