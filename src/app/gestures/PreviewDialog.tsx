import { structuredPatch, type StructuredPatch } from "diff";
import { useEffect, useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { changedFiles, placesIn } from "#core/project/changePreview.ts";
import type { Refusal } from "#core/edit/command.ts";
import { DialogFrame } from "#app/kit/DialogFrame.tsx";
import { DiffText } from "#app/kit/DiffText.tsx";
import { fileTitle } from "#app/studio/fileTitle.ts";
import type { PreviewRequest } from "#app/studio/StudioState.ts";
import { useStudio, useStudioActions } from "#app/studio/useStudio.ts";
import css from "#app/gestures/PreviewDialog.module.css";

/** New names that the preview lists one by one; the others are counted. */
const MAX_NAMES = 4;

/** What a command would change, as a list of files and as a diff. The command is carried out from here, or not at all. */
export function PreviewDialog({ request }: { request: PreviewRequest }) {
  const { t } = useTranslation();
  const studio = useStudioActions();
  const { words, facts, ...command } = request;
  const plan = usePlan(request);
  const { files, refused, warnings, renamed } = plan;
  const close = () => studio.window.set({ question: null });
  const make = () => {
    close();
    studio.editor.run(command, {
      revision: plan.revision,
      ...(refused?.anyway ? { anyway: true } : {}),
    });
  };
  const canMake = refused ? refused.anyway === true : files.length > 0;
  const machines = files.flatMap((file) => file.machines).length;
  return (
    <DialogFrame
      wide
      isText
      title={t("preview.title", { command: t(`command.${words}`, facts ?? {}) })}
      onClose={close}
      foot={
        <>
          <button type="button" className="btn quiet" onClick={close} autoFocus={!canMake}>
            {t("cancel")}
          </button>
          <button
            type="button"
            className={refused ? "btn danger" : "btn"}
            disabled={!canMake}
            onClick={make}
            autoFocus={canMake}
          >
            {t(refused?.anyway ? "offer.anyway" : "preview.do")}
          </button>
        </>
      }
    >
      <div role="status">
        {refused ? (
          <p className={css.refused}>{t(`refusal.${refused.code}`, refused.facts ?? {})}</p>
        ) : (
          <p>
            {files.length === 0
              ? t("preview.nothing")
              : t("preview.sum", {
                  files: t("preview.files", { count: files.length }),
                  places: t("preview.places", { count: files.reduce((sum, { places }) => sum + places, 0) }),
                  machines: t("preview.machines", { count: machines }),
                })}
            {plan.isPending && ` ${t("refusal.being-tried")}`}
          </p>
        )}
      </div>
      {renamed.length > 0 && (
        <ul className={css.names}>
          {renamed.slice(0, MAX_NAMES).map(([from, to]) => (
            <li key={from}>
              <code>{from}</code>{" "}
              {to === null ? (
                t("preview.gone")
              ) : (
                <>
                  → <code>{to}</code>
                </>
              )}
            </li>
          ))}
          {renamed.length > MAX_NAMES && <li>{t("preview.more", { count: renamed.length - MAX_NAMES })}</li>}
        </ul>
      )}
      {warnings.length > 0 && (
        <ul className={css.warnings}>
          {warnings.map(({ code, facts: about }, i) => (
            <li key={i}>{t(`warning.${code}`, about ?? {})}</li>
          ))}
        </ul>
      )}
      {files.length > 0 && <FileTable files={files} />}
      {files.map(({ file, title, before, after }) => (
        <div key={file} data-file={file} className={css.file}>
          <DiffText name={title} before={before} after={after} />
        </div>
      ))}
    </DialogFrame>
  );
}

function FileTable({ files }: { files: readonly PlannedFile[] }) {
  const { t } = useTranslation();
  const id = useId();
  const show = (file: string) =>
    document.querySelector(`[data-file="${CSS.escape(file)}"]`)?.scrollIntoView({ block: "nearest" });
  return (
    <table className={css.list} aria-labelledby={id}>
      <caption id={id} className="visually-hidden">
        {t("preview.list")}
      </caption>
      <thead>
        <tr>
          {["file", "what", "machine", "count"].map((head) => (
            <th key={head} scope="col" data-number={head === "count" || undefined}>
              {t(`preview.head-${head}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {files.map(({ file, title, machines, places }) => (
          <tr key={file}>
            <td>
              <button type="button" className={css.jump} onClick={() => show(file)}>
                {title}
              </button>
            </td>
            <td>{t(`preview.what-${kindOf(file)}`)}</td>
            <td className="mono">{machines.join(", ")}</td>
            <td data-number>{places}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What a file of a game holds; `text/ja` is one of the texts. */
const kindOf = (file: string): string => file.split("/")[0] ?? file;

interface PlannedFile {
  readonly file: string;
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly machines: readonly string[];
  readonly places: number;
}

interface Plan {
  readonly revision: number | undefined;
  readonly files: readonly PlannedFile[];
  readonly warnings: readonly Refusal[];
  readonly renamed: readonly (readonly [from: string, to: string | null])[];
  readonly refused?: Refusal | undefined;
  /** XState has yet to say whether the result runs. */
  readonly isPending: boolean;
}

/** What the command comes to now, computed again when a file changes meanwhile. */
function usePlan(request: PreviewRequest): Plan {
  const studio = useStudioActions();
  const revision = useStudio((s) => s.files?.revision);
  const project = useStudio((s) => s.project);
  const change = useMemo(
    () => (revision === undefined ? undefined : studio.editor.preview(request)),
    [studio, request, revision],
  );
  const [verdict, setVerdict] = useState<{ readonly of: object; readonly refused: Refusal | undefined }>();
  useEffect(() => {
    if (!change) return undefined;
    let current = true;
    void studio.editor.judge(change).then((refused) => current && setVerdict({ of: change, refused }));
    return () => void (current = false);
  }, [studio, change]);
  return useMemo(() => {
    const none = { revision, files: [], warnings: [], renamed: [], isPending: false };
    if (!change || !project) return none;
    if (!change.ok) return { ...none, refused: change.refused };
    const { result, steps, machines = [] } = change;
    const files = changedFiles(project.state().files, steps).map(({ file, before = "", after = "" }) => {
      const title = fileTitle(project, file);
      const patch: StructuredPatch = structuredPatch(title, title, before, after, "", "", { context: 0 });
      const machinesOfFile = file === "machine" ? machines : [];
      return { file, title, before, after, machines: machinesOfFile, places: placesIn(patch.hunks) };
    });
    const { warnings, pathMap, names = [] } = result.ok ? result : { warnings: [], pathMap: {} };
    const renamed = [...Object.entries(pathMap), ...names.map(({ from, to }) => [from, to] as const)];
    const isJudged = verdict?.of === change;
    return {
      revision,
      files,
      warnings,
      renamed,
      refused: isJudged ? verdict.refused : undefined,
      isPending: !isJudged,
    };
  }, [change, project, revision, verdict]);
}
