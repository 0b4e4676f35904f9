/** A line without its end, or the fact that it was longer than allowed (its text is not kept). */
export type Line = { readonly text: string } | { readonly tooLong: true };

/**
 * The lines of a stream of UTF-8, as they come. `longest` is the most bytes that a line may have; of a longer one nothing is kept.
 * A line ends at LF, a CR before it is dropped, and so is a byte order mark at the start; what follows the last LF is a line when
 * it is not empty.
 */
export async function* readLines(
  stream: AsyncIterable<Uint8Array | string>,
  longest: number,
): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = "";
  let tooLong = false;
  const line = (text: string): Line =>
    // No character takes more than three bytes: short lines need not be counted.
    tooLong || (text.length * 3 > longest && Buffer.byteLength(text) > longest)
      ? { tooLong: true }
      : { text: text.endsWith("\r") ? text.slice(0, -1) : text };
  for await (const chunk of stream) {
    rest += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    let from = 0;
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n", from)) {
      yield line(rest.slice(from, end));
      tooLong = false;
      from = end + 1;
    }
    rest = rest.slice(from);
    if (rest.length > longest) {
      tooLong = true;
      rest = "";
    }
  }
  rest += decoder.decode();
  if (rest !== "" || tooLong) yield line(rest);
}
