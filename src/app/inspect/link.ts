import type { Refused, RelayedApp } from "#core/project/inspectWire.ts";

/** A connection that apps speak over. */
export interface Link {
  /** Of the app that speaks: one that was away speaks over another connection. */
  readonly id: string;
  readonly way: "window" | RelayedApp["way"];
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
