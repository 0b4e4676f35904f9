import type { ReactNode } from "react";
import type { Chart, StatePath } from "#core/chart/chart.ts";
import type { TransitionRef } from "#core/chart/places.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Point } from "#core/layout/geometry.ts";
import type { Arrangement, CompoundLines, Flow } from "#core/layout/arrangement/arrangement.ts";
import type { LinePlace } from "#core/layout/arrangement/arrange.ts";
import type { Flows } from "#core/layout/place/sides.ts";
import type { Level, Words } from "#core/layout/level.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import type { ChartNames } from "#core/layout/names.ts";
import type { Sign } from "#core/layout/scene/signNames.ts";

/** Where a next state stands, seen from the one before. */
export type AddWay = "right" | "down";

/** What is selected on the canvas. */
export type Selection =
  | { readonly kind: "state"; readonly path: StatePath }
  | { readonly kind: "transition"; readonly ref: TransitionRef };

/** What a play shows on the graph. All by path id, transition id or event type. */
export interface LiveOverlay {
  readonly active: ReadonlySet<string>;
  /** Transitions of the last step. */
  readonly taken: ReadonlySet<string>;
  /** States that were active before. */
  readonly visited?: ReadonlySet<string>;
  /** Event types that are accepted now; others of active states are greyed. */
  readonly enabled: ReadonlySet<string>;
  /** States and transitions at which the play stops: they bear a dot. */
  readonly breaks?: ReadonlySet<string>;
  /** What was played and what was not: ids of states and of transitions. Painted instead of where the play stands. */
  readonly coverage?: { readonly covered: ReadonlySet<string>; readonly missing: ReadonlySet<string> };
}

/** What something points out, such as the carriers of a clause: by path id and transition id. The canvas turns to it. */
export interface Emphasis {
  readonly states: ReadonlySet<string>;
  readonly transitions: ReadonlySet<string>;
}

/** Words on the canvas' own controls, in the language of the interface. */
export interface ControlWords {
  readonly canvas: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fit: string;
  readonly level: string;
  readonly levelMap: string;
  readonly levelFlow: string;
  readonly levelFull: string;
  readonly whole: string;
  /** Of a page that opened nearer than the map by itself: `{level}` is the name of the level. */
  readonly fitsAt: string;
  readonly tidyUp: string;
  readonly foldAll: string;
  readonly unfoldAll: string;
  readonly fold: string;
  readonly unfold: string;
  readonly overview: string;
  readonly legend: string;
  /** What the signs of the map mean. */
  readonly signs: Readonly<Record<Sign, string>>;
  readonly path: string;
  readonly rename: string;
  /** `{count} errors`, `{count} warnings` */
  readonly errors: string;
  readonly warnings: string;
  /** `from {source} to {target}`, after the transition's own text. */
  readonly leads: string;
  readonly activeNow: string;
  readonly startsHere: string;
  readonly retarget: string;
  /** What a drop would do: `{parent}`, `{state}`, `{before}`, `{after}` are names. */
  readonly drop: Readonly<
    Record<"into" | "behind" | "before" | "between" | "first" | "last" | "same", string>
  >;
  /** `{count}` states, `{lines}` lines. */
  readonly proposed: string;
  /** While `{count}` states are drawn beside what the person does; and where that was stopped before anything was seen. */
  readonly unfolding: Readonly<Record<"states" | "stop" | "stopped" | "again", string>>;
  readonly apply: string;
  readonly cancel: string;
  readonly quickAdd: string;
  /** What to do where there is no state yet. */
  readonly firstState: string;
}

/** How one looks at a machine: kept per person, never in the project. */
export interface Look {
  /** The level that was chosen; undefined when the size of the canvas decides. */
  readonly pinned?: Level | undefined;
  readonly level: Level;
  /** Closed compounds, by path id. */
  readonly folded: ReadonlySet<string>;
  /** Compounds that are shown at another level than the whole, by path id. */
  readonly levels?: ReadonlyMap<string, Level>;
  /** The phase that is the page, by path id. */
  readonly page?: string;
  /** Which words had room beside lines of the map when it was fitted; default all. */
  readonly words?: Words;
  /** Transitions that were drawn as named jumps then, as in `View`. */
  readonly jumps?: ReadonlySet<string>;
}

/** How the chart flowed and wrapped when a person looked at it last, by level: so it stands whatever the canvas' size. */
export type StoredFlows = Readonly<Partial<Record<Level, Flows>>>;

