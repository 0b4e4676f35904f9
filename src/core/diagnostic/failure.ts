import { thrownText } from "#core/run/play/thrownText.ts";

/**
 * Where in the program something failed; `failure.at` in the locales says it in words. `call`: a request to the server. `events`: the
 * stream of news between server and page. `files`: looking for changes on the disk. `served`: a file of the studio. `inspector`: what apps and pages
 * of the inspector say. `process`: nobody waited for it. `page`: a handler, timer or promise of the page. `panel`: a part of the picture.
 */
export const failurePlaces = [
  "call",
  "events",
  "files",
  "served",
  "inspector",
  "process",
  "page",
  "panel",
] as const;
export type FailurePlace = (typeof failurePlaces)[number];

/**
 * A fault of this program that was caught: the request, line or handler that met it was given up, and everything else goes on. The person
 * is notified, as what they requested may not have been done.
 */
export interface Failure {
  readonly place: FailurePlace;
  /** What was thrown, in its own words. */
  readonly message: string;
}
export type TellFailure = (failure: Failure) => void;

export const failureOf = (place: FailurePlace, thrown: unknown): Failure => ({
  place,
  message: thrownText(thrown),
});

/**
 * A handler that neither throws nor leaves a promise rejected: what it throws is reported. For whatever calls back from outside: sockets,
 * watchers, timers, ports, where a throw would end the process.
 * @param after gives up the one line or request that failed
 */
export function guarded<A extends readonly unknown[]>(
  place: FailurePlace,
  tell: TellFailure,
  handler: (...args: A) => unknown,
  after?: (...args: A) => void,
): (...args: A) => void {
  return (...args) => {
    const fail = (thrown: unknown) => {
      try {
        tell(failureOf(place, thrown));
        after?.(...args);
      } catch {
        // The listener, or what is being closed, failed as well: there is nobody left to notify.
      }
    };
    try {
      const result = handler(...args);
      if (result instanceof Promise) result.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}
