import { useTranslation } from "react-i18next";
import type { Asks, Chart } from "#core/chart/chart.ts";
import { places, type PlacedState } from "#core/chart/places.ts";
import { Row } from "#app/panels/inspector/Row.tsx";
import { useChartNames } from "#app/studio/useCanvasWords.ts";
import { useStudioActions } from "#app/studio/useStudio.ts";

const ROLES = ["turnPlayer", "opponent", "anyone", "everyone", "chance", "table"] as const;

/**
 * Who decides while a state waits: a role, or whom a field of the context names: one that this machine asks so, or a list of texts, as of
 * those who have still to answer.
 */
export function DecidesRow({
  chart,
  place,
  disabled,
}: {
  chart: Chart;
  place: PlacedState;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const names = useChartNames();
  const { asks } = place.node.meta;
  const fields = new Set([
    ...[...places(chart).values()].flatMap(({ node }) =>
      typeof node.meta.asks === "object" ? [node.meta.asks.context] : [],
    ),
    ...(chart.context ?? []).flatMap(({ name, type }) =>
      type.kind === "array" && type.of.kind === "string" ? [name] : [],
    ),
  ]);
  const choices: readonly Asks[] = [...ROLES, ...[...fields].map((context) => ({ context }))];
  const set = (index: number) =>
    studio.editor.command("state.setMeta", { state: place.path, key: "asks", value: choices[index] ?? null });
  return (
    <Row label={t("inspector.decides")}>
      <select
        className="field"
        aria-label={t("inspector.decides")}
        disabled={disabled}
        value={choices.findIndex((choice) => keyOf(choice) === keyOf(asks))}
        onChange={(event) => set(Number(event.target.value))}
      >
        <option value={-1}>—</option>
        {choices.map((choice, index) => (
          <option key={keyOf(choice)} value={index}>
            {names.asks(choice)}
          </option>
        ))}
      </select>
    </Row>
  );
}

const keyOf = (asks: Asks | undefined): string =>
  asks === undefined ? "" : typeof asks === "string" ? asks : `context ${asks.context}`;
