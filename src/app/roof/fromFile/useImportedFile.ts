import type { TFunction } from "i18next";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ImportFault, shownFacts } from "#core/import/importReport.ts";
import { textOf } from "#adapters/storage/fileAccess.ts";
import type { GivenFile, GivenFiles } from "#app/roof/fromFile/GivenFile.ts";
import type { ImportedText } from "#app/roof/fromFile/imported.worker.ts";
import { readImported } from "#app/roof/fromFile/readImported.ts";
import { codeOf, factsOf } from "#app/studio/StudioState.ts";

/** The text of a file, and the machine in it. */
export interface ImportedFile extends ImportedText {
  readonly name: string;
  readonly text: string;
  /** Whether it has the name of a file; a pasted text has none. */
  readonly isFile: boolean;
}

/** What became of a given file: what it holds, or what is wrong with it as a sentence; neither where reading was stopped. */
interface Reading {
  readonly of: GivenFiles;
  readonly file?: ImportedFile;
  readonly fault?: string;
}

/**
 * Reads a file as soon as it is given.
 * @param onRead gets it, or undefined where it cannot be read
 * @returns `pending` is its name while it is read
 */
export function useImportedFile(
  given: GivenFiles | undefined,
  onRead: (file: ImportedFile | undefined) => void,
): { readonly pending?: string; readonly file?: ImportedFile; readonly fault?: string; stop(): void } {
  const { t } = useTranslation();
  const [reading, setReading] = useState<Reading>();
  const work = useRef<AbortController>(undefined);
  const finish = useEffectEvent((result: Reading) => {
    setReading(result);
    onRead(result.file);
  });
  const read = useEffectEvent(async (of: GivenFile, signal: AbortSignal) => {
    const name = nameOf(of, t);
    try {
      const text = typeof of.content === "string" ? of.content : await textOf(of.content);
      const imported = await readImported({ text }, signal);
      finish({ of, file: { ...imported, name, text, isFile: of.name !== undefined } });
    } catch (error) {
      // Another file was given meanwhile, or this one is not wanted any more.
      if (!signal.aborted) finish({ of, fault: `${name}: ${faultWords(t, error)}` });
    }
  });
  useEffect(() => {
    if (!given || "count" in given) return undefined;
    const controller = (work.current = new AbortController());
    void read(given, controller.signal);
    return () => controller.abort();
  }, [given]);
  const stop = () => {
    work.current?.abort();
    if (given) setReading({ of: given });
  };
  if (given && "count" in given) return { fault: t("fromFile.one-file", { count: given.count }), stop };
  if (!given || reading?.of === given) return { ...(given ? reading : {}), stop };
  return { pending: nameOf(given, t), stop };
}

const nameOf = ({ name }: GivenFile, t: TFunction): string => name ?? t("fromFile.pasted");

/** Where a file is wrong, and what would be right. */
function faultWords(t: TFunction, error: unknown): string {
  if (error instanceof ImportFault) {
    const { code, place, facts } = error;
    return `${t("fromFile.place", { ...place })}: ${t(`importMachine.fault.${code}`, shownFacts(facts))}`;
  }
  const code = codeOf(error);
  return t(`store.${code}`, factsOf(error));
}
