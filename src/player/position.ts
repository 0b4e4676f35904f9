import type { GameWords } from "#core/entries/kit.ts";
import type { Outcome, PlayEvent, Player } from "#core/entries/play.ts";
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
    Array.isArray(value)
      ? value.map((item) => words.value(type, name, item)).join(", ")
      : words.value(type, name, value),
  );
  return [words.event(type), ...values.filter((text) => text !== "")].join(" · ");
}

/** Who sends an event; empty for an event without a sender. */
export const senderOf = (event: PlayEvent): string => {
  const by = event["by"];
  return typeof by === "string" ? by : "";
};

/** The names of states, of each the innermost part. */
export const stateNames = (words: GameWords, paths: readonly string[]): string =>
  paths.map((path) => (path === "" ? "—" : words.label(`state:${path}`))).join(", ");
