import type { AnyMachineSnapshot, AnyStateNode, AnyTransitionDefinition } from "xstate";
import { changes, type ContextChange } from "#core/run/play/contextChange.ts";
import type {
  ActionRun,
  Cause,
  Considered,
  Effect,
  GuardTrial,
  Microstep,
} from "#core/run/play/microstep.ts";
import type { MachineIndex } from "#core/simulate/machineIndex.ts";
import { plain } from "#core/simulate/plain.ts";
import { addAll } from "#core/text/addAll.ts";
import type { JsonObject } from "#core/text/json.ts";

/** A guard that was evaluated, or a part of one; filled in while XState works it out. */
export interface OpenTrial {
  readonly guard: unknown;
  readonly context: unknown;
  readonly event: unknown;
  params?: unknown;
  verdict?: boolean;
  /** It returned a verdict that a person gave. */
  given?: boolean;
  readonly of: OpenTrial[];
}

/** A candidate that was evaluated. */
interface CandidateTrial {
  readonly transition: AnyTransitionDefinition;
  trial?: OpenTrial;
  verdict: boolean;
}

/** What is reported of a trial: `guards.ts` knows what guards consist of. */
export type TellTrial = (trial: OpenTrial, transition: AnyTransitionDefinition) => GuardTrial;

/**
 * Records what happens while XState processes one event. The marks that `instrument` put into a machine report it; the caller of XState
 * cuts the record into microsteps where XState's own inspection events say that one has ended.
 */
export class Trace {
  readonly #index: MachineIndex;
  readonly #tell: TellTrial;
  #trials: CandidateTrial[] = [];
  #open: OpenTrial[] = [];
  #taken: AnyTransitionDefinition[] = [];
  #exits: AnyStateNode[] = [];
  #entries: AnyStateNode[] = [];
  #closed: AnyStateNode[] = [];
  #actions: ActionRun[] = [];
  #effects: Effect[] = [];
  /** Those of the last microstep. */
  #last: Effect[] | undefined;
  /** Ends the start, when that was not done yet. */
  #start: (() => void) | undefined;
  /** The context after the last microstep, and at the last mark. */
  #before: JsonObject;
  #context: JsonObject;
  readonly microsteps: Microstep[] = [];
  /** The action that is being evaluated, for faults. */
  action: string | undefined;

