import type { TextEdit } from "#core/text/textEdit.ts";
import type { Draft } from "#core/edit/draft.ts";
import { freeNames, namesOf } from "#core/syntax/freeNames.ts";
import { visibleNames } from "#core/syntax/tree.ts";
import { child, spanOf, type Node, walk } from "#core/syntax/node.ts";
import { XSTATE_NAMES } from "#core/edit/pen/xstateImports.ts";

/** What code may use everywhere, without any import. */
const GLOBALS = new Set(
  `AbortController AbortSignal Array ArrayBuffer BigInt Boolean Date Error Event Infinity Intl Iterator JSON Map Math NaN Number
  Object Promise Proxy RangeError Reflect RegExp Set String Symbol SyntaxError TypeError URL WeakMap WeakRef WeakSet arguments
  clearInterval clearTimeout console crypto decodeURIComponent document encodeURIComponent fetch globalThis isFinite isNaN
  localStorage navigator parseFloat parseInt performance process queueMicrotask require sessionStorage setInterval setTimeout
  structuredClone undefined window`.split(/\s+/),
);

/** The names that code of the machine may use. */
export const namesInScope = (draft: Draft): ReadonlySet<string> =>
  visibleNames(draft.tree, draft.chart.configAt?.from ?? 0);

/**
 * The values that a piece of code takes and this module does not have: neither its own nor of XState or of the language.
 * @param atOnce only what is needed when the module is loaded, not when a function in it is called
 */
export function missingNames(draft: Draft, code: Node, atOnce = false): string[] {
  const names = namesInScope(draft);
  return [...namesOf(freeNames(code, { atOnce }))].filter(
    (name) => !names.has(name) && !XSTATE_NAMES.has(name) && !GLOBALS.has(name),
  );
}

/** Edits that turn `namespace.assign` into what this module calls `assign`. */
export function bareMembers(draft: Draft, code: Node, namespace: string): TextEdit[] {
  const edits: TextEdit[] = [];
  walk(code, (node) => {
    if (node.type !== "MemberExpression" || node["computed"] === true) return;
    const name = child(node, "property")?.["name"];
    if (child(node, "object")?.["name"] !== namespace || typeof name !== "string" || !XSTATE_NAMES.has(name))
      return;
    edits.push({ ...spanOf(node), insert: draft.xstate(name) });
  });
  return edits;
}
