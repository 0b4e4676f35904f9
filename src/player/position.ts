import type { GameWords } from "#core/entries/kit.ts";
import type { Outcome, PlayEvent, Player } from "#core/entries/play.ts";
import type { Json } from "#core/text/json.ts";
import type { Say } from "#player/say.ts";

/** A moment of a game or of a scenario, and the words in which it is shown. */
export interface Position {
  readonly player: Player;
  /** The step that led there. */
  readonly outcome: Outcome;
  readonly words: GameWords;
  readonly say: Say;
}

/** An event in words: its name, and what it carries. */
export function eventText(words: GameWords, event: PlayEvent): string {
  const { type, by: _, ...fields } = event;
  const values = Object.entries(fields).map(([name, value]) =>
    typeof value === "string"
      ? words.value(type, name, value)
      : `${words.field(type, name)} ${valueText(words, type, name, value)}`,
  );
  return [words.event(type), ...values.filter((text) => text !== "")].join(" · ");
}

function valueText(words: GameWords, type: string, name: string, value: Json): string {
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (!Array.isArray(value)) return words.value(type, name, value);
  return value.length === 0 ? "—" : value.map((item) => words.value(type, name, item)).join(", ");
}

/** Who sends an event; empty for an event without a sender. */
export const senderOf = (event: PlayEvent): string => {
  const by = event["by"];
  return typeof by === "string" ? by : "";
};

/** The names of states, each once; where several are called alike, with the state around them. */
export function stateNames(
  { words, say }: Pick<Position, "words" | "say">,
  paths: readonly string[],
): string {
  const nameOf = (path: string) => (path === "" ? say("whole-game") : words.label(`state:${path}`));
  const names = paths.map((path) => {
    const name = nameOf(path);
    const around = path.slice(0, Math.max(path.lastIndexOf("."), 0));
    const isShared = paths.some((other) => other !== path && nameOf(other) === name);
    return isShared && around !== "" ? `${nameOf(around)} › ${name}` : name;
  });
  return [...new Set(names)].join(say("comma"));
}
