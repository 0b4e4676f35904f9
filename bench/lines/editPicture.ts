import { runCommand } from "#core/edit/commands.ts";
import { NO_ARRANGEMENT } from "#core/layout/arrangement/arrangement.ts";
import type { View } from "#core/layout/level.ts";
import { openView } from "#core/layout/openView.ts";
import { drawPicture, PAGE } from "#core/layout/picture.ts";
import { Solutions } from "#core/layout/place/solutions.ts";
import { sceneOf } from "#core/layout/scene/sceneOf.ts";
import { chartNames } from "#core/project/chartNames.ts";
import { readModule } from "#core/read/readModule.ts";
import { applyEdits } from "#core/text/textEdit.ts";
import { bigChart } from "#test/charts/bigChart.ts";
import en from "#locales/en.json";
import type { BenchLine, Measure } from "../line.ts";
import { interleaved } from "../support/stats.ts";

const SIZES = [
  { states: 656, share: 10 },
  { states: 5_000, share: 50 },
] as const;

/** What the picture costs after an edit in one state, against arranging the whole: compounds that are solved, and time. */
export const editPicture: BenchLine = {
  about: "the picture after a state in the middle was renamed, against arranging the whole chart",
  run: async ({ scale }) =>
    (scale < 1 ? SIZES.slice(0, 1) : SIZES).flatMap(({ states, share }) =>
      measured(Math.max(60, Math.round(states * Math.min(1, scale))), share, scale),
    ),
};

function measured(states: number, share: number, scale: number): Measure[] {
  const { text, labels } = bigChart(states);
  const reading = readModule(text);
  const [chart] = reading.charts;
  if (!chart) throw new Error("The large chart is not read");
  const names = chartNames(chart.setup, labels.en, { ...en.canvas.in, asks: en.asks });
  const at = Math.floor(chart.root.children.length / 2);
  const group = chart.root.children[at];
  const phase = group?.children[0];
  const step = phase?.children[1];
  if (!group || !phase || !step) throw new Error("The large chart has no phases");
  let name = step.key;
  let before = { text, reading };

  /** Each is another reading: what was edited is not known yet. */
  const edit = () => {
    const old = before.reading.charts[0];
    const to = name === step.key ? "otherwise" : step.key;
    const change =
      old && runCommand("state.rename", before.text, old, { state: [group.key, phase.key, name], to });
    if (!change || "refused" in change) throw new Error("The rename is refused");
    const next = applyEdits(before.text, change.edits);
    before = { text: next, reading: readModule(next, { previous: before }) };
    name = to;
    return before.reading.charts[0] ?? chart;
  };
  const opened = openView(chart, names, NO_ARRANGEMENT, PAGE);
  const compare = (what: string, view: View, like: typeof opened.picture.orders | undefined): Measure[] => {
    const draw = (of: typeof chart, solutions: Solutions, orders = like) =>
      drawPicture(sceneOf(of, names, view), NO_ARRANGEMENT, PAGE, {
        solutions,
        ...(orders ? { like: orders } : {}),
      });
    const kept = new Solutions();
    const { orders } = draw(before.reading.charts[0] ?? chart, kept);
    const known = kept.solvedCount;
    draw(edit(), kept, orders);
    const solved = kept.solvedCount - known;
    let next = edit();
    const whole = new Solutions();
    let unknown = chart;
    // reading is no part of it: it has a line of its own. Of a text just read nothing is kept: that is the whole
    const [after = NaN, all = NaN] = interleaved(
      [
        () => void draw(next, kept, orders),
        () => {
          next = edit();
          unknown = readModule(text).charts[0] ?? chart;
        },
        () => {
          const solutions = new Solutions();
          const scene = sceneOf(unknown, chartNames(unknown.setup, labels.en, names.words), {
            level: "flow",
          });
          drawPicture(scene, NO_ARRANGEMENT, PAGE, { solutions });
          whole.solvedCount = solutions.solvedCount;
        },
      ],
      scale,
    ).filter((_, i) => i !== 1);
    if (solved === 0 || whole.solvedCount === 0)
      throw new Error(`No compound was solved ${what} after the rename`);
    return [
      {
        what: `${states} states, ${what}: compounds solved, of those of the whole`,
        value: solved / whole.solvedCount,
        unit: "",
        limit: 1 / share,
        note: `${solved} of ${whole.solvedCount}`,
      },
      {
        what: `${states} states, ${what}: time, of that for the whole`,
        value: after / all,
        unit: "",
        limit: 1 / share,
        note: `${after.toPrecision(3)} of ${all.toPrecision(3)} ms`,
      },
    ];
  };
  return [
    ...compare("as it opens", opened.view, opened.picture.orders),
    ...compare("all open at flow", { level: "flow" }, undefined),
  ];
}
