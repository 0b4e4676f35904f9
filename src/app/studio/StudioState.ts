import type { OpeningArrangements } from "#core/layout/arrangement/OpeningArrangements.ts";
import type { Refusal } from "#core/edit/command.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import type { Note } from "#core/layout/arrangement/arrangement.ts";
import type { CommandOptions, Graph } from "#core/project/gameMoment.ts";
import type { Project, ProjectState } from "#core/project/Project.ts";
import type { Sibling } from "#core/read/modules/moduleGraph.ts";
import type { MachineSymbol, RenamableSymbol } from "#core/symbol/symbol.ts";
import type { Span } from "#core/text/textEdit.ts";
import { StoreError, wordsKey, type GameEntry } from "#core/project/store.ts";
import type { LeftDraft } from "#adapters/storage/drafts.ts";
import type { Offer } from "#app/studio/offer.ts";
import type { LabelLanguage } from "#app/studio/labels.ts";
import type { LoadedGame } from "#app/studio/loadGame.ts";
import type { Route } from "#app/studio/route.ts";
import type { ViewActions } from "#app/studio/viewCommands.ts";
import type { UiLanguage } from "#app/i18n.ts";

/** A command that waits to be run, as an offer or a preview has it: for several states at once with `each`. */
export type CommandRequest = NonNullable<Refusal["offer"]> & Pick<CommandOptions, "each">;

/** A line at the bottom of the window. `key` names its words, `facts` fill them in. */
export interface Notice {
  readonly id: number;
  readonly tone: "info" | "warn" | "error";
  readonly key: string;
  readonly facts?: Readonly<Record<string, string | number>>;
  /** What the line sums up, one by one. */
  readonly list?: readonly Pick<Notice, "key" | "facts">[];
  /** The command that fixes the reason of a refusal, with the refused one to be run again after it; or the refused one itself, to be run `anyway`. */
  readonly offer?: CommandRequest & { readonly again?: CommandRequest; readonly anyway?: true };
}

/** What of a replay is shown at once: what can be done about its difference, or the situation before a clause is carried out. */
export interface ReplayShow {
  readonly repairs?: true;
  readonly clause?: string;
}

/** Puts a notice at the bottom of the window. */
export type Notify = (tone: Notice["tone"], key: string, facts?: Notice["facts"]) => void;

/** What waits for an answer in a dialog. */
export type Question =
  | { readonly kind: "new-game" }
  | { readonly kind: "rename-game" | "duplicate-game" | "delete-game"; readonly game: string }
  | { readonly kind: "draft"; readonly game: string; readonly draft: LeftDraft }
  /** `saves`: of another file one's own work was kept, and is to be saved once all is decided. */
  | { readonly kind: "conflict"; readonly file: string; readonly saves?: boolean }
  | { readonly kind: "close"; readonly game: string }
  /** A module from the clipboard. */
  | { readonly kind: "paste"; readonly text: string }
  | { readonly kind: "shortcuts" }
  /** Running apps: pages to be joined, traces to be taken. */
  | { readonly kind: "inspect" }
  /** The texts of the open game, out to translators and back. */
  | { readonly kind: "exchange" }
  /** The scenarios of the open game: to be renamed and deleted. */
  | { readonly kind: "scenarios" }
  | { readonly kind: "rename-symbol"; readonly symbol: NamedSymbol & RenamableSymbol }
  /** A preview of what a command would change. */
  | { readonly kind: "preview"; readonly request: PreviewRequest }
  /** What a command needs to know; it was offered for the text of this revision. */
  | { readonly kind: "command"; readonly offer: Offer; readonly revision: number }
  | null;

/** A command whose changes are looked at first, with the words that name it. */
export type PreviewRequest = CommandRequest & Pick<Offer, "words" | "facts">;

/** An open game as its tab shows it. */
export interface Tab {
  readonly game: string;
  /** It has unsaved work. */
  readonly dirty: boolean;
}

/** A name of one machine of the open file, by the machine's key; of the one that is looked at when that is left out. */
export type NamedSymbol = MachineSymbol & { readonly machine?: string };

/** A field of a transition that a person is led to: its event first, the others by Tab. */
export interface RequestedField {
  /** Id of the transition. */
  readonly transition: string;
  readonly field: "event" | "guard" | "actions";
  /** It was made just now: the name of its event only stands in for one. */
  readonly isNew?: true;
  /** Path id of the state that was made with it, which is selected once the fields are done. */
  readonly target?: string;
}

/** A place that the code goes to; another `key` asks again. */
export interface Jump {
  readonly file: string;
  readonly at: Span;
  readonly key: number;
  /** Whether the caret's focus goes along. */
  readonly focus: boolean;
  /** It is shown where the code is looked at, and does not bring the code. */
  readonly isQuiet?: true;
}

