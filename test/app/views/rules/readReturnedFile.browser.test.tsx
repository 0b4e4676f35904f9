import { expect, test } from "vitest";
import { readReturned } from "#core/exchange/exchangeFormats.ts";
import { ExchangeFault } from "#core/exchange/segment.ts";
import { readReturnedFile } from "#app/views/rules/readReturnedFile.ts";

const unit = '<trans-unit id="clause/A-1"><source>a</source><target>b</target></trans-unit>';
const xliff = (content: string) =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="g" source-language="ja" target-language="en" datatype="plaintext"><body>${content}</body></file></xliff>`;
const read = (text: string, signal = new AbortController().signal) =>
  readReturnedFile(new Blob([text]), signal);

test("a worker reads what is read here, faults too", async () => {
  for (const text of [xliff(unit), "id,target\nclause/A-1,b\n"])
    expect(await read(text)).toEqual(readReturned(text));
  for (const text of ["<xliff", "", "{", "<a/>", `<${"g".repeat(1_000_000)}>`, xliff("<trans-unit>")]) {
    const fault = await read(text).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(ExchangeFault);
    expect(() => readReturned(text)).toThrow(fault as ExchangeFault);
    expect((fault as ExchangeFault).message.length).toBeLessThan(1_000);
  }
});

test("a file that is not wanted any more is not waited for", async () => {
  const stop = new AbortController();
  const reading = read(xliff(unit.repeat(100_000)), stop.signal);
  stop.abort(new Error("enough"));
  await expect(reading).rejects.toThrow("enough");
  await expect(read(xliff(unit), stop.signal)).rejects.toThrow("enough");
});