/** The corner and the scale at which one looks at the canvas. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface ChartCanvasProps {
  readonly chart: Chart;
  /** In which lines the states stand. */
  readonly arrangement: Arrangement;
  /** Consts of the module. */
  readonly consts?: readonly Const[] | undefined;
  /** What things are called, in the label language. */
  readonly names: ChartNames;
  /** BCP 47 tag of the label language, for fonts and speech. */
  readonly lang?: string | undefined;
  readonly words: ControlWords;
  readonly selection?: Selection | undefined;
  /** States that are selected beside it, by path id. */
  readonly also?: readonly string[] | undefined;
  readonly live?: LiveOverlay | undefined;
  readonly emphasis?: Emphasis | undefined;
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  /** How one looks at it; undefined until it was looked at: then the canvas decides by its size. */
  readonly look?: Look | undefined;
  /** Looked up when a canvas opens; stored once a person looks at it, and when it was fitted again. */
  readonly flows?:
    | { readonly last: () => StoredFlows; readonly store: (level: Level, flows: Flows) => void }
    | undefined;
  /** Gestures that would change something are off. */
  readonly readOnly?: boolean | undefined;
  /** The picture is of an earlier text: it is dimmed, and `banner` says why. */
  readonly stale?: boolean | undefined;
  readonly banner?: ReactNode;
  readonly theme?: "light" | "dark" | undefined;
  readonly onSelect?: ((selection: Selection | undefined) => void) | undefined;
  /** Several states at once, by path id: Shift or Ctrl and a click, or a frame drawn with Shift. */
  readonly onSelectStates?: ((ids: readonly string[]) => void) | undefined;
  /** After a drop in its compound: the compound's lines as they are then. */
  readonly onArrange?: ((compound: string, lines: CompoundLines) => void) | undefined;
  /** After a drop into another compound: also the place in its lines. */
  readonly onReparent?:
    | ((path: StatePath, parent: StatePath, place: LinePlace | undefined) => void)
    | undefined;
  readonly onConnect?: ((source: StatePath, target: StatePath) => void) | undefined;
  /** Why a transition may not lead there, in words; undefined when it may. `ref` is of one that is drawn already. */
  readonly whyNot?:
    | ((source: StatePath, target: StatePath, ref?: TransitionRef) => string | undefined)
    | undefined;
  readonly onRetarget?: ((ref: TransitionRef, target: StatePath) => void) | undefined;
  /** A new state in a parent, at a place in its lines where one was pointed out. */
  readonly onAddState?: ((parent: StatePath, place: LinePlace | undefined) => void) | undefined;
  /** A new state beside another one, with a transition to it. `flow`: how the lines that they stand in run. */
  readonly onAddNext?: ((source: StatePath, way: AddWay, flow: Flow) => void) | undefined;
  readonly onRename?: ((path: StatePath, text: string) => void) | undefined;
  /** Tab left the field of a name. Answers whether another field has the keys then. */
  readonly onNamed?: (() => boolean) | undefined;
  /** F2 or a double click on a transition. */
  readonly onEditTransition?: ((ref: TransitionRef) => void) | undefined;
  readonly onDelete?: ((selection: Selection) => void) | undefined;
  /** Enter on a state; the canvas itself then shows it from near. */
  readonly onOpen?: ((path: StatePath) => void) | undefined;
  readonly onLook?: ((look: Look) => void) | undefined;
  readonly onTidyUp?: (() => void) | undefined;
  /** What was proposed (`CanvasHandle.propose`) is taken. */
  readonly onApply?: ((changes: Readonly<Record<string, CompoundLines>>) => void) | undefined;
  /** Where one looked before; without it the whole chart, or where one stands, is shown at first. */
  readonly firstView?: Viewport | undefined;
  /** The viewport, reported after each move of the picture; undefined while it is fitted to the canvas. */
  readonly onView?: ((at: Viewport | undefined) => void) | undefined;
  /** `at` is in the page's pixels, `place` on the canvas. */
  readonly onContextMenu?: (target: Selection | undefined, at: Point, place: Point) => void;
}

/** What the shell may ask of the canvas. */
export interface CanvasHandle {
  fit(): void;
  /** Brings a state into view, readable; the keyboard stays where it is. */
  reveal(path: StatePath): void;
  /** Fills the view with a state, as near as its text is readable. */
  show(path: StatePath): void;
  rename(path: StatePath): void;
  /** Shows how compounds would stand, by path id, and asks whether they shall. */
  propose(changes: Readonly<Record<string, CompoundLines>>): void;
  /** Shows it at that level, fitted. */
  level(level: Level): void;
  /** Closes all that holds states, below the outermost ones, or opens all. */
  foldAll(closed: boolean): void;
  /** Shows the overview, or hides it. */
  overview(): void;
}
