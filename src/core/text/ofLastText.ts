/**
 * A function of a text that remembers its result for the last text. Reading one module asks the same of its text many times, and the
 * next text is a later one: more memory would hold what nobody asks for again.
 */
export function ofLastText<T>(compute: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly result: T } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) };
    return last.result;
  };
}
