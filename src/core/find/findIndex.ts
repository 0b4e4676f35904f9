import { shortId, type Findable } from "#core/find/findable.ts";
import { fold, squeeze, type Folded } from "#core/find/fold.ts";

/** A name of a thing, ready to be compared. */
export interface IndexedName extends Folded {
  readonly written: string;
  /** Absent for the id and its last step. */
  readonly locale?: string;
}

/** A text about a thing, ready to be compared: folded, blanks as they are. */
export interface IndexedText {
  readonly written: string;
  readonly locale: string;
  readonly text: string;
}

export interface IndexedThing {
  readonly thing: Findable;
  readonly short: string;
  /** The id first, then its last step when that is shorter, then labels; of commands, whose ids nobody reads, labels alone. */
  readonly names: readonly IndexedName[];
  readonly texts: readonly IndexedText[];
  /** Signs that occur in its names, and in names and texts: what a query has beyond them cannot be found here. */
  readonly nameSigns: number;
  readonly allSigns: number;
  /** Place of the state around it, -1 for none. */
  readonly parent: number;
}

/** Things in the order in which they were given. */
export type FindIndex = readonly IndexedThing[];

/** Makes things ready to be searched. Costs about a millisecond for a hundred of them, so it is made once for a reading. */
export function findIndex(things: readonly Findable[]): FindIndex {
  const places = new Map<string, number>();
  return things.map((thing, place): IndexedThing => {
    const { kind, id, machine, labels, texts = {}, parent } = thing;
    if (kind === "state") places.set(`${machine}:${id}`, place);
    const short = shortId(thing);
    const names = kind === "command" ? namesIn(labels) : [...idNames(id, short), ...namesIn(labels)];
    const translations = Object.entries(texts).map(([locale, written]) => ({
      written,
      locale,
      text: fold(written),
    }));
    const nameSigns = names.reduce((signs, { text }) => signs | signsOf(text), 0);
    return {
      thing,
      short,
      names,
      texts: translations,
      nameSigns,
      allSigns: translations.reduce((signs, { text }) => signs | signsOf(text), nameSigns),
      parent: (parent === undefined ? undefined : places.get(`${machine}:${parent}`)) ?? -1,
    };
  });
}

function idNames(id: string, short: string): IndexedName[] {
  const whole = { written: id, ...squeeze(id) };
  return short === id ? [whole] : [whole, { written: short, ...squeeze(short) }];
}

const namesIn = (labels: Findable["labels"]): IndexedName[] =>
  Object.entries(labels).flatMap(([locale, written]) =>
    written ? [{ written, locale, ...squeeze(written) }] : [],
  );

/** A bit for each of 32 classes of signs. */
export function signsOf(text: string): number {
  let signs = 0;
  for (let i = 0; i < text.length; i++) signs |= 1 << (text.charCodeAt(i) & 31);
  return signs;
}
