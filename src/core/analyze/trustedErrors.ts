import { GLOBAL_NAMES } from "#core/analyze/xstateNames.ts";
import type { TypeError } from "#core/diagnostic/typeError.ts";

// TypeScript's own numbers of what it says.

/** A module is not there, or has no types. */
const NO_MODULE = new Set([2307, 2792, 7016]);

/** What a page or Node has, a test runner, an ambient namespace, a newer library, a JSON file: the checker here knows none of them. */
const OF_THE_HOST = new Set([2503, 2550, 2580, 2581, 2582, 2583, 2584, 2591, 2592, 2593, 2732, 2868]);

/** The specifier of a file of the project: pictures and the like are a bundler's. */
const SCRIPT_BESIDE = /^["'`]\.\.?(?:\/(?:.*\/)?(?:[^/.]*|[^/]*\.[cm]?[jt]sx?))?["'`]$/;

const NO_NAME = new Set([2304, 2552]);

/**
 * What is said of sound code as well, once a part of its types is missing: something is `any` or unknown, lacks a property or an
 * argument, is no subclass, or was to be wrong.
 */
const FOLLOWS = new Set([
  2339, 2345, 2347, 2551, 2554, 2571, 2578, 4112, 4113, 7005, 7006, 7019, 7022, 7023, 7024, 7031, 7034, 7053,
  18046, 18047, 18048, 18049,
]);

/**
 * The errors that are faults of the file, as far as can be known where its packages are not: without what the studio's checker
 * lacks and what follows from that. A name that nobody has is reported once.
 * @param alone the files around this one cannot be read, so that none of them is missing
 */
export function trustedErrors(text: string, errors: readonly TypeError[], alone = false): TypeError[] {
  const hasHoles = errors.some(({ code }) => NO_MODULE.has(code));
  const unknown = new Set<string>();
  return errors.filter(({ code, at }) => {
    const word = text.slice(at.from, at.to);
    if (NO_MODULE.has(code)) return !alone && SCRIPT_BESIDE.test(word);
    if (OF_THE_HOST.has(code) || (hasHoles && FOLLOWS.has(code))) return false;
    if (!NO_NAME.has(code)) return true;
    const isNews = !GLOBAL_NAMES.has(word) && !unknown.has(word);
    unknown.add(word);
    return isNews;
  });
}
