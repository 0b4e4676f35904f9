/** Where a line ends: offset of its line end, or of the text's. */
export function lineEnd(text: string, from: number): number {
  const end = text.slice(from).search(/[\n\r]/);
  return end < 0 ? text.length : from + end;
}

/**
 * Behind the closing quote of a string that was opened before `from`, or at its line's end: so one forgotten quote does not swallow
 * the rest. One more than `until` when neither comes before.
 */
export function stringEnd(text: string, from: number, quote: string, until = text.length): number {
  for (let i = from; i < until; i++) {
    const char = text[i];
    if (char === "\\") i++;
    else if (char === quote) return i + 1;
    else if (char === "\n" || char === "\r") return i;
  }
  return until + 1;
}

/** The same for a regular expression, whose classes may hold its closing slash. */
export function regExpEnd(text: string, from: number): number {
  let inClass = false;
  for (let i = from; i < text.length; i++) {
    const char = text[i];
    if (char === "\\") i++;
    else if (char === "[") inClass = true;
    else if (char === "]") inClass = false;
    else if (char === "/" && !inClass) return i + 1;
    else if (char === "\n" || char === "\r") return i;
  }
  return text.length + 1;
}
