import { thrownText } from "#core/run/play/thrownText.ts";
import { near } from "#core/diagnostic/near.ts";
import type { Refusal } from "#core/edit/command.ts";
import { parseJson, type Json, type JsonObject } from "#core/text/json.ts";
import type { MachineRef } from "#cli/edit/findMachine.ts";

/** One line of `edit --batch`. Of `text` and `file` the text counts, the file then only tells the language. */
export interface LineRequest {
  /** What the line carried, to be echoed. */
  readonly id?: Json;
  readonly file?: string;
  readonly text?: string;
  readonly lang?: "ts" | "js";
  readonly machine: MachineRef;
  readonly command: string;
  readonly args: Json;
  /** Do it all the same, also what would no longer run. */
  readonly force: boolean;
}

/** A line that is no request. `id` is there when it could be read. */
export interface BadLine {
  readonly id?: Json;
  readonly refused: Refusal;
}

const OPTIONAL = ["id", "lang", "machine", "force"];

/** Reads one line; names that are not known are left alone, unless they look like a misspelt one. */
export function lineRequest(line: string): LineRequest | BadLine {
  let json: Json;
  try {
    json = parseJson(line);
  } catch (error) {
    // Nesting that exhausts the stack ends here too.
    return noObject(error instanceof RangeError ? "it is nested too deeply" : thrownText(error));
  }
  if (typeof json !== "object" || json === null || Array.isArray(json))
    return noObject(json === null ? "null" : Array.isArray(json) ? "[...]" : typeof json);
  const request = json as JsonObject;
  const given = (name: string) => (Object.hasOwn(request, name) ? request[name] : undefined) ?? undefined;
  const id = Object.hasOwn(request, "id") ? request["id"] : undefined;
  const echoed = id === undefined || !printable(id) ? {} : { id };

  const misspelt = Object.keys(request).find((name) =>
    near(name, OPTIONAL).some((other) => !(other in request)),
  );
  const [file, text, lang, machine = 0, command, args = {}, force = false] = [
    given("file"),
    given("text"),
    given("lang"),
    given("machine"),
    given("command"),
    given("args"),
    given("force"),
  ];
  const bad = (at: string): BadLine => ({ ...echoed, refused: { code: "bad-request", facts: { at } } });
  if (file !== undefined && (typeof file !== "string" || file === "")) return bad("file");
  if (text !== undefined && typeof text !== "string") return bad("text");
  if (file === undefined && text === undefined) return bad("file");
  if (lang !== undefined && lang !== "ts" && lang !== "js") return bad("lang");
  if (typeof machine !== "string" && !(typeof machine === "number" && Number.isSafeInteger(machine)))
    return bad("machine");
  if (typeof command !== "string") return bad("command");
  if (typeof force !== "boolean") return bad("force");
  if (misspelt !== undefined) return bad(misspelt);
  return {
    ...echoed,
    ...(file === undefined ? {} : { file }),
    ...(text === undefined ? {} : { text }),
    ...(lang === undefined ? {} : { lang }),
    machine,
    command,
    args,
    force,
  };
}

const noObject = (message: string): BadLine => ({ refused: { code: "bad-line", facts: { message } } });

/** What was parsed may be nested more deeply than can be printed. */
function printable(value: Json): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}