/** What was looked for and is shown by a view that may have yet to come: it takes it and sets null. */
export type Sought =
  | { readonly kind: "term"; readonly id: string }
  /** To be played; with `repairs`, what can be done about its difference is shown too. */
  | { readonly kind: "scenario"; readonly id: string; readonly show?: ReplayShow }
  /** What an app did, handed over by the inspector: to be replayed, saved or not. */
  | {
      readonly kind: "trace";
      readonly game: string;
      readonly machine?: string | undefined;
      readonly trace: HandedScenario;
    };

/** A trace that waits: its number, and the text of the scenario that it is. */
export interface HandedScenario {
  readonly trace: number;
  readonly scenario: string;
}

/** What the window shows, whatever game is open. */
export interface WindowState {
  readonly games: readonly GameEntry[] | null;
  readonly route: Route;
  /** `opening` until the first graph is there; `failed` when the game or the store cannot be read. */
  readonly opening: "idle" | "opening" | "ready" | "failed";
  readonly failure?: string | undefined;
  /** What its words name. */
  readonly failureFacts?: Readonly<Record<string, string>>;
  /** The server does not take this page any more: it was restarted, and there is another key. */
  readonly locked: boolean;
  /** The first picture is on the screen: from here on comes what it does not need, such as checks and Monaco. */
  readonly pictured: boolean;
  readonly labelLanguage: LabelLanguage;
  readonly uiLanguage: UiLanguage;
  readonly theme: "light" | "dark";
  readonly notices: readonly Notice[];
  readonly question: Question;
  /** The name whose places are listed beside the code. */
  readonly listed: NamedSymbol | null;
  /** The name whose users are marked on the graph. */
  readonly marked: NamedSymbol | null;
  /** The place that the code was last requested to show. */
  readonly jump: Jump | null;
  /** A field of a transition that is to be filled in. */
  readonly requested: RequestedField | null;
  readonly palette: boolean;
  /** The other of inspector and code was requested on the wide side; it takes this and sets null. */
  readonly sideTurn: object | null;
  readonly sought: Sought | null;
  readonly viewActions: ViewActions;
  /** The note that is being written, as it is then. It may have yet to come into the file. */
  readonly note: Note | null;
  /** States that are selected beside the one of the address, by path id. */
  readonly also: readonly string[];
}

/** What is known of an open game. */
export interface GameState {
  readonly project: Project;
  readonly files: ProjectState;
  readonly graph: Graph;
  /** How its machines stood when it was opened; null where each stands in the order of the code unless its file arranges it. */
  readonly arrangements: OpeningArrangements | null;
  /** Ruleset, scenarios and diagnostics of the game; computed a moment after each change, in a chunk of its own. */
  readonly loaded: LoadedGame | null;
  /**
   * Everything that is wrong with the game: what `loaded` has, the type errors of code that the type checker has read, and scenarios that
   * go otherwise than they expect.
   */
  readonly diagnostics: readonly Diagnostic[];
  /** The files that the machine imports, for its types too, and what those import. */
  readonly imported: readonly Sibling[];
  readonly saving: boolean;
  /** Whether its code may run: it is of this workspace, or the person said so. Null for the moment that finding out takes. */
  readonly trusted: boolean | null;
  /** The last command, when it took too long and was stopped: what `refusal.took-too-long` says of it. */
  readonly stopped: Readonly<Record<string, string>> | null;
}

/** The same while no game is open. */
export interface NoGame {
  readonly project: null;
  readonly files: null;
  readonly graph: null;
  readonly arrangements: null;
  readonly loaded: null;
  readonly diagnostics: readonly Diagnostic[];
  readonly imported: readonly Sibling[];
  readonly saving: boolean;
  readonly trusted: null;
  readonly stopped: null;
}
export const noGame: NoGame = {
  project: null,
  files: null,
  graph: null,
  arrangements: null,
  loaded: null,
  diagnostics: [],
  imported: [],
  saving: false,
  trusted: null,
  stopped: null,
};

/** The window and the game in it, as components read it. */
export type StudioState = WindowState & {
  readonly [K in keyof GameState]: GameState[K] | NoGame[K];
} & {
  /** The open games, left to right. */
  readonly tabs: readonly Tab[];
};

/** Key of a failure's words; a fault that is none of the store's is logged and named `unknown`. */
export function codeOf(error: unknown): string {
  if (error instanceof StoreError) return wordsKey(error);
  console.error(error);
  return "unknown";
}

/** What the words of a failure name. */
export function factsOf(error: unknown): Record<string, string> {
  if (!(error instanceof StoreError)) return {};
  const { file = "", encoding = "", at } = error.facts;
  return { file, encoding, at: String(at), reason: error.message };
}
