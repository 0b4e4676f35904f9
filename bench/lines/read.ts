import { readFile } from "node:fs/promises";
import { parse } from "@babel/parser";
import { readModule } from "#core/read/readModule.ts";
import { rereadState } from "#core/read/partial/rereadState.ts";
import type { BenchLine, Measure } from "../line.ts";
import { longModule } from "../support/longModule.ts";
import { interleaved } from "../support/stats.ts";

/**
 * How much is read in a timed round, in readings of one state and in characters of whole texts. What is timed is all threads of the
 * process, so a round has to be long against what the round before leaves behind to be collected and compiled: with 20 readings of one
 * state, some 2 ms, the ratio was anything from 15 to 121 on one day.
 */
const STATES = 200;
const CHARACTERS = 500_000;

/** What reading a module costs on top of parsing it, and after an edit in one state. */
export const read: BenchLine = {
  about: "readModule against @babel/parser alone, and an edit in one state against a whole reading",
  async run({ scale }) {
    const volleyball = await readFile("machines/haikyu-break.machine.ts", "utf8");
    return [
      ...compare("the volleyball machine", volleyball, volleyball.lastIndexOf("HV-"), scale),
      ...compare("5,000 states", ...inTheMiddle(longModule(Math.max(50, 5_000 * scale))), scale),
    ];
  },
};

function inTheMiddle(text: string): [text: string, at: number] {
  return [text, text.indexOf("The turn player may", text.length / 2)];
}

function compare(what: string, text: string, at: number, scale: number): Measure[] {
  const edited = text.slice(0, at) + "x" + text.slice(at);
  const previous = { text, reading: readModule(text) };
  if (!rereadState(edited, previous)) throw new Error(`The edit in ${what} is not read in part`);
  const wholes = Math.ceil((CHARACTERS * Math.min(1, scale)) / text.length);
  const states = Math.ceil(STATES * Math.min(1, scale));
  const times = (count: number, job: () => void) => () => {
    for (let i = 0; i < count; i++) job();
  };
  // A text that was read lately is not parsed again: each is another one.
  let count = 0;
  const fresh = () => `${edited}\n// ${count++}`;
  const [bare = NaN, whole = NaN, after = NaN] = interleaved(
    [
      times(wholes, () => void parse(edited, { sourceType: "module", plugins: ["typescript"] })),
      times(wholes, () => void readModule(fresh())),
      times(states, () => void readModule(edited, { previous })),
    ],
    scale,
  );
  const note = `${text.length} characters`;
  return [
    { what: `${what}: readModule / parser alone`, value: whole / bare, unit: "x", note },
    {
      what: `${what}: whole reading / after an edit in one state`,
      value: whole / wholes / (after / states),
      unit: "x",
    },
  ];
}
