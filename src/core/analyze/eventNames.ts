/** An event descriptor that XState 5 never matches as it seems to be meant, and what it may have meant. */
export interface EventMeant {
  readonly code: "event-wildcard" | "event-former";
  readonly near: readonly string[];
}

/** Events that XState made under other names before version 5. */
const FORMER: readonly (readonly [RegExp, string])[] = [
  [/^done\.invoke\./, "xstate.done.actor."],
  [/^done\.state\./, "xstate.done.state."],
  [/^error\.platform\./, "xstate.error.actor."],
];

/**
 * What is odd about a descriptor of `on`: `*` stands for all events or, after a dot, for what follows; anywhere else it is taken
 * letter by letter. Undefined when nothing is.
 */
export function eventMeant(descriptor: string): EventMeant | undefined {
  for (const [pattern, now] of FORMER)
    if (pattern.test(descriptor)) return { code: "event-former", near: [descriptor.replace(pattern, now)] };
  const star = descriptor.indexOf("*");
  if (
    star < 0 ||
    descriptor === "*" ||
    (star > 1 && star === descriptor.length - 1 && descriptor[star - 1] === ".")
  )
    return undefined;
  const before = descriptor.slice(0, star).replace(/(?<!\.)\.+$/, "");
  return { code: "event-wildcard", near: [before === "" ? "*" : `${before}.*`] };
}

/** A delay that is no number and no name: XState takes it for no time at all. */
export function delayMeant(delay: string): readonly string[] | undefined {
  const parts = /^(\d+(?:\.\d+)?)\s*(ms|s|sec|seconds?|m|min|minutes?|h|hours?)$/i.exec(delay.trim());
  if (parts) {
    const [, number = "", unit = ""] = parts;
    const factor = /^ms$/i.test(unit) ? 1 : /^s/i.test(unit) ? 1_000 : /^m/i.test(unit) ? 60_000 : 3_600_000;
    return [String(Number(number) * factor)];
  }
  if (delay.trim() === "") return ["0"];
  return Number(delay) < 0 ? [String(-Number(delay))] : undefined;
}

/** Whether a descriptor (`PASS`, `card.*`, `*`) takes events of a type. */
export function matches(descriptor: string, type: string): boolean {
  if (descriptor === "*") return true;
  // `card.*` takes `card` itself too.
  return descriptor.endsWith(".*") ? `${type}.`.startsWith(descriptor.slice(0, -1)) : descriptor === type;
}
