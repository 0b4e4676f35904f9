import type * as Monaco from "monaco-editor/editor";
import { diffEdits, rebaseEdits } from "#adapters/monaco/diffEdits.ts";
import { freshUri } from "#adapters/monaco/fileUri.ts";
import { eolMap, toProjectEdits, type EolMap, type ModelChange } from "#adapters/monaco/eolMap.ts";
import type { MonacoApi } from "#adapters/monaco/monacoApi.ts";
import { applyToModel } from "#adapters/monaco/applyToModel.ts";
import { applyEdits, mapOffset, type TextEdit } from "#core/text/textEdit.ts";

export type EditKind = "typing" | "paste" | "composition" | "other";

export interface EditInfo {
  /** Logical name of the edited file: after a switch of files an edit may still belong to the one before. */
  readonly file: string;
  readonly kind: EditKind;
  /** Typing of the same number went on where it was; with another number the caret was moved in between. */
  readonly run: number;
  /** When it happened, in milliseconds since 1970, for joining fast typing into one entry of the history. */
  readonly at: number;
  /** The text that the offsets belong to. When the project holds another by now, carry the edits over with `rebaseEdits`. */
  readonly base: string;
}

/**
 * Takes an edit into the project. Returns the revision that results, so that a late render of an older text is not
 * taken for somebody's change; `false` when the edit is refused (the editor then goes back); nothing when neither matters.
 */
export type OnEdits = (edits: TextEdit[], info: EditInfo) => number | false | undefined | void;

export interface ShownFile {
  readonly file: string;
  readonly uri: string;
  readonly language: "typescript" | "javascript" | "json";
}

/** An undo that concerns the graph only leaves this text alone; a change long after it is another story. */
const FOLLOW_MS = 500;

/** One file's model beside the project's text that it shows. */
interface OpenFile extends ShownFile {
  readonly model: Monaco.editor.ITextModel;
  map: EolMap;
  /** Revision of the last edit that went out, and the texts since the last render: one of those again is old news. */
  sent: number;
  passed: string[];
  view: Monaco.editor.ICodeEditorViewState | null;
  /** Anchor and caret while another file is shown, as offsets of the model. */
  selection: readonly [anchor: number, caret: number] | undefined;
}

/** Where the person was in a file whose editor was closed, by model URI. */
const lastViews = new Map<string, Monaco.editor.ICodeEditorViewState>();

/**
 * Keeps one Monaco editor in step with the project's text. The text is the truth: what comes from outside is put into the
 * model silently, what the person does goes out once as edits of the text, and an input method is never interrupted.
 */
export class EditorSession {
  readonly #monaco: MonacoApi;
  readonly #editor: Monaco.editor.IStandaloneCodeEditor;
  readonly #onEdits: OnEdits;
  readonly #files = new Map<string, OpenFile>();
  readonly #listeners: Monaco.IDisposable[];
  #open: OpenFile | undefined;
  /** The model is being brought in line: its events are ours. */
  #silent = false;
  #composing = false;
  #reporting = false;
  /** Counts the places that the person went to. */
  #run = 0;
  /** Until when a change from outside is taken for the answer to an undo or redo; in `performance.now()` milliseconds. */
  #followUntil = 0;
  /** The newest text from outside that could not be taken in at once. */
  #waiting: { readonly file: string; readonly text: string; readonly revision: number } | undefined;

