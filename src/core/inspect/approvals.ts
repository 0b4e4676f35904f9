import type { Introduction } from "#core/inspect/introduction.ts";
import { count, list, object, readText, string, type TypeOf } from "#core/text/schema.ts";

/** Decisions that are remembered of each kind; beyond, the oldest is forgotten and the person is asked again. */
const MAX_APPROVALS_PER_KIND = 200;

/**
 * Connections that one approval covers at once: a page may be open in several tabs, and be reloaded before its old connection has ended.
 * What is not a browser can send an approved Origin, and needs an approval of its own beyond these.
 */
const MAX_CONNECTIONS_PER_ORIGIN = 4;

/** A person's decision about an app that wants to be shown; `never`: and it is not asked about again. */
export type Answer = "yes" | "no" | "never";

/** Storage of the answers between two loads of a page. */
export interface AnswerStore {
  read(): string | undefined;
  write(text: string): void;
}

type Remembered = TypeOf<typeof remembered>;
const remembered = object({
  start: string,
  yes: list(object({ app: string, atOnce: count }), MAX_APPROVALS_PER_KIND),
  never: list(string, MAX_APPROVALS_PER_KIND),
});

/**
 * The apps that a person approved to be shown, for one start of the studio.
 *
 * A yes is for a page at its origin, and where the app has a name of its own (`turnwright/connect`) for that name there: it holds when
 * the page, or the inspector, is reloaded, and whatever a hot reload connects, up to some at once. Programs have no origin: a yes is for the
 * name that one calls itself. Of both it is for as many at once as were said yes to, so that one more is asked about, and one that is started
 * again is not. That is no proof of who speaks: a program can write any name and any Origin. It keeps out what the person did not start.
 *
 * A never is for all that comes from a page's origin, and for a program's name.
 */
export class Approvals {
  readonly #store: AnswerStore;
  readonly #start: string;
  #now: Remembered;

  /** @param start of the studio: what was answered in another one is forgotten */
  constructor(store: AnswerStore, start: string) {
    this.#store = store;
    this.#start = start;
    this.#now = this.#read();
  }

  /** @param others apps that count as the same one and are shown at the moment */
  answerFor(app: Introduction, others: number): Answer | "ask" {
    const yes = this.#now.yes.find((approval) => approval.app === approvalKey(app));
    // What was said yes to in particular goes before what was refused of its origin.
    if (yes) return others < yes.atOnce ? "yes" : "ask";
    return this.#now.never.includes(neverKey(app)) ? "never" : "ask";
  }

  /** Origins, and names of programs, that are never asked about again. */
  get never(): readonly string[] {
    return this.#now.never;
  }

  /** A no is forgotten at once: it is for this one connection. */
  remember(app: Introduction, answer: Answer, others: number): void {
    if (answer === "no") return;
    const { start, yes, never } = this.#now;
    const key = approvalKey(app);
    const unlike = yes.filter((approval) => approval.app !== key);
    this.#keep(
      answer === "yes"
        ? {
            start,
            yes: [...unlike, { app: key, atOnce: Math.max(others + 1, leastAtOnce(app)) }],
            never: never.filter((refusalKey) => refusalKey !== neverKey(app)),
          }
        : {
            start,
            yes: unlike,
            never: [...never.filter((refusalKey) => refusalKey !== neverKey(app)), neverKey(app)],
          },
    );
  }

  /** Nothing was ever said of the app. */
  forget(app: Introduction): void {
    const { yes, ...rest } = this.#now;
    this.#keep({ ...rest, yes: yes.filter((approval) => approval.app !== approvalKey(app)) });
  }
  /** All that was never to be asked about again is asked about again. */
  askAgain(): void {
    this.#keep({ ...this.#now, never: [] });
  }

  /** Another tab may have been answered. */
  readAgain(): void {
    this.#now = this.#read();
  }

  #keep(next: Remembered): void {
    const newest = {
      ...next,
      yes: next.yes.slice(-MAX_APPROVALS_PER_KIND),
      never: next.never.slice(-MAX_APPROVALS_PER_KIND),
    };
    this.#now = newest;
    this.#store.write(JSON.stringify(newest));
  }
  #read(): Remembered {
    const result = readText(remembered, this.#store.read() ?? "");
    return result.ok && result.value.start === this.#start
      ? result.value
      : { start: this.#start, yes: [], never: [] };
  }
}

const leastAtOnce = ({ origin }: Introduction): number => (origin === "" ? 1 : MAX_CONNECTIONS_PER_ORIGIN);

/** Under which name an app is said yes to: two with the same count as the same one. */
export function approvalKey({ origin, wire, name = "" }: Introduction): string {
  // A page's first actor may be another one each time.
  return JSON.stringify([origin, wire, origin !== "" && wire !== "connect" ? "" : name]);
}

/** The name under which an app is not asked about again; it is shown to the person. */
const neverKey = ({ origin, name = "" }: Introduction): string => (origin === "" ? name : origin);
