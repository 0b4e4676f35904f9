import type { Chart } from "#core/chart/chart.ts";
import { importMachine } from "#core/import/importForms.ts";
import { ImportFault } from "#core/import/importReport.ts";
import { readModule } from "#core/read/readModule.ts";
import type { ModuleReading } from "#core/read/module.ts";

/** A text whose machine is wanted. */
export interface ImportRequest {
  readonly text: string;
  /** Of the machine; that of the file when left out. */
  readonly id?: string;
}

/** The machine of a text, and how it reads. */
export interface ImportedText {
  readonly machine: ReturnType<typeof importMachine>;
  readonly chart: Chart | undefined;
  readonly consts: ModuleReading["consts"];
}

/** What the worker says of a text: its machine, why it holds none, or what else went wrong. */
export type ImportAnswer =
  | ImportedText
  | { readonly fault: Pick<ImportFault, "code" | "place" | "facts"> }
  | { readonly message: string };

/** Reads one text of another program, and answers with its machine. */
self.addEventListener("message", ({ data: { text, id } }: MessageEvent<ImportRequest>) => {
  const answer = (value: ImportAnswer) => self.postMessage(value);
  try {
    const machine = importMachine(text, id === undefined ? {} : { id });
    const { charts, consts } = readModule(machine.text);
    answer({ machine, chart: charts.at(-1), consts });
  } catch (error) {
    if (error instanceof ImportFault) {
      const { code, place, facts } = error;
      answer({ fault: { code, place, facts } });
    } else answer({ message: String(error) });
  }
});
