/**
 * Event descriptors of SCXML: `foo` matches `foo` and all events that begin with `foo.`. Names are sorted with the dot before all other
 * characters, so that those that begin alike stand together: one pass finds what covers what, without comparing each with each.
 */

/** `foo.*` and `foo.` are `foo`; `*` is the empty text. */
export const bareDescriptor = (token: string): string => token.replace(/\.?\*?$/, "");

/** The descriptors of an `event` attribute as they are written. */
export const descriptorTokens = (event: string | undefined): string[] =>
  (event ?? "").split(/\s+/).filter((token) => token !== "");

/** Whether what matches the second is matched by the first, too. Both without `.*`. */
const covers = (general: string, special: string): boolean =>
  general === "" || general === special || special.startsWith(`${general}.`);

/** XML has no character 0. */
const sortKey = (name: string): string => name.replaceAll(".", "\0");

function sortedByDots(names: Iterable<string>): string[] {
  return [...new Set(names)]
    .map((name) => ({ name, key: sortKey(name) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ name }) => name);
}

/** The names that begin longer ones: `foo` among `foo`, `foo.bar`. */
export function namesWithLonger(names: Iterable<string>): ReadonlySet<string> {
  const withLonger = new Set<string>();
  const general: string[] = [];
  for (const name of sortedByDots(names)) {
    while (general.length > 0 && !covers(general.at(-1)!, name)) general.pop();
    const last = general.at(-1);
    if (last !== undefined) withLonger.add(last);
    general.push(name);
  }
  return withLonger;
}

/**
 * For each descriptor the numbers of the transitions that match its events, in the order of the document.
 * @param transitions descriptors of each, without `.*`
 * @param count is called with the number of a transition each time before it is listed; it may throw
 */
export function candidatesByDescriptor(
  transitions: readonly (readonly string[])[],
  count: (transition: number) => void = () => undefined,
): ReadonlyMap<string, readonly number[]> {
  const own = new Map<string, number[]>();
  for (const [i, descriptors] of transitions.entries())
    for (const descriptor of new Set(descriptors)) {
      const known = own.get(descriptor);
      if (known) known.push(i);
      else own.set(descriptor, [i]);
    }
  const candidates = new Map<string, readonly number[]>();
  const general: string[] = [];
  for (const descriptor of sortedByDots(own.keys())) {
    while (general.length > 0 && !covers(general.at(-1)!, descriptor)) general.pop();
    general.push(descriptor);
    const matching = new Set<number>();
    for (const name of general)
      for (const i of own.get(name) ?? []) {
        count(i);
        matching.add(i);
      }
    candidates.set(
      descriptor,
      [...matching].sort((a, b) => a - b),
    );
  }
  // In the order in which the document names them.
  return new Map([...own.keys()].map((descriptor) => [descriptor, candidates.get(descriptor) ?? []]));
}
