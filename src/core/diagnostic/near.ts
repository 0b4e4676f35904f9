/** Words of a list that a misspelt one may have meant, best first, at most three. Case and `_`/`-` count little. */
export const near = (word: string, words: Iterable<string>): string[] => nearAmong(words)(word);

/** A longer word is no slip: to compare two of that length letter by letter takes longer than anybody reads them. */
const MAX_LETTERS = 200;
/** Words of one list that are sought among the same words. Who has more unknown ones has other words, and has not misspelt them. */
const MAX_MISSPELT = 200;

/** As `near`, for many words that are sought in one list: there are answers for the first of them. */
export function nearAmong(words: Iterable<string>): (word: string) => string[] {
  let known: readonly Known[] | undefined;
  let left = MAX_MISSPELT;
  return (word) => (left-- > 0 ? nearest(word, (known ??= [...new Set(words)].map(knownOf))) : []);
}

interface Known {
  readonly word: string;
  readonly folded: string;
  readonly letters: number;
}
const knownOf = (word: string): Known => {
  const folded = word.length > MAX_LETTERS ? "" : fold(word);
  return { word, folded, letters: lettersOf(folded) };
};

function nearest(word: string, words: readonly Known[]): string[] {
  if (word.length > MAX_LETTERS) return [];
  const plain = fold(word);
  const letters = lettersOf(plain);
  const most = Math.max(1, Math.floor(plain.length / 3));
  const candidates: { word: string; far: number }[] = [];
  for (const { word: other, folded, letters: otherLetters } of words) {
    if (other === word || other === "" || other.length > MAX_LETTERS) continue;
    // Each slip changes at most two letters: most words are too unlike to be compared letter by letter.
    const unlike = bits(letters ^ otherLetters) > 2 * most;
    const far = unlike ? most + 1 : distance(plain, folded, most);
    // "main" for "turn.main": the last part is what people remember.
    const tail = other.endsWith(`.${word}`) || word.endsWith(`.${other}`);
    // A word of which nothing is left was not misspelt.
    if (far <= most && far < plain.length) candidates.push({ word: other, far });
    else if (tail) candidates.push({ word: other, far: most });
  }
  return candidates
    .sort((a, b) => a.far - b.far || a.word.length - b.word.length)
    .slice(0, 3)
    .map((candidate) => candidate.word);
}

/** Which letters a word has, as bits; several letters share one. */
function lettersOf(word: string): number {
  let set = 0;
  for (let i = 0; i < word.length; i++) set |= 1 << (word.charCodeAt(i) & 31);
  return set;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const fold = (word: string): string => word.toLowerCase().replaceAll(/[_-]/g, "");

/**
 * Damerau's distance (one insert, delete, change or swap of neighbours counts 1), given up above `most`.
 * Rows of the usual table; only three are kept.
 */
export function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let lowest = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
      lowest = Math.min(lowest, least);
    }
    if (lowest > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length]!;
}
