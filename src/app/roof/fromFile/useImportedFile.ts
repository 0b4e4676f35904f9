import type { TFunction } from "i18next";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ImportFault, shownFacts } from "#core/import/importReport.ts";
import { textOf } from "#adapters/storage/fileAccess.ts";
import type { GivenFile, GivenFiles } from "#app/roof/fromFile/useGivenFiles.ts";
import type { ImportedText } from "#app/roof/fromFile/imported.worker.ts";
import { readImported } from "#app/roof/fromFile/readImported.ts";
import { codeOf, factsOf } from "#app/studio/StudioState.ts";

/** The text of a file, and the machine in it. */
export interface ImportedFile extends ImportedText {
  /** A pasted text has none. */
  readonly name?: string;
  readonly text: string;
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
  const fail = useEffectEvent((of: GivenFile, error: unknown, isStopped: boolean) => {
    // Another file was given meanwhile, or this one is not wanted any more.
    if (!isStopped) finish({ of, fault: `${nameOf(of, t)}: ${faultWords(t, error)}` });
  });
  useEffect(() => {
    if (!given || "count" in given) return undefined;
    const controller = (work.current = new AbortController());
    const { signal } = controller;
    readFile(given, signal).then(
      (file) => signal.aborted || finish({ of: given, file }),
      (error: unknown) => fail(given, error, signal.aborted),
    );
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

async function readFile({ name, content }: GivenFile, signal: AbortSignal): Promise<ImportedFile> {
  const text = typeof content === "string" ? content : await textOf(content);
  return { ...(await readImported({ text }, signal)), text, ...(name === undefined ? {} : { name }) };
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
