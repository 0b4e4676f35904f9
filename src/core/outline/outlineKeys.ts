/** Words of Latin letters and digits in a name, accents left out; a name in Japanese or Chinese has none. */
function wordsOf(name: string): string[] {
  return (
    name
      .normalize("NFKD")
      .replaceAll(/\p{M}|['’]/gu, "")
      .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
      .replaceAll(/([A-Z])([A-Z][a-z])/g, "$1 $2")
      .match(/[A-Za-z0-9]+/g) ?? []
  );
}

/** A key of a state from its name: `Draw step` is `drawStep`; undefined where no letter of the name can stand in one. */
export function keyOfName(name: string): string | undefined {
  const [first, ...rest] = wordsOf(name).map((word) => word.toLowerCase());
  if (first === undefined) return undefined;
  const key = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  return /^\d/.test(key) ? `n${key}` : key;
}

/** The type of an event from its name: `draw a card` is `DRAW_A_CARD`; undefined where no letter can stand in one. */
export function eventOfName(name: string): string | undefined {
  const words = wordsOf(name).map((word) => word.toUpperCase());
  if (words.length === 0) return undefined;
  const type = words.join("_");
  return /^\d/.test(type) ? `N_${type}` : type;
}
