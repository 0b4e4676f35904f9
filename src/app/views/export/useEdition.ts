import { useEffect, useMemo, useState } from "react";
import type { Edition } from "#core/export/exporter.ts";
import { renamesIn } from "#core/run/scenario/renames.ts";
import { hashText } from "#app/play/hashText.ts";
import { useStudio } from "#app/studio/useStudio.ts";

/** Which text of the machine this is; undefined until its digest is worked out, and where a page is given none. */
export function useEdition(): Edition | undefined {
  const text = useStudio((s) => s.graph?.text);
  const machine = useStudio((s) => s.graph?.machine) ?? "0";
  const file = useStudio((s) => s.files?.files.get("renames"));
  const [known, setKnown] = useState<{ readonly text: string; readonly digest: string }>();
  useEffect(() => {
    let isStale = false;
    // Browsers give no digest to a page that is neither https nor on this machine.
    if (text !== undefined && globalThis.crypto?.subtle)
      void hashText(text).then((digest) => isStale || setKnown({ text, digest }));
    return () => {
      isStale = true;
    };
  }, [text]);
  return useMemo(
    () =>
      known && known.text === text ? { digest: known.digest, renames: renamesIn(file, machine) } : undefined,
    [known, text, file, machine],
  );
}
