import type { Asks } from "#core/chart/chart.ts";

/** Who acts in a step, as far as an outline says it. */
export type Who = Extract<Asks, string>;

/** What makes a way be taken: an event, a time, that its steps are done, or nothing that anybody waits for. */
export type Trigger =
  | { readonly on: string; readonly name: string }
  | { readonly afterMs: number }
  | "done"
  | "at once";

/** A way that a line of its own gives. */
export interface OutlineWay {
  readonly trigger: Trigger;
  /** Where it leads; undefined stays where it is. */
  readonly target: readonly string[] | undefined;
  /** Who may take it; undefined is whoever acts in the state. */
  readonly who?: Who;
  /** The turn goes to the next player on it. */
  readonly passes: boolean;
}

/** A phase or a step. */
export interface OutlineState {
  readonly name: string;
  readonly key: string;
  readonly path: readonly string[];
  /** Until somebody ends it, it may be done again. */
  readonly repeats: boolean;
  readonly kind: "plain" | "parallel" | "final";
  /** It is where the state around it starts, although it is not the first there. */
  readonly starts: boolean;
  /** It has no way of its own, not even to what follows it. */
  readonly waits: boolean;
  readonly who: Who | undefined;
  readonly text: string | undefined;
  readonly ways: readonly OutlineWay[];
  readonly children: readonly OutlineState[];
}

/** A game as an indented list. */
export interface Outline {
  readonly states: readonly OutlineState[];
  /** What may happen at any time. */
  readonly ways: readonly OutlineWay[];
}

export const WHO: readonly Who[] = ["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"];

/** The first of these is printed; all are read. */
export const WHO_WORDS: Readonly<Record<Who, readonly string[]>> = {
  turnPlayer: ["turn player", "ターンプレイヤー", "回合玩家"],
  opponent: ["opponent", "相手", "對手"],
  anyone: ["anyone", "誰でも", "任何人"],
  everyone: ["each player", "everyone", "各プレイヤー", "全員", "每位玩家"],
  chance: ["chance", "偶然", "機率"],
  table: ["table", "テーブル", "牌桌"],
};

/** The words of an outline that mean something in a way; a name that has one of them is quoted there. */
export const WAY_WORDS: readonly string[] = ["on", "after", "at", "when"];
