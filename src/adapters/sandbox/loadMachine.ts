import * as xstate from "xstate";
import * as actions from "xstate/actions";
import * as guards from "xstate/guards";
import { transform } from "sucrase";
import { PlayError } from "#core/run/play/play.ts";
import type { Derived } from "#core/simulate/derive.ts";
import type { SiblingCode } from "#core/run/play/playRequest.ts";
import { pointer } from "#core/run/scenario/pointOut.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { workCounter } from "#core/run/play/workCounter.ts";

type Machine = xstate.AnyStateMachine;

const ALONE: SiblingCode = { imports: {}, files: [] };

/** What a module gives to play: its machine, and by name what it works out from a context (`export const derived`). */
export interface LoadedModule {
  readonly machine: Machine;
  readonly derived: Derived;
}

/** The machine of a module alone; see `loadModule`. */
export const loadMachine = (...args: Parameters<typeof loadModule>): Machine => loadModule(...args).machine;

/** Microsteps after which a machine that is started counts as going round for ever. */
const MAX_STEPS_TO_START = 1000;

const countNothing = (): void => undefined;

/**
 * Runs a module's text and gives the machine that it makes. The module sees `xstate` and the files that are given, and nothing
 * else: no other import, no `process`, no `require` of the host. Call it only where it may do no harm: in a worker that can be
 * stopped.
 * @param machineId export name, or place among the machines that the module itself makes; when one is pointed out in the code
 *   (`core/run/scenario/pointOut.ts`), its name
 * @param count is called at each round of a loop and each call of a function, where the texts are such that count (`countWork`)
 * @throws PlayError `load-error` that says what went wrong
 */
export function loadModule(
  code: string,
  lang: "ts" | "js",
  machineId: string | number,
  siblings: SiblingCode = ALONE,
  count: () => void = countNothing,
): LoadedModule {
  const { machines, exports, pointedOut } = runModule(code, lang, siblings, count);
  if (code.includes(`${pointer}(`)) {
    const [machine] = pointedOut;
    if (isMachine(machine)) return { machine, derived: derivedOf(exports) };
    throw loadError(
      `The machine ${machineId} is made inside a function that the module does not call when it is loaded`,
    );
  }
  const place = typeof machineId === "string" && /^\d+$/.test(machineId) ? Number(machineId) : machineId;
  const found =
    typeof place === "number"
      ? machines[place]
      : (exports[place] ?? (machines.length === 1 ? machines[0] : undefined));
  if (!isMachine(found))
    throw loadError(
      `The module makes ${machines.length} machine(s) and exports ${Object.keys(exports).join(", ") || "nothing"}; there is no machine ${machineId}`,
    );
  return { machine: found, derived: derivedOf(exports) };
}

/**
 * What XState throws when the machines that a module makes are to be entered: it looks up targets when it makes a machine, and
 * initial states only when it comes to them. The default of a history state is looked up when that is entered, so it is not required.
 * @throws PlayError `load-error` when the module does not load
 */
export function resolveMachines(
  code: string,
  lang: "ts" | "js",
  siblings: SiblingCode = ALONE,
  count: () => void = countNothing,
): string[] {
  const faults: string[] = [];
  const enter = (node: xstate.AnyStateNode): void => {
    try {
      // Both are worked out when they are requested.
      void node.initial;
      void node.transitions;
    } catch (error) {
      faults.push(thrownText(error));
    }
    for (const child of Object.values(node.states)) enter(child as xstate.AnyStateNode);
  };
  for (const machine of runModule(code, lang, siblings, count).machines) {
    if (!isMachine(machine)) continue;
    const known = faults.length;
    enter(machine.root);
    if (faults.length > known) continue;
    // What comes to light only when it starts. A machine that goes round for ever in its first step does not start either.
    machine.options = {
      ...machine.options,
      maxIterations: Math.min(machine.options.maxIterations ?? Infinity, MAX_STEPS_TO_START),
    };
    try {
      const [snapshot] = xstate.initialTransition(machine, {} as never);
      if (snapshot.status === "error") faults.push(thrownText(snapshot.error));
    } catch (error) {
      faults.push(thrownText(error));
    }
  }
  return faults;
}

/** The result of running a module: the machines that it created itself, in order, its exports, and what was pointed out. */
interface RanModule {
  readonly machines: readonly Machine[];
  readonly exports: Exports;
  readonly pointedOut: readonly unknown[];
}

