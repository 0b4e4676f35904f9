import type { Chart } from "#core/chart/chart.ts";
import { places, type PlacedState } from "#core/chart/places.ts";
import { readModule } from "#core/read/readModule.ts";

/** The only machine of a text; fails when there is none or the text cannot be parsed. */
export function only(text: string): Chart {
  const reading = readModule(text);
  const [chart] = reading.charts;
  if (!chart) throw new Error(`No machine was read: ${JSON.stringify(reading.diagnostics)}`);
  return chart;
}

/** A state by its dotted path; fails when it is absent. */
export function stateOf(chart: Chart, path: string): PlacedState {
  const place = places(chart).get(path);
  if (!place) throw new Error(`No state ${path}, only ${[...places(chart).keys()].join(", ")}`);
  return place;
}

/** All opaque parts of a chart as `what: text`. */
export const opaqueParts = (chart: Chart): string[] =>
  [...places(chart).values()].flatMap(({ node }) => node.opaque.map((part) => `${part.what}: ${part.text}`));

/** Every transition as `state slot event -> targets`. */
export const arrows = (chart: Chart): string[] =>
  [...places(chart)].flatMap(([id, { node }]) =>
    node.transitions.map(
      (t) =>
        `${id || "(root)"} ${t.slot} ${t.event ?? ""} -> ${t.targets.map((x) => (x.resolved === null ? "?" : x.resolved.join(".") || "(root)")).join(" + ")}`,
    ),
  );
