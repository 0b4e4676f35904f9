import { expect, test } from "vitest";
import { encodingOf } from "#adapters/disk/encoding.ts";
import { decodeText } from "#adapters/disk/safeFile.ts";
import { countEncodings } from "#test/adapters/disk/encodingCounts.ts";
import { encode } from "#test/support/encodedTexts.ts";

const chinese = "// 抽牌階段：玩家從牌庫頂端抽兩張牌，然後棄置一張手牌。\nexport const a = 1;\n";

test.each([1, 2])("no text is told by a wrong encoding, and a longer one by its own (seed %i)", (seed) => {
  const counts = countEncodings(seed, 60);

  expect(counts.reduce((sum, { texts }) => sum + texts, 0)).toBeGreaterThan(300);
  expect(counts.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(counts.filter(({ rightShare }) => rightShare < 0.95)).toEqual([]);
});

test("two bytes are too little to tell an encoding by", () => {
  expect(encodingOf(Uint8Array.of(0x22, 0xa9, 0xe2, 0x22))).toEqual({ encoding: "" });
  expect(encodingOf(Buffer.from("caf\u00e9", "latin1"))).toEqual({ encoding: "" });
});

test("a file of UTF-8 that ends within a character is told with the byte where it was cut off", () => {
  const bytes = Buffer.from(chinese);

  expect(encodingOf(bytes.subarray(0, 20))).toEqual({ encoding: "UTF-8", at: 18, isCut: true });
});

test("a strange byte among a text in UTF-8 is told with its place, not with another encoding", () => {
  const bytes = Buffer.concat([Buffer.from(chinese), Buffer.of(0xe9), Buffer.from(chinese)]);

  expect(encodingOf(bytes)).toEqual({ encoding: "UTF-8", at: Buffer.from(chinese).length, isCut: false });
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
