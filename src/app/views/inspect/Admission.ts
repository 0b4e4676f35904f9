import { type Answer, approvalKey, type Approvals } from "#core/inspect/approvals.ts";
import type { Inspection } from "#core/inspect/inspection.ts";
import { introductionOf, type Introduction } from "#core/inspect/introduction.ts";
import type { AppIntroduction, FromPage } from "#core/project/inspectWire.ts";
import { isApplicant, type Link } from "#app/views/inspect/link.ts";
import type { WindowSource } from "#app/views/inspect/WindowSource.ts";

/** An app that wants to be shown, and waits for the person's word. */
export interface Applicant {
  /** The connection that it speaks over. */
  readonly line: string;
  readonly app: Introduction;
  readonly way: Link["way"];
  /** How many that count as the same one are shown already, and still there. */
  readonly alike: number;
  /** It is no longer connected; what it said is there. */
  readonly isOver: boolean;
}

/** How the window that opened or frames this page is called among the applicants. */
const WINDOW = "window";

interface AdmissionOptions {
  readonly approvals: Approvals;
  readonly inspection: Inspection;
  /** By connection. */
  readonly links: Map<string, Link>;
  readonly window: WindowSource;
  readonly sendToRelay: (message: FromPage) => void;
  readonly changed: () => void;
}

/**
 * Decides which apps are shown: those that were approved, those that prove that they were here before, and of all others those that the person at
 * this page approves. Until then the relay holds an app's messages back, and `WindowSource` those of the window.
 */
export class Admission {
  readonly #options: AdmissionOptions;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** The decision about an app, or `ask` where the person has to decide. */
  answerFor(app: Introduction): Answer | "ask" {
    return this.#options.approvals.answerFor(app, this.#alike(app));
  }
  /** Origins about whose apps the person is no longer asked. */
  get never(): readonly string[] {
    return this.#options.approvals.never;
  }
  /** The window first; then programs and pages in turn, of each the oldest first, so that a crowd of the one does not hide the other. */
  get applicants(): readonly Applicant[] {
    const { applicant } = this.#options.window;
    const ofWindow = applicant
      ? [{ line: WINDOW, way: "window" as const, app: applicant, isOver: false }]
      : [];
    const relayed = [...this.#options.links].flatMap(([line, link]) => {
      const { introduction: app, way, ended, answer } = link;
      return app && isApplicant(link) && !answer ? [{ line, app, way, isOver: ended !== undefined }] : [];
    });
    const before = { program: 0, page: 0 };
    const inTurn = relayed
      .map((candidate) => ({
        one: candidate,
        turn: before[candidate.app.origin === "" ? "program" : "page"]++,
      }))
      .toSorted((a, b) => a.turn - b.turn)
      .map(({ one }) => one);
    return [...ofWindow, ...inTurn].map((candidate) => ({ ...candidate, alike: this.#alike(candidate.app) }));
  }

  /** An app that the relay knows wants to be shown, or is shown: its introduction comes once. */
  meet(line: string, { text, ...app }: AppIntroduction): void {
    const { links, inspection } = this.#options;
    const link = links.get(line);
    if (!link || link.introduction) return;
    const introduction = { ...app, origin: link.origin };
    links.set(line, { ...link, introduction });
    if (!isApplicant(link)) return;
    if (text !== undefined && inspection.isReturn(text, introduction)) this.#tellRelay(line, "yes");
    else this.#judge(line);
    this.#options.changed();
  }
  /** An app that is shown spoke for the first time. */
  hear(line: string, text: string): void {
    const link = this.#options.links.get(line);
    const introduction = link && introductionOf(text, link.origin);
    if (introduction) this.#options.links.set(line, { ...link, introduction });
  }

  /** What the person says. @param line of the applicant */
  answer(line: string, answer: Answer): void {
    const { approvals, links, window } = this.#options;
    const introduction = line === WINDOW ? window.applicant : links.get(line)?.introduction;
    if (!introduction) return;
    approvals.remember(introduction, answer, this.#alike(introduction));
    if (line === WINDOW) window.allow(answer === "yes");
    else this.#tellRelay(line, answer);
    this.#judgeAll();
  }
  /** What was answered in another tab counts here too. */
  readAgain(): void {
    this.#options.approvals.readAgain();
    this.#judgeAll();
  }
  /** Forgets every "never ask again": the person decides again when such an app next comes. */
  resetNever(): void {
    this.#options.approvals.askAgain();
    this.#options.changed();
  }
  /** The person decides about the app again when it next comes. */
  forget({ way, introduction }: Link): void {
    const app = way === "window" ? this.#options.window.introduction : introduction;
    if (app) this.#options.approvals.forget(app);
  }

  #judgeAll(): void {
    for (const line of this.#options.links.keys()) this.#judge(line);
    const { window, changed } = this.#options;
    const answer = window.applicant ? this.answerFor(window.applicant) : "ask";
    if (answer !== "ask") window.allow(answer === "yes");
    changed();
  }
  /** Does what is remembered of an app that waits. */
  #judge(line: string): void {
    const link = this.#options.links.get(line);
    if (!link?.introduction || !isApplicant(link) || link.answer) return;
    const answer = this.answerFor(link.introduction);
    if (answer !== "ask") this.#tellRelay(line, answer);
  }
  #tellRelay(line: string, answer: Answer): void {
    const { links, sendToRelay } = this.#options;
    const link = links.get(line);
    if (link) links.set(line, { ...link, answer });
    sendToRelay({ t: answer === "yes" ? "approve" : "refuse", app: Number(line.replace("relay:", "")) });
  }
  /** How many are shown, or about to be, and still there, that count as the same app. */
  #alike(app: Introduction): number {
    const key = approvalKey(app);
    const isAlike = (link: Link) =>
      link.introduction !== undefined &&
      link.ended === undefined &&
      (link.stage === "shown" || (isApplicant(link) && link.answer === "yes")) &&
      approvalKey(link.introduction) === key;
    return [...this.#options.links.values()].filter(isAlike).length;
  }
}
