import { failureOf, type TellFailure } from "#core/diagnostic/failure.ts";

/** Faults in one minute after which the process ends: what comes again and again is no single handler that could be given up. */
const MAX_FAULTS_PER_MINUTE = 30;
const MINUTE_MS = 60_000;

/**
 * Has a process that serves others go on after a throw that no guard caught, and tells of it. That is safe here, as nothing that lasts stands
 * in variables: files change all or none by their journal whatever is thrown between, and pages ask for everything again. A fault that comes
 * again and again ends the process all the same, as does one before anything was served.
 * @param end what ends the process
 * @returns how to stop guarding
 */
export function guardProcess(
  tell: TellFailure,
  end: () => void = () => process.exit(1),
  now: () => number = Date.now,
): () => void {
  let faults: number[] = [];
  const survive = (thrown: unknown) => {
    const at = now();
    faults = [...faults.filter((time) => at - time < MINUTE_MS), at];
    tell(failureOf("process", thrown));
    if (faults.length > MAX_FAULTS_PER_MINUTE) end();
  };
  process.on("uncaughtException", survive);
  process.on("unhandledRejection", survive);
  return () => {
    process.off("uncaughtException", survive);
    process.off("unhandledRejection", survive);
  };
}
