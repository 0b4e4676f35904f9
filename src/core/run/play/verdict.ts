import type { Json } from "#core/text/json.ts";

/**
 * The verdict of a person on a guard that the machine cannot evaluate: it has no implementation (`createMachine` without `provide`, a
 * machine from JSON), or only a stub, which throws an error such as "not implemented". Given with a step and part of it. A guard that is
 * evaluated in several microsteps of one step has a verdict for each, in order: what is hidden may change on the way.
 */
export interface GivenVerdict {
  readonly guard: string;
  /** As they were evaluated; left out for a guard without. */
  readonly params?: Json;
  readonly verdict: boolean;
}

/** A guard that a person has to answer before a step can be taken. */
export interface OpenGuard {
  readonly guard: string;
  readonly params?: Json;
  /** Path id of the state whose transition asks it. */
  readonly state?: string;
  /** Clauses of that transition, or of its state. */
  readonly clauses?: readonly string[];
}

/** Whether a value is a list of verdicts, as a file or a program may give it. */
export const areVerdicts = (value: unknown): value is readonly GivenVerdict[] =>
  Array.isArray(value) &&
  value.every(
    (verdict: unknown) =>
      typeof verdict === "object" &&
      verdict !== null &&
      typeof (verdict as Partial<GivenVerdict>).guard === "string" &&
      typeof (verdict as Partial<GivenVerdict>).verdict === "boolean",
  );

/**
 * How a step sends its event. `untyped`: as it came to an app that runs somewhere else, where XState alone decides: whether its payload is of
 * the type that the machine declares is not looked at.
 */
export interface SentAs {
  readonly untyped?: true;
}

/** What is given with a step that sends: verdicts, and that its payload is not looked at. */
export const sentWith = ({
  verdicts,
  untyped,
}: SentAs & { readonly verdicts?: readonly GivenVerdict[] | undefined }) => ({
  ...verdictsOf({ verdicts }),
  ...(untyped ? { untyped } : {}),
});

/** What a step says of its guards; nothing where nobody was asked. */
export const verdictsOf = ({ verdicts }: { readonly verdicts?: readonly GivenVerdict[] | undefined }) =>
  verdicts && verdicts.length > 0 ? { verdicts } : {};
