import * as xstate from "xstate";
import * as actions from "xstate/actions";
import * as guards from "xstate/guards";
import { transform } from "sucrase";
import { PlayError } from "#core/run/play.ts";

type Made = xstate.AnyStateMachine;

/**
 * Runs a module's text and gives the machine that it makes. The module sees `xstate` and nothing else: no other import, no
 * `process`, no `require` of the host. Call it only where it may do no harm: in a worker that can be stopped.
 * @param which export name, or place among the machines that the module makes
 * @throws PlayError `load-error` that says what went wrong
 */
export function loadMachine(code: string, lang: "ts" | "js", which: string | number): Made {
  const made: Made[] = [];
  const note = <T>(machine: T): T => {
    made.push(machine as unknown as Made);
    return machine;
  };
  // Machines are noted as they are made, so that one which is not exported can be played as well.
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
  const seen = {
    ...xstate,
    createMachine: (...args: Parameters<typeof xstate.createMachine>) => note(xstate.createMachine(...args)),
    setup: (...args: Parameters<typeof xstate.setup>) => noted(xstate.setup(...args) as never),
  };
  const modules: Record<string, object> = {
    xstate: seen,
    "xstate/actions": actions,
    "xstate/guards": guards,
  };
  const require = (name: string): object => {
    const found = Object.hasOwn(modules, name) ? modules[name] : undefined;
    if (!found)
      throw new PlayError({
        code: "load-error",
        message: `The module imports "${name}"; a machine module imports xstate and nothing else`,
      });
    return found;
  };
  const exports: Record<string, unknown> = {};
  try {
    const script = transform(code, {
      transforms: lang === "ts" ? ["typescript", "imports"] : ["imports"],
    }).code;
    // The one place where a person's code is run: inside a sandboxed worker (DECISIONS 4).
    // oxlint-disable-next-line no-new-func
    new Function("require", "module", "exports", script)(require, { exports }, exports);
  } catch (error) {
    if (error instanceof PlayError) throw error;
    throw new PlayError({
      code: "load-error",
      message: error instanceof Error ? error.message : String(error),
    });
  }
  const place = typeof which === "string" && /^\d+$/.test(which) ? Number(which) : which;
  const found =
    typeof place === "number" ? made[place] : (exports[place] ?? (made.length === 1 ? made[0] : undefined));
  if (!isMachine(found))
    throw new PlayError({
      code: "load-error",
      message: `The module makes ${made.length} machine(s) and exports ${Object.keys(exports).join(", ") || "nothing"}; there is no machine ${which}`,
    });
  return found;
}

const isMachine = (value: unknown): value is Made =>
  typeof value === "object" && value !== null && "root" in value && "getInitialSnapshot" in value;
