import { isReported, placed } from "#core/analyze/typeFaults.ts";
import { carryDiagnostics } from "#core/diagnostic/carry.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { diffEdits } from "#adapters/monaco/diffEdits.ts";
import type { FindProblems } from "#app/studio/ProblemSources.ts";
import type { GameState } from "#app/studio/StudioState.ts";

const NONE: readonly Diagnostic[] = [];

/**
 * The type errors of one open game's machine among everything else that is wrong with it. The type checker answers seconds after a
 * keystroke. Until then what it said last stays on the words that it was said of, and goes with them: the list neither flickers nor
 * points beside.
 */
export class TypeProblems {
  /** The text that both lists are of. */
  #text = "";
  /** What the type checker said last. */
  #reported: readonly Diagnostic[] = NONE;
  /** What of it is shown: that which the studio's own checks do not tell as well. */
  #shown: readonly Diagnostic[] = NONE;
  /** What `#shown` was worked out from. */
  #from: readonly unknown[] = [];
  #last:
    | {
        readonly loadedProblems: readonly Diagnostic[];
        readonly shown: readonly Diagnostic[];
        readonly all: readonly Diagnostic[];
      }
    | undefined;

  /** The type checker has read this text of the machine. */
  found(text: string, faults: readonly Diagnostic[]): void {
    this.#moveTo(text);
    this.#reported = faults;
  }

  /** The studio's own diagnostics first; call it after every change of the game. */
  find: FindProblems = (state) => {
    this.#moveTo(textOf(state));
    this.#choose(state);
    const loadedProblems = state.loaded?.diagnostics ?? NONE;
    const shown = this.#shown;
    if (this.#last?.loadedProblems !== loadedProblems || this.#last.shown !== shown)
      this.#last = {
        loadedProblems,
        shown,
        all: shown.length === 0 ? loadedProblems : [...loadedProblems, ...shown],
      };
    return this.#last.all;
  };

  #moveTo(text: string): void {
    if (text === this.#text) return;
    const edits = this.#reported.length + this.#shown.length > 0 ? diffEdits(this.#text, text) : [];
    this.#reported = carryDiagnostics(this.#reported, edits);
    this.#shown = carryDiagnostics(this.#shown, edits);
    this.#text = text;
  }

  /** Looks what is to be shown, as soon as graph and checks are of this text: a moment after each change, and not while it is half-typed. */
  #choose({ files, graph, loaded }: GameState): void {
    if (!loaded || loaded.revision !== files.revision || graph.stale || graph.text !== this.#text) return;
    const from = [this.#reported, loaded, graph.reading];
    if (from.every((diagnostic, i) => diagnostic === this.#from[i])) return;
    this.#from = from;
    const shown = this.#reported
      .filter(({ at }) => at && !isReported(at, loaded.diagnostics))
      .map((diagnostic) => placed(diagnostic, graph.reading.charts));
    // Nothing is drawn again for the same again.
    if (JSON.stringify(shown) !== JSON.stringify(this.#shown)) this.#shown = shown;
  }
}

const textOf = ({ files }: GameState): string => files.files.get("machine") ?? "";
