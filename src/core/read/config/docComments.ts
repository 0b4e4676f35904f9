import type { Comment } from "#core/syntax/ast.ts";
import { type Located } from "#core/syntax/node.ts";

/** What a comment says, without its stars and slashes; its lines joined by spaces, paragraphs by a line break. */
function words(comment: Comment): string {
  const lines = comment.value.split(/\r\n|\r|\n/).map((line) => line.replace(/^\s*\*+ ?/, "").trim());
  return lines
    .join("\n")
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.split("\n").join(" "))
    .join("\n");
}

/**
 * Comment that documents a member of a type: the block or line comments directly above it, else one behind it on its line.
 * @param comments all comments of the file, in order
 */
export function docOf(text: string, comments: readonly Comment[], member: Located): string | undefined {
  const start = member.start ?? 0;
  let i = firstAfter(comments, start) - 1;
  const above: string[] = [];
  let edge = start;
  for (; i >= 0; i--) {
    const comment = comments[i];
    if (!comment || !/^\s*$/.test(text.slice(comment.end ?? 0, edge))) break;
    const lineStart =
      Math.max(
        text.lastIndexOf("\n", (comment.start ?? 0) - 1),
        text.lastIndexOf("\r", (comment.start ?? 0) - 1),
      ) + 1;
    // Behind other code on its line it belongs to that code.
    if (text.slice(lineStart, comment.start ?? 0).trim() !== "") {
      if (comment.type === "CommentBlock" && comment.value.startsWith("*")) above.unshift(words(comment));
      break;
    }
    above.unshift(words(comment));
    edge = comment.start ?? 0;
    if (comment.type === "CommentBlock") break;
    if (/\n\s*\n/.test(text.slice(comment.end ?? 0, start))) break;
  }
  if (above.length > 0) return above.join(" ");
  const behind = comments[firstAfter(comments, member.end ?? 0)];
  if (behind && /^[;,]?[ \t]*$/.test(text.slice(member.end ?? 0, behind.start ?? 0))) return words(behind);
  return undefined;
}

/** Index of the first comment that starts at or after the offset. */
function firstAfter(comments: readonly Comment[], offset: number): number {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
