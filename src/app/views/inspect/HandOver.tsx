import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { keyBesideMain } from "#core/chart/machineKey.ts";
import type { Session } from "#core/inspect/session.ts";
import { maxTraceChars } from "#core/project/inspectWire.ts";
import { traceToScenario } from "#core/inspect/traceToScenario.ts";
import { hashText } from "#app/play/hashText.ts";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";
import { useMachine } from "#app/views/inspect/useMachine.ts";
import { useRecomputed } from "#app/views/inspect/useRecomputed.ts";
import css from "#app/views/inspect/StepDetail.module.css";

/** The session as a scenario: handed to the studio that this page is joined to, or kept as a file. */
export function HandOver({ session }: { session: Session }) {
  const machine = useMachine(session);
  const { known } = machine;
  const copy = useRecomputed(session, machine);
  const { t, i18n } = useTranslation();
  const { hub } = useInspecting();
  const { relay } = useHub();
  const [answer, setAnswer] = useState("");
  const joined = relay.matches({ pairing: "joined" });
  useEffect(
    () =>
      hub.relay.hear((message) => {
        if (message.t === "handed") setAnswer(t(`inspect.handed.${message.state}`));
      }),
    [hub, t],
  );
  const make = async (): Promise<string | undefined> => {
    const name = hub.inspection.app(session.app)?.profile?.name ?? session.name ?? session.session;
    const title = t("inspect.trace-title", { name, at: dayAndTime(session.steps[0]?.at) });
    const traced = traceToScenario(session, {
      title: { [i18n.language]: title },
      ...(known ? { machine: await hashText(known.reading.text) } : {}),
      restored: { [i18n.language]: t("inspect.trace-restored") },
      ...(copy ? { recomputed: copy.steps } : {}),
    });
    if ("impossible" in traced) {
      setAnswer(t(`inspect.impossible.${traced.impossible}`));
      return undefined;
    }
    const left = traced.notes.filter(({ code }) => code !== "left-out" && code !== "restored").length;
    const texts = [
      ...(traced.notes.some(({ code }) => code === "restored") ? [t("inspect.trace-restored")] : []),
      ...(left > 0 ? [t("inspect.trace-notes", { count: left })] : []),
    ];
    setAnswer(texts.join(" "));
    const schema = { $schema: "../../../schemas/scenario.schema.json" };
    return `${JSON.stringify({ ...schema, ...traced.scenario }, null, 2)}\n`;
  };
  const hand = async () => {
    const scenario = await make();
    if (scenario === undefined || !known) return;
    // A longer one would cost this page its line.
    if (scenario.length > maxTraceChars) return setAnswer(t("inspect.handed.full"));
    const machine = keyBesideMain(known.reading.charts, known.chart);
    hub.relay.request({
      t: "hand",
      trace: { game: known.game, ...(machine === undefined ? {} : { machine }), scenario },
    });
  };
  const save = async () => {
    const scenario = await make();
    if (scenario === undefined) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([scenario], { type: "application/json" }));
    link.download = `${known?.game ?? "trace"}.scenario.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
  return (
    <section className={css.hand} aria-label={t("inspect.trace")}>
      <h4>{t("inspect.trace")}</h4>
      <p className={css.buttons}>
        <button type="button" className="btn" disabled={!joined || !known} onClick={() => void hand()}>
          {t("inspect.hand-over")}
        </button>
        <button type="button" className="btn quiet" onClick={() => void save()}>
          {t("inspect.keep-file")}
        </button>
      </p>
      {!joined && <p className={css.none}>{t("inspect.hand-over-needs")}</p>}
      {answer !== "" && <p role="status">{answer}</p>}
    </section>
  );
}

/** As in `2026-11-23 13:05:12`, on this computer's clock: tells the traces of one app apart. */
function dayAndTime(at = Date.now()): string {
  const then = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return then.toISOString().slice(0, 19).replace("T", " ");
}
