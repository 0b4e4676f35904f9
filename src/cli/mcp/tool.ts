import type { CallToolResult, ToolAnnotations } from "@modelcontextprotocol/server";
import { misfit, type ArgShape } from "#core/edit/argShape.ts";
import { thrownText } from "#core/run/play/thrownText.ts";
import { slipHint } from "#cli/command.ts";
import { errorJson, isFailure } from "#cli/failure.ts";
import type { McpHost } from "#cli/mcp/host.ts";

/** What a tool says of itself, and what it does. Its arguments are checked against `input` before it runs. */
interface ToolRecord<Args> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ArgShape<Args>;
  readonly annotations: ToolAnnotations;
  /**
   * @param ended when the call is cancelled: nobody hears its answer then, and it changes nothing any more
   * @throws what a command line may meet, which becomes an error of the tool
   */
  run(args: Args, host: McpHost, ended: AbortSignal): Promise<CallToolResult>;
}
export type McpTool = ToolRecord<unknown>;

/** A tool whose failures are answers: nothing that is thrown leaves it. */
export const defineTool = <Args>(tool: ToolRecord<Args>): McpTool => ({
  ...tool,
  run: async (args, host, ended) => {
    try {
      // It may have waited until nobody wants it any more.
      ended.throwIfAborted();
      return await tool.run(args as Args, host, ended);
    } catch (error) {
      return failureAnswer(error, host);
    }
  },
});

/** A failure in words for a model, as commands give it with `--json`. */
export function failureAnswer(error: unknown, { language, folder }: McpHost): CallToolResult {
  const report = isFailure(error)
    ? errorJson(error, language, folder)
    : { code: "failed", message: thrownText(error) };
  return errorAnswer({ error: report });
}

/** An answer that the protocol marks as an error; the value says why nothing was done. */
export const errorAnswer = (value: object): CallToolResult => ({ ...jsonAnswer(value), isError: true });

/** Longest text of one answer, in UTF-16 units: some ten thousand tokens, which is what clients take without a warning. */
export const MAX_ANSWER_LENGTH = 40_000;

const text = (...parts: readonly string[]): CallToolResult => ({
  content: parts.filter((part) => part !== "").map((part) => ({ type: "text", text: part })),
});

/**
 * One page of a text, with where the next begins. A page ends with a line, unless the line alone is longer than a page.
 * @param notes what is said beside it
 */
export function pageAnswer(whole: string, offset = 0, notes = ""): CallToolResult {
  if (whole.length <= MAX_ANSWER_LENGTH && offset === 0) return text(whole === "" ? "(empty)" : whole, notes);
  const piece = whole.slice(offset, offset + MAX_ANSWER_LENGTH);
  const isLast = offset + piece.length >= whole.length;
  const lastLine = piece.lastIndexOf("\n") + 1;
  const page = isLast || lastLine === 0 ? piece : piece.slice(0, lastLine);
  const end = Math.min(offset, whole.length) + page.length;
  const next = isLast ? "that is the end" : `"offset": ${end} has what follows`;
  return text(page, `Characters ${offset} to ${end} of ${whole.length}; ${next}.`, notes);
}

/** A value as JSON. Of one that is too long its largest parts are left out, with how long each is. @param remedy how to have them all the same */
export function jsonAnswer(value: object, remedy = ""): CallToolResult {
  const whole = JSON.stringify(value);
  if (whole.length <= MAX_ANSWER_LENGTH) return text(whole);
  const parts: Record<string, unknown> = { ...value };
  const lengths = Object.entries(parts).map(
    ([name, part]) => [name, JSON.stringify(part)?.length ?? 0] as const,
  );
  const leftOut: Record<string, number> = {};
  let rest = whole.length;
  for (const [name, length] of lengths.toSorted(([, a], [, b]) => b - a)) {
    if (rest <= MAX_ANSWER_LENGTH) break;
    delete parts[name];
    leftOut[name] = length;
    rest -= length;
  }
  const note = `An answer has at most ${MAX_ANSWER_LENGTH} characters: left out is what stands in leftOut, with its length.`;
  return text(JSON.stringify({ ...parts, leftOut }), remedy === "" ? note : `${note} ${remedy}`);
}

/** What is wrong with the arguments of a tool and what would be right, or undefined. */
export function argumentFault({ name, input }: McpTool, args: unknown): string | undefined {
  const at = misfit(input, args);
  if (at === undefined) return undefined;
  if (at === "") return `${name}: the arguments are a JSON object`;
  const properties = input.properties ?? {};
  const [argument = ""] = at.split(".");
  const shape = Object.hasOwn(properties, argument) ? properties[argument] : undefined;
  if (shape) return `${name}: ${excerpt(at)} is missing or does not fit; expected ${JSON.stringify(shape)}`;
  const names = Object.keys(properties);
  const hint = slipHint(argument, names) || `; there is: ${names.join(", ") || "none"}`;
  return `${name}: there is no argument ${excerpt(argument)}${hint}`;
}

const MAX_EXCERPT_CHARACTERS = 100;
const excerpt = (name: string): string => JSON.stringify(name.slice(0, MAX_EXCERPT_CHARACTERS));
