import { readFile } from "node:fs/promises";
import { parse } from "@babel/parser";
import { readModule } from "#core/read/readModule.ts";
import type { BenchLine } from "../line.ts";
import { interleaved } from "../support/stats.ts";

/** Readings per timed round: one takes about as long as the clock is fine. */
const TIMES = 20;

/** What reading a module costs on top of parsing it, whole and after a keystroke. */
export const read: BenchLine = {
  about: "readModule of the volleyball machine, against @babel/parser alone",
  async run() {
    const text = await readFile("machines/haikyu-break.machine.ts", "utf8");
    const at = text.indexOf("description: ") + "description: ".length + 1;
    const edited = text.slice(0, at) + "x" + text.slice(at);
    const previous = { text, reading: readModule(text) };
    if (!previous.reading.parsed || !readModule(edited).parsed) throw new Error("The machine does not parse");
    const times = (job: () => void) => () => {
      for (let i = 0; i < TIMES; i++) job();
    };
    const [bare = NaN, whole = NaN, after = NaN] = interleaved([
      times(() => parse(text, { sourceType: "module", plugins: ["typescript"] })),
      times(() => readModule(text)),
      times(() => readModule(edited, { previous })),
    ]);
    return [
      { what: "@babel/parser alone", value: bare / TIMES, unit: "ms", note: `${text.length} characters` },
      { what: "readModule", value: whole / TIMES, unit: "ms" },
      { what: "readModule after an edit in one state", value: after / TIMES, unit: "ms" },
      { what: "readModule / parser", value: whole / bare, unit: "x" },
      { what: "readModule after an edit / parser", value: after / bare, unit: "x" },
    ];
  },
};
