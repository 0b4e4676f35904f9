import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Run } from "#core/run/timeline/run.ts";
import type { SessionView } from "#app/play/useSession.ts";

const SaveDialog = lazy(() =>
  import("#app/panels/play/scenarios/SaveDialog.tsx").then((m) => ({ default: m.SaveDialog })),
);

/** Keeps the way to the cursor's branch as a scenario of the game: a test and a replay in one. */
export function SaveScenario({ view, run }: { view: SessionView; run: Run }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("simulate.save-scenario")}
      </button>
      {open && (
        <Suspense>
          <SaveDialog view={view} run={run} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
