import { useTranslation } from "react-i18next";
import { ClauseTable } from "#app/views/rules/ClauseTable.tsx";
import { FaultyFiles } from "#app/views/rules/FaultyFiles.tsx";
import { MachineSide } from "#app/views/rules/MachineSide.tsx";
import { NoRules } from "#app/views/rules/NoRules.tsx";
import { Readings } from "#app/views/rules/Readings.tsx";
import { Frame } from "#app/panels/frame/Frame.tsx";
import { useStudio } from "#app/studio/useStudio.ts";

/** In a window lower than this (in pixels; so low is a laptop's at 200 % zoom), the clauses need the room. */
const LOW_WINDOW_PX = 620;

/** Each clause of the rules in two languages beside what the machine does about it. */
export function RulesView() {
  const { t } = useTranslation();
  const loaded = useStudio((s) => s.loaded);
  const hasRules = useStudio((s) => s.files?.files.has("ruleset") === true);
  if (!loaded) return <div className="empty" role="status" aria-label={t("loading")} />;
  if (!hasRules) return <NoRules />;
  if (loaded.ruleset.clauses.length === 0)
    return loaded.faulty.length > 0 ? (
      <FaultyFiles />
    ) : (
      <div className="empty">
        <h2>{t("rules.empty")}</h2>
        <p>{t("rules.empty-hint")}</p>
      </div>
    );
  return (
    <Frame
      id="rules"
      right={{ title: t("rules.machine"), size: 500, min: 300, content: <MachineSide /> }}
      bottom={{
        title: t("rules.readings"),
        size: window.innerHeight < LOW_WINDOW_PX ? 72 : 190,
        content: <Readings />,
      }}
    >
      <ClauseTable />
    </Frame>
  );
}