  /** @param before the snapshot before the event; none when a play starts */
  constructor(index: MachineIndex, tell: TellTrial, before?: AnyMachineSnapshot) {
    this.#index = index;
    this.#tell = tell;
    this.#before = this.#context = (before?.context as JsonObject | undefined) ?? {};
    // XState has no inspection event for the microstep of a start: it ends where the first candidate is evaluated.
    if (!before)
      this.#start = () => {
        this.#start = undefined;
        const active = this.#entries.filter(({ path }) => path.length > 0);
        const paths = active.toSorted((a, b) => a.order - b.order).map(index.pathOf);
        this.#cut("xstate.init", "start", this.#context, paths);
      };
  }

  /** A candidate without a guard is evaluated. Guards that an action evaluates for itself do not count. */
  consider(transition: AnyTransitionDefinition): void {
    if (this.action !== undefined) return;
    this.#start?.();
    this.#trials.push({ transition, verdict: true });
  }

  /** A guard is about to be evaluated; of a candidate, or as an operand. */
  open(trial: OpenTrial, transition?: AnyTransitionDefinition): void {
    if (this.action !== undefined || (!transition && this.#open.length === 0)) return;
    if (transition) {
      this.#start?.();
      this.#trials.push({ transition, trial, verdict: false });
    } else this.#open.at(-1)?.of.push(trial);
    this.#open.push(trial);
  }

  params(params: unknown): void {
    const trial = this.#open.at(-1);
    if (trial) trial.params = params;
  }

  /** The guard that is being evaluated returned a person's verdict. */
  given(): void {
    const trial = this.#open.at(-1);
    if (trial) trial.given = true;
  }

  /** The candidate that was evaluated last. */
  get asking(): AnyTransitionDefinition | undefined {
    return this.#trials.at(-1)?.transition;
  }

  /** The guard has been evaluated; one that throws has no verdict. */
  close(trial: OpenTrial, verdict: boolean | undefined): void {
    if (this.#open.at(-1) !== trial) return;
    this.#open.pop();
    if (verdict === undefined) return;
    trial.verdict = verdict;
    const selection = this.#trials.at(-1);
    if (this.#open.length === 0 && selection) selection.verdict = verdict;
  }

  took(transition: AnyTransitionDefinition): void {
    this.#taken.push(transition);
  }

  left(node: AnyStateNode, context: unknown): void {
    this.#context = context as JsonObject;
    if (this.#taken.length > 0 || this.#entries.length > 0) this.#closed.push(node);
    else this.#exits.push(node);
  }

  entered(node: AnyStateNode, context: unknown): void {
    this.#context = context as JsonObject;
    this.#entries.push(node);
  }

  /** An action of the chart is about to be evaluated. */
  runs(run: ActionRun): void {
    this.action = run.name;
    this.#actions.push(run);
  }

  /** Where the action that was reported last is written. */
  get state(): string | undefined {
    return this.#actions.at(-1)?.state;
  }

  /** The params of the action that was reported last, as XState worked them out. */
  ranWith(params: unknown): void {
    const last = this.#actions.pop();
    if (last) this.#actions.push({ ...last, params: plain(params) });
  }

  ran(context: unknown): void {
    this.action = undefined;
    this.#context = context as JsonObject;
  }

  did(effect: Effect): void {
    this.#effects.push(effect);
  }

  /** XState says that a microstep has ended. */
  ended(event: string, cause: Cause, after: AnyMachineSnapshot): void {
    this.#start?.();
    this.#cut(event, cause, after.context as JsonObject, this.#index.activePaths(after));
  }

  /** What was evaluated since the last microstep. The actions since then belong to it: a machine that has ended stops its actors. */
  rest(): readonly Considered[] {
    this.#start?.();
    if (this.#last) addAll(this.#last, this.#effects.splice(0));
    return this.#consideredNow([]);
  }

  #cut(event: string, cause: Cause, after: JsonObject, paths: readonly string[]): void {
    const before = this.#before;
    this.#before = after;
    const pathsOf = (nodes: readonly AnyStateNode[]) =>
      nodes.filter(({ path }) => path.length > 0).map(this.#index.pathOf);
    const closed = pathsOf(this.#closed);
    let differs: readonly ContextChange[] | undefined;
    const considered = this.#consideredNow(this.#taken);
    this.microsteps.push({
      event,
      cause,
      considered,
      taken: this.#taken.flatMap((transition) => this.#index.takenOf(transition) ?? []),
      exits: pathsOf(this.#exits),
      entries: this.#entries
        .filter(({ path }) => path.length > 0)
        .map((node) => ({ state: this.#index.pathOf(node), clauses: this.#index.clausesOfState(node) })),
      ...(closed.length > 0 ? { closed } : {}),
      actions: this.#actions,
      effects: this.#effects,
      // Computed when it is read: who makes a long chain of steps looks at few of them.
      get changes() {
        return (differs ??= before === after ? [] : changes(before, after));
      },
      in: paths,
    });
    this.#taken = [];
    this.#exits = [];
    this.#entries = [];
    this.#closed = [];
    this.#actions = [];
    this.#last = this.#effects;
    this.#effects = [];
  }

  #consideredNow(taken: readonly AnyTransitionDefinition[]): readonly Considered[] {
    const selections = this.#trials;
    this.#trials = [];
    return selections.flatMap(({ transition, trial, verdict }): Considered[] => {
      const written = this.#index.takenOf(transition);
      if (!written) return [];
      const { source, slot, event, index, clauses } = written;
      const candidate: Considered = {
        source,
        slot,
        ...(event === undefined ? {} : { event }),
        index,
        clauses,
        verdict,
        taken: verdict && taken.includes(transition),
      };
      if (!trial) return [candidate];
      const tell = this.#tell;
      let deciding: GuardTrial | undefined;
      return [
        {
          ...candidate,
          // Computed when it is read.
          get guard() {
            return (deciding ??= tell(trial, transition));
          },
        },
      ];
    });
  }
}
