import { mainChart } from "#core/chart/machineKey.ts";
import type { Chart } from "#core/chart/chart.ts";
import type { Diagnostic } from "#core/diagnostic/diagnostic.ts";
import { textIn } from "#core/ruleset/labels.ts";
import { type DifferencePlace, inChart } from "#core/run/scenario/differencePlace.ts";
import { isWorkStop, type Scenario, stepNumber } from "#core/run/scenario/scenario.ts";
import {
  differenceDiagnostic,
  notPlayedDiagnostic,
  stopDiagnostic,
} from "#core/run/scenario/scenarioDiagnostics.ts";
import { differenceWords } from "#app/play/differenceWords.ts";
import type { RunsState, ScenarioResult } from "#app/play/ScenarioRuns.ts";
import type { ValueWords } from "#app/play/valueWords.ts";
import { stopWords } from "#app/play/words.ts";
import type { Graph } from "#core/project/gameMoment.ts";

/** What the words and places of differences hang on, beside the differences. */
interface Scene {
  readonly graph: Graph;
  readonly language: string;
  readonly words: ValueWords;
  readonly stateName: (path: string) => string;
}

/** What was said of a result, and of what. */
interface Known {
  readonly file: string;
  readonly scenario: Scenario;
  readonly place: DifferencePlace | undefined;
  readonly diagnostic: Diagnostic;
}

/**
 * What Problems says of the replays of a game's scenarios. Results come in one by one, and with each the whole list is
 * shown again: a difference is put in words once, else the time would grow with the square of their number.
 */
export class ReplayDiagnostics {
  readonly #scene: Scene;
  readonly #chart: Chart | undefined;
  /** Of a text with several machines. */
  readonly #machine: number | undefined;
  readonly #known = new WeakMap<NonNullable<ScenarioResult>, Known>();

  constructor(scene: Scene) {
    this.#scene = scene;
    const { charts } = scene.graph.reading;
    this.#chart = mainChart(charts);
    this.#machine = this.#chart && charts.length > 1 ? this.#chart.ref.ordinal : undefined;
  }

  of(
    { of, fault, results, places }: Pick<RunsState, "of" | "fault" | "results" | "places">,
    scenarios: Readonly<Record<string, Scenario>> | undefined,
  ): readonly Diagnostic[] {
    if (fault !== null) return [notPlayedDiagnostic(of, fault, this.#machine)];
    return [...results].flatMap(([file, result]): Diagnostic[] => {
      const scenario = scenarios?.[file];
      if (!result || !scenario) return [];
      const place = places.get(file);
      const known = this.#known.get(result);
      if (known?.file === file && known.scenario === scenario && known.place === place)
        return [known.diagnostic];
      const diagnostic = this.#diagnosticOf(file, result, scenario, place);
      this.#known.set(result, { file, scenario, place, diagnostic });
      return [diagnostic];
    });
  }

  #diagnosticOf(
    file: string,
    result: NonNullable<ScenarioResult>,
    scenario: Scenario,
    known: DifferencePlace | undefined,
  ): Diagnostic {
    const { graph, language, words, stateName } = this.#scene;
    const chart = this.#chart;
    const title = textIn(scenario.title, language) || file;
    const name = { file, title, step: stepNumber(scenario.steps, result.step) };
    if (isWorkStop(result)) return stopDiagnostic(name, stopWords(words.t, language, result.fault));
    const place = (known && chart && inChart(chart, known)) ?? { state: "" };
    const facts = differenceWords(words, stateName, result);
    return differenceDiagnostic(name, facts, place, graph.stale ? undefined : chart, this.#machine);
  }
}
