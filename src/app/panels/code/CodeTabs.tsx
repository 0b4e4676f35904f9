import { useTranslation } from "react-i18next";
import type { FileName } from "#core/project/gameFiles.ts";
import type { Graph } from "#core/project/gameMoment.ts";
import type { Project, ProjectState } from "#core/project/Project.ts";
import { fileTitle } from "#app/studio/fileTitle.ts";
import css from "#app/panels/code/CodePanel.module.css";

/** A file that the machine imports. */
interface ImportedFile {
  readonly path: string;
}

/** Which file is shown, whether its long lines are wrapped, and how it stands to the graph. */
export function CodeTabs({
  project,
  files,
  graph,
  imported,
  file,
  beside,
  broken,
  wraps,
  onFile,
  onWraps,
}: {
  project: Project;
  files: ProjectState;
  graph: Graph | null;
  imported: readonly ImportedFile[];
  file: FileName;
  /** Set when the shown file is one that the machine imports. */
  beside: ImportedFile | undefined;
  /** Its last readable text is what the rest of the studio shows. */
  broken: boolean;
  wraps: boolean;
  onFile: (file: FileName) => void;
  onWraps: (wraps: boolean) => void;
}) {
  const { t } = useTranslation();
  // Of a file beside the machine, only what keeps it from being read or written is reported: the graph does not depend on it.
  const isSideFile = !beside && file !== "machine" && !broken && !project.isReadOnly(file);
  const fileNames = [...files.files.keys()].sort(
    (a, b) => Number(b === "machine") - Number(a === "machine") || (a < b ? -1 : 1),
  );
  return (
    <div className={css.tabs}>
      <select
        className={css.file}
        aria-label={t("code.file")}
        value={file}
        onChange={(event) => onFile(event.target.value)}
      >
        {fileNames.map((name) => (
          <option key={name} value={name}>
            {fileTitle(project, name)}
            {files.dirty.includes(name) ? " •" : ""}
          </option>
        ))}
        {imported.length > 0 && (
          <optgroup label={t("codeFile.imported")}>
            {imported.map(({ path }) => (
              <option key={path} value={path}>
                {path}
              </option>
            ))}
          </optgroup>
        )}
      </select>
      <button
        type="button"
        className={css.wrap}
        aria-pressed={wraps}
        title={t("wrap.key")}
        onClick={() => onWraps(!wraps)}
      >
        {t("wrap.name")}
      </button>
      <span className={css.state} data-stale={graph?.stale || undefined}>
        {isSideFile
          ? ""
          : t(
              beside
                ? "codeFile.read-only"
                : project.isReadOnly(file)
                  ? "codeFile.newer"
                  : broken
                    ? "codeFile.broken"
                    : graph?.preview
                      ? "halfTyped.code-preview"
                      : graph?.now.stopped !== undefined
                        ? "stopped.code"
                        : graph?.stale
                          ? "halfTyped.code"
                          : "codeFile.in-step",
            )}
      </span>
    </div>
  );
}
