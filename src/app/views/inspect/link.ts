import type { Answer } from "#core/inspect/approvals.ts";
import type { Introduction } from "#core/inspect/introduction.ts";
import type { AppStage, Refused, RelayedApp } from "#core/project/inspectWire.ts";

/** A connection that apps speak over. */
export interface Link {
  /** Of the app that speaks: one that was away speaks over another connection. */
  readonly id: string;
  readonly way: "window" | RelayedApp["way"];
  readonly stage: AppStage;
  /** Who speaks, once it said so. */
  readonly introduction?: Introduction;
  /** What the relay reported about it. */
  readonly answer?: Answer;
  /** "" of programs, which have none. */
  readonly origin: string;
  readonly at?: string;
  /** What the relay did not hand on. */
  readonly refused?: Refused;
  /** Code with which its WebSocket ended. */
  readonly ended?: number;
  /** Whether anything came that is a message of a wire that we know. */
  readonly known: boolean;
}

/** Whether the app of a connection waits for a person's decision. */
export const isApplicant = ({ stage }: Link): boolean => stage === "waiting" || stage === "held";

/** Connections over which nothing came that we know, and which nobody answered for. */
export const strangeLinks = (links: readonly Link[]): readonly Link[] =>
  links.filter(
    ({ known, introduction, stage, ended }) =>
      !known && !introduction && ended === undefined && stage !== "refused",
  );
