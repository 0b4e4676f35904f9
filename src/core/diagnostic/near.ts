/** Words of a list that a misspelt one may have meant, best first, at most three. Case and `_`/`-` count little. */
export function near(word: string, words: Iterable<string>): string[] {
  const plain = fold(word);
  const letters = lettersOf(plain);
  const most = Math.max(1, Math.floor(plain.length / 3));
  const candidates: { word: string; far: number }[] = [];
  for (const other of new Set(words)) {
    if (other === word || other === "") continue;
    const folded = fold(other);
    // Each slip changes at most two letters: most words are too unlike to be compared letter by letter.
    const unlike = bits(letters ^ lettersOf(folded)) > 2 * most;
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
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, before[j - 2]! + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length]!;
}
