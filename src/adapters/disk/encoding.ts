/** Encodings that text files of our users come in, besides UTF-8, by the names that people know. */
const ENCODINGS = [
  ["big5", "Big5"],
  ["shift_jis", "Shift_JIS"],
  ["gb18030", "GB18030"],
  ["euc-jp", "EUC-JP"],
  ["euc-kr", "EUC-KR"],
  ["windows-1252", "Windows-1252"],
] as const;

/** What is looked at: enough to tell, and quick. */
const SAMPLE = 65_536;

/**
 * The name of the encoding that bytes are in which are no UTF-8, as far as can be told: by a byte order mark, by zero bytes, else by
 * what reads most like a text. Undefined for what is no text.
 */
export function encodingOf(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return "UTF-16";
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = [0, 1].map((half) => sample.filter((byte, i) => byte === 0 && i % 2 === half).length);
  const [even = 0, odd = 0] = zeros;
  if (even + odd > 0) return Math.max(even, odd) > 10 * Math.min(even, odd) ? "UTF-16" : undefined;
  const fits = ENCODINGS.map(([label, name]) => ({ name, score: score(sample, label) }));
  const best = fits.toSorted((x, y) => y.score - x.score)[0];
  return best && best.score > 0 ? best.name : undefined;
}

/** How much bytes read like a text in an encoding, from 0 to 1: the share of usual characters among those beyond ASCII. */
function score(sample: Uint8Array, label: string): number {
  let text: string;
  try {
    // A character that the end of the sample cuts in two is no fault: the last line is left out.
    const end = sample.length < SAMPLE ? sample.length : sample.lastIndexOf(10) + 1;
    text = new TextDecoder(label, { fatal: true }).decode(sample.subarray(0, end));
  } catch {
    return 0;
  }
  const beyond = [...text].filter((char) => char > "\u007f");
  if (beyond.length === 0) return 0;
  // Kana are many in Japanese and hardly met by chance; Latin letters are what any bytes become in Windows-1252.
  const worth = (char: string): number =>
    /[\u3041-\u30ff]/.test(char)
      ? 1
      : /[\u4e00-\u9fff]/.test(char)
        ? usual(char) * 0.9
        : /[\u3000-\u303f\uff01-\uff5e]/.test(char)
          ? 0.9
          : /[\u00c0-\u024f\u2018-\u2026]/.test(char)
            ? 0.3
            : /[\uac00-\ud7a3]/.test(char)
              ? 0.8
              : 0;
  return beyond.reduce((sum, char) => sum + worth(char), 0) / beyond.length;
}

/** Big5 lists usual characters first, so do the others: what is usual in one is in the first level of each. */
const usual = (char: string): number => (FREQUENT.has(char) ? 1 : 0.6);
const FREQUENT = new Set(
  "的一是不了人我在有他這中大來上國個到說們為子和你地出道也時年得就那要下以生會自着去之過家學對可她里后小麼心多天而能好都然沒日於起还发成事只作当想看文無開手十用主行方又如前所本見經頭面公同三己老從動両長知牌回合玩者抽打階段效果場勝利規則階擊攻防守棄置使用選擇時候對手自分カードの場に手札山枚引出能力攻撃効果者相手番ターン这来个到说们为会对过还发现经头动长时没从开关卡牌阶段回合玩家".split(
    "",
  ),
);
