import { expect, test } from "vitest";
import { readLines, type Line } from "#cli/play/readLines.ts";

async function linesOf(chunks: readonly (string | Uint8Array)[], longest = 10): Promise<(string | null)[]> {
  async function* stream() {
    yield* chunks;
  }
  const lines: (string | null)[] = [];
  for await (const line of readLines(stream(), longest)) lines.push(textOf(line));
  return lines;
}
const textOf = (line: Line) => ("text" in line ? line.text : null);
const bytes = (text: string) => new TextEncoder().encode(text);

test("lines end at LF, with or without CR; an empty one is a line", async () => {
  expect(await linesOf(["a\nb\r\n\nc\n"])).toEqual(["a", "b", "", "c"]);
});

test("what follows the last LF is a line when it is not empty", async () => {
  expect(await linesOf(["a\nb"])).toEqual(["a", "b"]);
  expect(await linesOf([])).toEqual([]);
});

test("however the bytes are cut, the lines are the same", async () => {
  const all = bytes('{"手":"🏐"}\nあ\r\n');

  for (let at = 0; at <= all.length; at++)
    expect(await linesOf([all.slice(0, at), all.slice(at)], 100)).toEqual(['{"手":"🏐"}', "あ"]);
  expect(
    await linesOf(
      [...all].map((byte) => Uint8Array.of(byte)),
      100,
    ),
  ).toEqual(['{"手":"🏐"}', "あ"]);
});

test("a byte order mark at the start is dropped", async () => {
  expect(await linesOf([Uint8Array.of(0xef, 0xbb, 0xbf), bytes("a\n")])).toEqual(["a"]);
});

test("a line that is too long is one line, and the next is read", async () => {
  expect(await linesOf(["0123456789\n0123456789A\nb\n"])).toEqual(["0123456789", null, "b"]);
  expect(await linesOf(["012345", "6789AB", "CDEFGHIJKLMN", "O\nb\n"])).toEqual([null, "b"]);
  expect(await linesOf(["a\n0123456789ABC"])).toEqual(["a", null]);
});

test("what counts is bytes", async () => {
  expect(await linesOf(["手手手\n手手手手\n"])).toEqual(["手手手", null]);
});

test("a line of 20 MB among others is one line that is too long", async () => {
  const part = bytes("x".repeat(1_000_000));

  expect(
    await linesOf([bytes("a\n"), ...Array.from({ length: 20 }, () => part), bytes("\nb\n")], 1_000_000),
  ).toEqual(["a", null, "b"]);
});
