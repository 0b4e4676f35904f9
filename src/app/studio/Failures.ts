import { failureOf, type Failure } from "#core/diagnostic/failure.ts";

/** A failure as often as it came. */
export interface CountedFailure extends Failure {
  readonly count: number;
}

/** Different failures that are stored, newest first: a page that is open for days must not collect them without end. */
const MAX_FAILURES = 20;

/** What failed on this page or its server while everything else went on, for the status bar to tell. It knows no React. */
export class Failures {
  #list: readonly CountedFailure[] = [];
  readonly #listeners = new Set<() => void>();

  get = (): readonly CountedFailure[] => this.#list;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  tell = ({ place, message }: Failure): void => {
    const isSame = (failure: Failure) => failure.place === place && failure.message === message;
    const count = (this.#list.find(isSame)?.count ?? 0) + 1;
    this.#set(
      [{ place, message, count }, ...this.#list.filter((failure) => !isSame(failure))].slice(0, MAX_FAILURES),
    );
  };
  clear = (): void => this.#set([]);

  #set(list: readonly CountedFailure[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }

  /** Hears of what no guard caught on a page: throws in handlers, effects and timers, and promises that nobody waited for. */
  watchPage(page: Pick<Window, "addEventListener">): void {
    page.addEventListener("error", ({ error, message }: ErrorEvent) => {
      // A browser says so when sizes have not settled within a frame; it measures them in the next one.
      if (!message.startsWith("ResizeObserver loop"))
        this.tell(failureOf("page", error ?? new Error(message)));
    });
    page.addEventListener("unhandledrejection", ({ reason }: PromiseRejectionEvent) => {
      if (!isCancelled(reason)) this.tell(failureOf("page", reason));
    });
  }

  /** What React tells of a part that its boundary took out of the picture; the console has the whole of it. A machine that is too large is no fault of ours. */
  caught = (error: unknown): void => {
    if (error instanceof Error && error.name === "UndrawableError") return;
    console.error(error);
    this.tell(failureOf("panel", error));
  };
}

/** Editors and downloads end what is not wanted any more by rejecting it: nothing failed. */
const isCancelled = (reason: unknown): boolean =>
  reason instanceof Error && (reason.name === "Canceled" || reason.name === "AbortError");
