import { Readable, Writable } from "node:stream";
import { finished } from "node:stream/promises";
import {
  fromJsonSchema,
  McpServer,
  type JsonSchemaType,
  type jsonSchemaValidator,
  type JsonSchemaValidatorResult,
} from "@modelcontextprotocol/server";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { thrownText } from "#core/run/play/thrownText.ts";
import type { Failure } from "#core/diagnostic/failure.ts";
import { failureWords } from "#cli/failure.ts";
import { guardProcess } from "#cli/guardProcess.ts";
import type { Io } from "#cli/io.ts";
import type { McpHost } from "#cli/mcp/host.ts";
import { PlaySessions } from "#cli/mcp/PlaySessions.ts";
import { offerResources } from "#cli/mcp/resources.ts";
import { argumentFault, type McpTool } from "#cli/mcp/tool.ts";
import { editTool } from "#cli/mcp/tools/editTool.ts";
import { playTools } from "#cli/mcp/tools/playTools.ts";
import { readTools } from "#cli/mcp/tools/readTools.ts";
import { scenariosTool } from "#cli/mcp/tools/scenariosTool.ts";
import { readLines } from "#cli/play/readLines.ts";
import type { Language } from "#cli/words.ts";
import pkg from "../../../package.json";

export interface ServeMcpGiven {
  readonly io: Io;
  /** The folder of games. Absolute. */
  readonly folder: string;
  readonly language: Language;
  /** No tool writes a file. */
  readonly readOnly: boolean;
}

export const mcpTools: readonly McpTool[] = [...readTools, editTool, ...playTools, scenariosTool];

/** Longest message that is read, in bytes; a longer one is passed over, and the next is read. */
const MAX_MESSAGE_BYTES = 4_000_000;

const INSTRUCTIONS = `Turnwright keeps turn structures of card and board games as XState statecharts with their rules, and scenarios that record plays. Begin with list; read shows a game (outline first); check says what is wrong with it; commands and edit change its machine, first without write; play and why try it out; scenarios says whether recorded plays still go as expected, which is worth a look after an edit.`;

/**
 * Serves the games of a folder over the Model Context Protocol until the input ends. The output carries the protocol alone; what cannot be
 * answered is reported on `io.err`.
 */
export async function serveMcp({ io, folder, language, readOnly }: ServeMcpGiven): Promise<void> {
  const sessions = new PlaySessions();
  const host: McpHost = { folder, home: io.home, language, sessions, readOnly };
  const reportError = (error: unknown) => io.err(`turnwright mcp: ${thrownText(error)}\n`);
  const stopGuarding = guardProcess((failure: Failure) =>
    io.err(`turnwright mcp: ${failureWords(failure)}\n`),
  );
  const input = Readable.from(messagesIn(io.stdin, reportError), { objectMode: false });
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: unknown, _encoding, done) => {
      io.out(String(chunk));
      done();
    },
  });
  const transport = new StdioServerTransport(input, output, { maxBufferSize: 2 * MAX_MESSAGE_BYTES });
  const handle = serveStdio(() => serverOf(host), { transport, onerror: reportError });
  const end = () => void handle.close();
  io.ended?.addEventListener("abort", end);
  try {
    await finished(input, { signal: io.ended ?? new AbortController().signal }).catch((error: unknown) => {
      if (io.ended?.aborted !== true) reportError(error);
    });
    await handle.close();
  } finally {
    io.ended?.removeEventListener("abort", end);
    sessions.endAll();
    stopGuarding();
  }
}

/** The lines of the input, each with its end; one that is too long is reported and passed over. */
async function* messagesIn(stdin: NodeJS.ReadableStream, reportError: (error: unknown) => void) {
  for await (const line of readLines(stdin as AsyncIterable<Uint8Array | string>, MAX_MESSAGE_BYTES))
    if ("text" in line) yield `${line.text}\n`;
    else reportError(`a message is longer than ${MAX_MESSAGE_BYTES} bytes and is passed over`);
}

/** A server with all tools and resources. */
function serverOf(host: McpHost): McpServer {
  const server = new McpServer(
    { name: "turnwright", title: "Turnwright", version: pkg.version },
    { instructions: INSTRUCTIONS },
  );
  const turn = turns(MAX_CALLS_AT_ONCE);
  for (const tool of mcpTools) {
    const { name, title, description, annotations } = tool;
    const inputSchema = fromJsonSchema(tool.input as JsonSchemaType, validatorOf(tool));
    server.registerTool(
      name,
      { title, description, inputSchema, annotations },
      (args, { mcpReq: { signal } }) => turn(() => tool.run(args, host, signal)),
    );
  }
  offerResources(server, host);
  return server;
}

/** The SDK's check of arguments, by the shape that the tool's own types come from. */
const validatorOf = (tool: McpTool): jsonSchemaValidator => ({
  getValidator:
    <T>() =>
    (args: unknown): JsonSchemaValidatorResult<T> => {
      const errorMessage = argumentFault(tool, args);
      return errorMessage === undefined
        ? { valid: true, data: args as T, errorMessage }
        : { valid: false, data: undefined, errorMessage };
    },
});

/** Tools that run at once; further calls wait, so that a flood of them opens no flood of files and processes. */
export const MAX_CALLS_AT_ONCE = 4;

/** Runs so many works at once, in the order in which they come. */
function turns(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
