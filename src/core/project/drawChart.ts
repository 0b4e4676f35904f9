import type { Chart } from "#core/chart/chart.ts";
import type { Const } from "#core/semantics/codeReading.ts";
import { pathId, places } from "#core/chart/places.ts";
import type { Arrangement } from "#core/layout/arrangement/arrangement.ts";
import type { Size } from "#core/layout/geometry.ts";
import type { Level } from "#core/layout/level.ts";
import type { ChartNames } from "#core/layout/names.ts";
import { viewInSteps } from "#core/layout/openView.ts";
import { atOnce, type Steps } from "#core/text/steps.ts";
import { drawWithin } from "#core/layout/drawable.ts";
import { PAGE } from "#core/layout/picture.ts";
import type { Budget } from "#core/text/budget.ts";
import { toSvg, type SvgOptions } from "#core/layout/toSvg.ts";

/** What of a machine is drawn, beside how it looks. */
export interface DrawOptions extends Partial<SvgOptions> {
  /** Default: the most detailed level at which all of it is seen on a page. */
  readonly detail?: Level;
  /** So many levels of states are shown; what is deeper is folded. */
  readonly levels?: number;
  /** Of the module: which call of a phase leads back where is read with them. */
  readonly consts?: readonly Const[];
  /** What it has to fit into with legible letters; by default a page of a screen. */
  readonly canvas?: Size;
  /** What drawing may take; by default as long as it takes. */
  readonly budget?: Budget;
}

/** A machine as an SVG. @throws UndrawableError when that takes more than its budget */
export function drawChart(
  chart: Chart,
  names: ChartNames,
  arrangement: Arrangement,
  { budget, ...options }: DrawOptions = {},
): string {
  const draw = () => atOnce(drawChartInSteps(chart, names, arrangement, options));
  return budget ? drawWithin(budget, chart, draw) : draw();
}

/** The same in steps, for who wants to do something else in between. */
export function* drawChartInSteps(
  chart: Chart,
  names: ChartNames,
  arrangement: Arrangement,
  { detail, levels, consts, canvas = PAGE, ...look }: Omit<DrawOptions, "budget">,
): Steps<string> {
  const { picture } = yield* viewInSteps(chart, names, arrangement, canvas, {
    lang: look.lang,
    only: detail,
    ...(consts ? { base: { consts } } : {}),
    ...(levels === undefined ? {} : { closed: compoundsAt(chart, levels) }),
  });
  return toSvg(picture, names, {
    ...look,
    title: look.title || chart.id || chart.ref.name || chart.root.key,
  });
}

/** Path ids of compounds so many levels deep. */
export function compoundsAt(chart: Chart, levels: number): Set<string> {
  const compounds = [...places(chart).values()].filter(
    ({ node, path }) => path.length === levels && node.children.length > 0,
  );
  return new Set(compounds.map(({ path }) => pathId(path)));
}
