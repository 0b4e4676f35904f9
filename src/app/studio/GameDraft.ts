import type { Project } from "#core/project/Project.ts";
import type { Draft, Drafts, LeftDraft } from "#adapters/storage/drafts.ts";
import type { Notify } from "#app/studio/StudioState.ts";

/** How long after a change unsaved work is stored as a draft, in milliseconds; further changes in this time are stored with it. */
const DRAFT_DELAY_MS = 1_000;

/** The unsaved work on one game, kept where a crash does not reach it, and that which an earlier page left behind. */
export class GameDraft {
  readonly #project: Project;
  readonly #drafts: Drafts;
  readonly #notice: Notify;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: Draft | undefined;

  constructor(project: Project, drafts: Drafts, notice: Notify) {
    this.#project = project;
    this.#drafts = drafts;
    this.#notice = notice;
  }

  /** Unsaved work that an earlier page left behind, when it differs from what is here. It waits for `settle`. */
  async find(): Promise<LeftDraft | undefined> {
    for (;;) {
      const draft = await this.#drafts.leftDraft(this.#project.id);
      const isOther = ({ name, text }: Draft["files"][number]) =>
        this.#project.keeps(name) && (this.#project.text(name) ?? null) !== text;
      if (!draft || draft.files.some(isOther)) return draft;
      await this.#drafts.dropDraft(this.#project.id, draft.page);
    }
  }

  /** Takes a draft into the game as one entry of the history, or forgets it. */
  async settle(draft: LeftDraft, take: boolean): Promise<void> {
    for (const { name, text } of take ? draft.files : []) {
      const note = { label: "draft", origin: "disk" as const, at: draft.at, joins: "draft" };
      if (text !== null) this.#project.write(name, text, note);
      else if (this.#project.text(name) !== undefined)
        this.#project.apply([{ kind: "remove", file: name }], note);
    }
    const isWritable = (name: string) => this.#project.keeps(name) && !this.#project.isReadOnly(name);
    const left = take ? draft.files.filter(({ name }) => !isWritable(name)) : [];
    if (left.length > 0) {
      // Part of it has no place here: the draft stays where it is.
      await this.store();
      return this.#notice("warn", "notice.draft-partly", { files: left.map(({ name }) => name).join(", ") });
    }
    // Kept as this page's own before the other goes.
    if (!take || (await this.store())) await this.#drafts.dropDraft(draft.game, draft.page);
  }

  /** Something changed: it is kept in a moment. */
  storeSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.store();
    }, DRAFT_DELAY_MS);
  }

  /** Ends what is waiting. What is unsaved has to be kept before. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  /** Puts unsaved work where a crash does not reach it. Answers whether that went well. */
  async store(): Promise<boolean> {
    const files = this.#project.unsaved();
    try {
      if (files.length === 0) await this.#drafts.dropDraft(this.#project.id);
      else {
        // Kept once more, the same work is no newer: a window that is left does not come before one that is worked in.
        const same = JSON.stringify(files) === JSON.stringify(this.#last?.files);
        this.#last = { files, at: (same && this.#last?.at) || Date.now() };
        await this.#drafts.saveDraft(this.#project.id, this.#last);
      }
      return true;
    } catch {
      this.#notice("warn", "notice.draft-failed");
      return false;
    }
  }
}