  constructor(monaco: MonacoApi, editor: Monaco.editor.IStandaloneCodeEditor, onEdits: OnEdits) {
    this.#monaco = monaco;
    this.#editor = editor;
    this.#onEdits = onEdits;
    this.#listeners = [
      editor.onDidChangeModelContent((event) => this.#changed(event)),
      editor.onDidChangeCursorSelection((event) => {
        if (!this.#silent && wasMoved(event)) this.#run++;
      }),
      editor.onDidCompositionStart(() => {
        this.#composing = true;
      }),
      editor.onDidCompositionEnd(() => this.#endComposition()),
    ];
  }

  /** Whether the caret or the text is being moved by us and not by the person. */
  get silent(): boolean {
    return this.#silent;
  }

  /** The open file's text and offsets, or undefined before the first `show`. */
  get map(): EolMap | undefined {
    return this.#open?.map;
  }

  /** The file that this model shows here, when it is the open one. */
  openIn(model: Monaco.editor.ITextModel): { readonly file: string; readonly map: EolMap } | undefined {
    return this.#open?.model === model ? this.#open : undefined;
  }

  /** Logical name of the open file. */
  get file(): string | undefined {
    return this.#open?.file;
  }

  /** Shows `text` as it is at `revision`, in its own model; caret, folding and scroll of each file are kept. */
  show(shownFile: ShownFile, text: string, revision: number): void {
    if (this.#open?.uri !== shownFile.uri) this.#switchTo(shownFile, text, revision);
    else if (this.#composing || this.#reporting) this.#waiting = { file: shownFile.file, text, revision };
    else this.#takeIn(this.#open, text, revision);
  }

  /** The caret goes to the next change from outside, if it comes soon: the person caused it by undo or redo. */
  followNextChange(): void {
    this.#followUntil = performance.now() + FOLLOW_MS;
  }

  /** Closes every model; an unfinished composition is reported first. */
  dispose(): void {
    this.#leave();
    for (const listener of this.#listeners) listener.dispose();
    this.#editor.setModel(null);
    for (const { model, uri, view } of this.#files.values()) {
      if (view) lastViews.set(uri, view);
      model.dispose();
    }
    this.#files.clear();
    this.#open = undefined;
  }

  #leave(): void {
    if (this.#composing) this.#endComposition();
    const file = this.#open;
    if (!file) return;
    file.view = this.#editor.saveViewState();
    const selection = this.#editor.getSelection();
    file.selection = selection
      ? [
          file.model.getOffsetAt(selection.getSelectionStart()),
          file.model.getOffsetAt(selection.getPosition()),
        ]
      : undefined;
  }

  #switchTo(shownFile: ShownFile, text: string, revision: number): void {
    this.#leave();
    const known = this.#files.get(shownFile.uri);
    const file = known ?? this.#create(shownFile, text);
    this.#open = undefined;
    if (known) this.#takeIn(file, text, revision);
    this.#open = file;
    this.quietly(() => {
      this.#editor.setModel(file.model);
      // Wordings stand on one line each: nobody reads them by scrolling sideways.
      this.#editor.updateOptions({ wordWrap: shownFile.language === "json" ? "on" : "off" });
      // An input method may ask where its characters stand before the next frame; Monaco knows once it has drawn.
      this.#editor.render(true);
      if (file.view) this.#editor.restoreViewState(file.view);
      if (!file.selection) return;
      const [anchor, caret] = file.selection.map((offset) => file.model.getPositionAt(offset));
      if (anchor && caret) this.#editor.setSelection(this.#monaco.Selection.fromPositions(anchor, caret));
    });
  }

  #create(shownFile: ShownFile, text: string): OpenFile {
    const { editor } = this.#monaco;
    const map = eolMap(text);
    const model = editor.createModel(map.model, shownFile.language, freshUri(this.#monaco, shownFile.uri));
    model.setEOL(editor.EndOfLineSequence.LF);
    model.updateOptions({
      bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
    });
    const view = lastViews.get(shownFile.uri) ?? null;
    const file: OpenFile = { ...shownFile, model, map, sent: -1, passed: [], view, selection: undefined };
    this.#files.set(shownFile.uri, file);
    return file;
  }

  #takeIn(file: OpenFile, text: string, revision: number): void {
    if (revision < file.sent && file.passed.includes(text)) return;
    file.passed = [];
    if (text === file.map.text) return;
    const before = file.map.model;
    file.map = eolMap(text);
    this.#align(file);
    const edits = diffEdits(before, file.map.model);
    if (file === this.#open) this.#follow(file, edits);
    else if (file.selection)
      file.selection = [mapOffset(file.selection[0], edits), mapOffset(file.selection[1], edits)];
  }

  #follow(file: OpenFile, edits: readonly TextEdit[]): void {
    const last = edits.at(-1);
    if (!last || performance.now() > this.#followUntil || !this.#editor.hasTextFocus()) return;
    this.#followUntil = 0;
    const end = mapOffset(last.to, edits);
    this.quietly(() => {
      const place = file.model.getPositionAt(end);
      this.#editor.setPosition(place);
      this.#editor.revealPositionInCenterIfOutsideViewport(place);
    });
  }

  /** Brings the model to what the text says, without an echo and past Monaco's undo. */
  #align(file: OpenFile): void {
    this.quietly(() => applyToModel(this.#editor, file.model, file.map.model));
  }

  /** Moves the caret or the text ourselves, without reporting it. */
  quietly(work: () => void): void {
    const before = this.#silent;
    this.#silent = true;
    try {
      work();
    } finally {
      this.#silent = before;
    }
  }

  #changed(event: Monaco.editor.IModelContentChangedEvent): void {
    const file = this.#open;
    if (!file || this.#silent || this.#composing) return;
    this.#report(file, exactChanges(file.map.model, event.changes, file.model.getValue()), kindOf(event));
  }

  #endComposition(): void {
    this.#composing = false;
    const file = this.#open;
    if (!file) return;
    this.#report(file, changesBetween(file.map.model, file.model.getValue()), "composition");
  }

  #report(file: OpenFile, changes: readonly ModelChange[], kind: EditKind): void {
    const before = file.map;
    let base = before.text;
    let edits = toProjectEdits(before, changes);
    const newer = this.#waiting;
    this.#waiting = undefined;
    if (newer && newer.file === file.file && newer.revision >= file.sent) {
      edits = rebaseEdits(edits, base, newer.text);
      base = newer.text;
    }
    file.map = eolMap(applyEdits(base, edits));
    if (edits.length > 0)
      this.#tell(file, edits, { file: file.file, kind, run: this.#run, at: Date.now(), base });
    // Rarely the text's bytes say something else than the model (a lone CR met an LF, a mark came first): the text wins.
    if (file.model.getValue() !== file.map.model) this.#align(file);
  }

  #tell(file: OpenFile, edits: TextEdit[], info: EditInfo): void {
    this.#reporting = true;
    try {
      const answer = this.#onEdits(edits, info);
      if (answer === false) file.map = eolMap(info.base);
      else if (typeof answer === "number") {
        file.sent = answer;
        file.passed.push(info.base);
      }
    } finally {
      this.#reporting = false;
    }
    const newer = this.#waiting;
    if (!newer || newer.file !== file.file || newer.revision < file.sent) return;
    this.#waiting = undefined;
    file.map = eolMap(newer.text);
  }
}

const changesBetween = (before: string, after: string): ModelChange[] =>
  diffEdits(before, after).map(({ from, to, insert }) => ({
    rangeOffset: from,
    rangeLength: to - from,
    text: insert,
  }));

/** Monaco joins the changes of several steps into one event, each in the offsets of its own step; then the texts are compared. */
function exactChanges(
  before: string,
  changes: readonly ModelChange[],
  after: string,
): readonly ModelChange[] {
  let at = before.length;
  let result = before;
  for (const { rangeOffset, rangeLength, text } of changes) {
    if (rangeOffset + rangeLength > at) return changesBetween(before, after);
    result =
      result.slice(0, rangeOffset) + text.replace(/\r\n?/g, "\n") + result.slice(rangeOffset + rangeLength);
    at = rangeOffset;
  }
  return result === after ? changes : changesBetween(before, after);
}

/** Whether the caret went somewhere else than where typing put it. Typing over a bracket that was closed for one is typing. */
const wasMoved = (event: Monaco.editor.ICursorSelectionChangedEvent): boolean =>
  event.modelVersionId === event.oldModelVersionId &&
  !(event.source === "keyboard" && event.reason === 0); /* CursorChangeReason.NotSet */

/** Monaco says in a field outside its declarations how a change came about; without it, "other" is always right. */
function kindOf(event: Monaco.editor.IModelContentChangedEvent): EditKind {
  const { source, kind, detailedSource } = (event as WithReasons).detailedReasons?.[0]?.metadata ?? {};
  if (source !== "cursor") return "other";
  if (kind === "paste") return "paste";
  return kind === "type" || detailedSource?.startsWith("delete") ? "typing" : "other";
}

interface WithReasons {
  readonly detailedReasons?: readonly {
    readonly metadata?: {
      readonly source?: string;
      readonly kind?: string;
      readonly detailedSource?: string;
    };
  }[];
}
