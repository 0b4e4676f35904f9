/** What of a key press tells which keys they are. */
export type Pressed = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/**
 * Whether these are the keys, written as in `Ctrl+Shift+Z`, `Alt+1-9` or `?`. Ctrl is also the Command key. A digit is recognised by the place
 * of its key: with Alt and Shift many keyboards write something else on it. For a sign such as `?` Shift is the keyboard's affair.
 * @returns the digit for keys that end in `1-9`, else 0; undefined when they are others
 */
export function pressed(event: Pressed, keys: string): number | undefined {
  const parts = keys.split("+");
  const last = parts.at(-1) ?? "";
  const has = (name: string) => parts.includes(name);
  if ((event.ctrlKey || event.metaKey) !== has("Ctrl") || event.altKey !== has("Alt")) return undefined;
  const range = /^(\d)-(\d)$/.exec(last);
  const isSign = !/^(?:[A-Za-z0-9]+|\d-\d)$/.test(last);
  if (!isSign && event.shiftKey !== has("Shift")) return undefined;
  if (!range) return event.key.toLowerCase() === last.toLowerCase() ? 0 : undefined;
  const digit = Number(/^Digit([1-9])$/.exec(event.code)?.[1] ?? 0);
  return digit >= Number(range[1]) && digit <= Number(range[2]) ? digit : undefined;
}
