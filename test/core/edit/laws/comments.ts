import { parse } from "@babel/parser";
import type { File } from "#core/syntax/ast.ts";

/** The comments of a text, line breaks and indents inside them aside. */
export const commentsOf = (text: string): string[] =>
  commentsIn(parse(text, { sourceType: "module", plugins: ["typescript"] }));

/** The comments of a tree, the same way. */
export const commentsIn = (file: File): string[] =>
  (file.comments ?? []).map(({ value }) => value.replace(/\s+/g, " ").trim());

/** Commands that may take away the properties or the transition they are about, and so the comments that belong to these. */
const TAKES_AWAY = new Set([
  "state.setType",
  "state.describe",
  "state.setId",
  "state.setClauses",
  "state.setTags",
  "state.setMeta",
  "state.removeAction",
  "state.setAction",
  "invoke.edit",
  "invoke.remove",
  "transition.delete",
  "transition.event",
  "transition.retarget",
  "transition.guard",
  "transition.describe",
  "transition.setReenter",
  "transition.setMeta",
  "transition.removeAction",
  "transition.setAction",
  "transition.setClauses",
]);

/**
 * The comments that a command lost and had no right to lose. A deleted state takes those inside it along, and those of the
 * transitions that led there; a moved one only those of the `initial` it leaves behind.
 */
export function lostComments(
  id: string,
  args: unknown,
  before: readonly string[],
  after: readonly string[],
): string[] {
  const left = [...after];
  const lost = before.filter((comment) => {
    const at = left.indexOf(comment);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  const { state, transition } = args as { state?: string[]; transition?: { source: string[] } };
  const own = (state ?? transition?.source ?? []).join(".");
  const parent = (state ?? []).slice(0, -1).join(".");
  return lost.filter((comment) => {
    const [, tag, owner = ""] = /^c\d+ (\w+) @(.*)$/.exec(comment) ?? [];
    if (id === "state.delete" && (owner === own || owner.startsWith(`${own}.`))) return false;
    if (id === "state.delete") return tag === "state";
    if (["state.move", "state.wrap", "state.extract"].includes(id))
      return !((tag === "prop" || tag === "initial") && owner === parent);
    return !(TAKES_AWAY.has(id) && owner === own && tag !== "state");
  });
}
