import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { beginning } from "#core/text/beginning.ts";
import type { ExportedFile, ExportResult } from "#app/views/export/makeExport.ts";
import css from "#app/views/export/ExportView.module.css";

/** Texts whose lines are as long as what they say: a row of a table is one. Code keeps its lines. */
const LONG_LINES = /\.(md|csv)$/;

/**
 * An exported file as its user will see it: a picture, a page, or the beginning of its text, with what is to be known of it.
 * @param frame is given the frame of a page
 */
export function ExportPreview({
  result,
  file,
  kind,
  frame,
}: {
  readonly result: ExportResult;
  readonly file: ExportedFile;
  readonly kind: "text" | "picture" | "page";
  readonly frame: RefObject<HTMLIFrameElement | null>;
}) {
  const { t } = useTranslation();
  const { lacks, imports, levels } = result;
  const notes = [
    ...(imports.length > 0 ? [t("export.goes-with", { files: imports.join(", ") })] : []),
    ...(levels ? [t("export.levels-shown", levels)] : []),
  ];
  return (
    <>
      {lacks.length > 0 && (
        <details className={css.stubs}>
          <summary>{t("export.stubs-count", { count: lacks.length })}</summary>
          {lacks.join(", ")}
        </details>
      )}
      {notes.length > 0 && <p className={css.beside}>{notes.join(" ")}</p>}
      {kind === "page" && (
        // Its own policy lets nothing run; what is allowed here is to print it from outside.
        <iframe
          ref={frame}
          className={css.page}
          sandbox="allow-same-origin allow-modals"
          srcDoc={file.text}
          title={file.name}
        />
      )}
      {kind === "picture" && (
        <div className={css.picture} tabIndex={0}>
          <img src={`data:image/svg+xml,${encodeURIComponent(file.text)}`} alt={file.name} />
        </div>
      )}
      {kind === "text" && (
        <pre tabIndex={0} data-wraps={LONG_LINES.test(file.name) || undefined}>
          {beginning(file.text)}
        </pre>
      )}
    </>
  );
}