function runModule(code: string, lang: "ts" | "js", siblings: SiblingCode, count: () => void): RanModule {
  const machines: Machine[] = [];
  /** How many imported files are being run just now: the machines that they make are theirs. */
  let inside = 0;
  const note = <T>(machine: T): T => {
    if (inside === 0) machines.push(machine as unknown as Machine);
    return machine;
  };
  // Machines are noted as they are created, so that one which is not exported can be played as well.
  const noted = (setup: { createMachine: (...args: never[]) => unknown; extend?: unknown }): object =>
    new Proxy(setup, {
      get(target, key, receiver) {
        const value: unknown = Reflect.get(target, key, receiver);
        if (typeof value !== "function") return value;
        if (key === "createMachine")
          return (...args: never[]) => note((value as (...a: never[]) => unknown).apply(target, args));
        if (key === "extend")
          return (...args: never[]) => noted((value as (...a: never[]) => never).apply(target, args));
        return value;
      },
    });
  const counted = {
    ...xstate,
    createMachine: (...args: Parameters<typeof xstate.createMachine>) => note(xstate.createMachine(...args)),
    setup: (implementations: never) => noted(xstate.setup(implementations) as never),
  };
  const modules: Record<string, object> = {
    xstate: counted,
    "xstate/actions": actions,
    "xstate/guards": guards,
  };
  const files = new Map(siblings.files.map((file) => [file.path, file]));
  const ran = new Map<string, Exports>();
  /** A file is run when it is first imported; one that imports it in a circle gets what there is so far. */
  const sibling = (path: string): Exports | undefined => {
    const file = files.get(path);
    const known = ran.get(path);
    if (known || !file) return known;
    const exports: Exports = {};
    ran.set(path, exports);
    inside++;
    try {
      run(file.text, file.lang, { exports, require: requireIn(file.imports, path), count });
    } catch (error) {
      throw error instanceof PlayError ? error : loadError(`${path}: ${thrownText(error)}`);
    } finally {
      inside--;
    }
    return exports;
  };
  const requireIn =
    (imports: SiblingCode["imports"], path?: string) =>
    (name: string): object => {
      const found = Object.hasOwn(modules, name)
        ? modules[name]
        : Object.hasOwn(imports, name)
          ? sibling(imports[name] ?? "")
          : undefined;
      if (found) return found;
      const moduleName = path ?? "The module";
      throw loadError(
        name.startsWith(".")
          ? `${moduleName} imports "${name}", and there is no such file beside it`
          : `${moduleName} imports "${name}"; a machine module imports xstate, files beside it and nothing else`,
      );
    };
  const exports: Exports = {};
  const pointedOut: unknown[] = [];
  const point = <T>(machine: T): T => {
    pointedOut.push(machine);
    return machine;
  };
  try {
    run(code, lang, { exports, require: requireIn(siblings.imports), count, point });
  } catch (error) {
    throw error instanceof PlayError ? error : loadError(thrownText(error));
  }
  return { machines, exports, pointedOut };
}

/** The functions of `export const derived`; anything else there is passed over. */
const derivedOf = ({ derived }: Exports): Derived =>
  Object.fromEntries(
    typeof derived === "object" && derived !== null
      ? Object.entries(derived).filter(([, one]) => typeof one === "function")
      : [],
  ) as Derived;

type Exports = Record<string, unknown>;

/** What a module's text finds around it when it is run. */
interface Surroundings {
  readonly exports: Exports;
  readonly require: (name: string) => object;
  readonly count: () => void;
  readonly point?: <T>(machine: T) => T;
}

/** The one place where a person's code is run: inside a sandboxed worker (DECISIONS 4). */
function run(code: string, lang: "ts" | "js", { exports, require, count, point }: Surroundings): void {
  compiled(code, lang)(require, { exports }, exports, point, count);
}

/** Scripts that stay compiled, the last used ones: a module and the files that it imports are run again for each scenario. */
const MAX_COMPILED_SCRIPTS = 32;
const scripts = new Map<string, (...surroundings: readonly unknown[]) => void>();

/** A text as a function that runs it afresh at each call: nothing of it is shared between two of them. @throws SyntaxError */
function compiled(code: string, lang: "ts" | "js"): (...surroundings: readonly unknown[]) => void {
  const key = `${lang} ${code}`;
  const known = scripts.get(key);
  if (known) {
    scripts.delete(key);
    scripts.set(key, known);
    return known;
  }
  const script = transform(code, {
    transforms: lang === "ts" ? ["typescript", "imports"] : ["imports"],
  }).code;
  // oxlint-disable-next-line no-new-func
  const body = new Function("require", "module", "exports", pointer, workCounter, script) as never;
  scripts.set(key, body);
  if (scripts.size > MAX_COMPILED_SCRIPTS) scripts.delete(scripts.keys().next().value as string);
  return body;
}

const loadError = (message: string): PlayError => new PlayError({ code: "load-error", message });

const isMachine = (value: unknown): value is Machine =>
  typeof value === "object" && value !== null && "root" in value && "getInitialSnapshot" in value;
