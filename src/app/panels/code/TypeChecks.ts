import { trustedErrors } from "#core/analyze/trustedErrors.ts";
import { typeFaults } from "#core/analyze/typeFaults.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";
import type { Project } from "#core/project/Project.ts";
import { checkTypes } from "#adapters/monaco/checkTypes.ts";
import { isShown } from "#adapters/monaco/language/boundEditors.ts";
import { TypeProblems } from "#app/panels/code/TypeProblems.ts";
import type { Studio } from "#app/studio/Studio.ts";

/** How long the text has to stay the same before code that is not in sight is type-checked, in milliseconds. */
const TYPE_CHECK_DELAY_MS = 1_000;

const JSX = /\.[jt]sx$/;

/** What an answer of the type checker is about. */
type Question = Pick<ReturnType<Studio["get"]>, "project" | "imported"> & {
  readonly text: string | undefined;
};
const isSame = (a: Question | undefined, b: Question): boolean =>
  a?.project === b.project && a.text === b.text && a.imported === b.imported;

/**
 * Joins the type checker to the problems of the open games. The editor tells what it found in the code that it shows; from the time
 * that code was first shown, the machine is checked on as well while its code is folded away or another file is shown.
 */
export class TypeChecks {
  readonly #studio: Studio;
  readonly #problems = new WeakMap<Project, TypeProblems>();
  /** Of each game the last one that was answered. */
  readonly #answered = new WeakMap<Project, Question>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waiting: Question | undefined;

  constructor(studio: Studio) {
    this.#studio = studio;
    studio.subscribe(() => this.#look());
  }

  /** The type checker has read this text of the machine that is looked at. */
  found(text: string, errors: readonly TypeError[]): void {
    const now = this.#now();
    const graph = this.#studio.editor.graphNow();
    if (!now.project || now.text !== text || !graph) return;
    this.#answered.set(now.project, now);
    // What is said of half-typed text is mostly about what is still missing; JSX the checker does not read at all.
    if (graph.stale || graph.text !== text || JSX.test(now.project.source.path)) return;
    const problems = this.#problems.get(now.project) ?? new TypeProblems();
    this.#problems.set(now.project, problems);
    problems.found(text, typeFaults(text, graph.reading.charts, errors, this.#isAlone(now.project)));
    this.#studio.findProblems(now.project.id, problems.find);
  }

  /** Those of the errors of this text of the machine that are faults of the file, at each place. */
  trusted(text: string, errors: readonly TypeError[]): readonly TypeError[] {
    const { project } = this.#now();
    const kindOf = ({ code, at }: TypeError) => `${code} ${text.slice(at.from, at.to)}`;
    const trusted = new Set(trustedErrors(text, errors, !project || this.#isAlone(project)).map(kindOf));
    return errors.filter((error) => trusted.has(kindOf(error)));
  }

  /** Of a file that was brought by itself nobody knows what lies beside it. */
  #isAlone({ id }: Project): boolean {
    const kept = this.#studio.get().games?.find((game) => game.id === id)?.kept;
    return kept === "file" || kept === "copy";
  }

  #now(): Question {
    const { project, files, imported } = this.#studio.get();
    return { project, imported, text: files?.files.get("machine") };
  }

  #look(): void {
    const now = this.#now();
    if (this.#timer !== undefined && isSame(this.#waiting, now)) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!now.project || now.text === undefined || isSame(this.#answered.get(now.project), now)) return;
    this.#waiting = now;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // An editor asks by itself.
      if (!isShown("machine") && !this.#studio.editor.graphNow()?.stale) void this.#ask(now);
    }, TYPE_CHECK_DELAY_MS);
  }

  async #ask(question: Question): Promise<void> {
    const { project, text, imported } = question;
    if (!project || text === undefined) return;
    // Not checked again meanwhile, nor when there can be no answer.
    this.#answered.set(project, question);
    const { lang, path } = project.source;
    const language = lang === "ts" ? "typescript" : "javascript";
    const file = { docs: project.id, file: "machine", path, language, text, imports: imported } as const;
    const errors = await checkTypes(this.#studio.get().uiLanguage, file).catch(() => undefined);
    if (!errors) return;
    if (isSame(this.#now(), question)) this.found(text, errors);
    // Another game is looked at, or the text has moved on.
    else if (this.#answered.get(project) === question) this.#answered.delete(project);
  }
}

const started = new WeakMap<Studio, TypeChecks>();

/** Those of a studio; they go on until the page is closed. */
export function typeChecksOf(studio: Studio): TypeChecks {
  const known = started.get(studio) ?? new TypeChecks(studio);
  started.set(studio, known);
  return known;
}
