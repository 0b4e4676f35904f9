/** Length of a foreign message that is passed on: about a page. */
const MAX_MESSAGE_CHARACTERS = 2_000;

/** What machine code threw, in words. Anything can be thrown: a number, null, an object that throws when it is converted to text. */
export function thrownText(thrown: unknown): string {
  try {
    if (thrown instanceof Error) return cut(String(thrown.message) || String(thrown.name) || "an Error");
    const text = typeof thrown === "object" && thrown !== null ? JSON.stringify(thrown) : String(thrown);
    return cut(`${typeof thrown === "string" ? JSON.stringify(thrown) : text} was thrown, which is no Error`);
  } catch {
    return "A value was thrown that has no text";
  }
}

const cut = (text: string): string =>
  text.length > MAX_MESSAGE_CHARACTERS ? `${text.slice(0, MAX_MESSAGE_CHARACTERS)}…` : text;
