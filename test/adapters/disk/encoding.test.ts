import { expect, test } from "vitest";
import { encodingOf } from "#adapters/disk/encoding.ts";
import { decodeText } from "#adapters/disk/safeFile.ts";

/** Bytes of a text in an encoding that Node reads but does not write: each character is looked for among all byte pairs. */
function encode(text: string, label: string): Uint8Array {
  const decoder = new TextDecoder(label, { fatal: true });
  const table = new Map<string, number[]>();
  for (let a = 0x81; a <= 0xfe; a++)
    for (let b = 0x40; b <= 0xfe; b++)
      try {
        const char = decoder.decode(Uint8Array.of(a, b));
        if ([...char].length === 1 && !table.has(char)) table.set(char, [a, b]);
      } catch {
        /* no character */
      }
  return Uint8Array.from(
    [...text].flatMap((char) => {
      if (char <= "\u007f") return [char.charCodeAt(0)];
      const bytes = table.get(char);
      if (!bytes) throw new Error(`${label} has no ${char}`);
      return bytes;
    }),
  );
}

const chinese = "// 抽牌階段：玩家從牌庫頂端抽兩張牌，然後棄置一張手牌。\nexport const a = 1;\n";
const japanese = "// ドローフェイズ：山札からカードを二枚引き、手札を一枚捨てる。\nexport const a = 1;\n";
const simplified = "// 抽牌阶段：玩家从牌库顶端抽两张牌，然后弃置一张手牌。\nexport const a = 1;\n";

test.each([
  ["Big5", encode(chinese, "big5")],
  ["Big5", encode("// 手牌\n", "big5")],
  ["Shift_JIS", encode(japanese, "shift_jis")],
  ["EUC-JP", encode(japanese, "euc-jp")],
  ["GB18030", encode(simplified, "gb18030")],
  ["EUC-KR", encode("// 카드를 두 장 뽑는다\n", "euc-kr")],
  ["Windows-1252", Uint8Array.from([...Buffer.from("// cart"), 0xe9, ...Buffer.from(" d"), 0xe8, 0x0a])],
  ["UTF-16", Buffer.from(`\ufeff${chinese}`, "utf16le")],
  ["UTF-16", Buffer.from(`\ufeff${chinese}`, "utf16le").swap16()],
  ["UTF-16", Buffer.from("export const a = 1;\n", "utf16le")],
])("bytes in %s are told to be so", (name, bytes) => {
  expect(encodingOf(bytes)).toBe(name);
});

test("what is no text has no encoding", () => {
  const program = Uint8Array.from({ length: 4_000 }, (_, i) => (i * 7919 + (i >> 3)) % 256);

  expect(encodingOf(program)).toBeUndefined();
});

test("the refusal names the file and the encoding", () => {
  expect(() => decodeText(encode(chinese, "big5"), "machines/a.machine.ts")).toThrow(
    expect.objectContaining({
      code: "encoding",
      message: expect.stringMatching(/machines\/a\.machine\.ts is not UTF-8 but seems to be Big5/),
      facts: { file: "machines/a.machine.ts", encoding: "Big5" },
    }),
  );
});
