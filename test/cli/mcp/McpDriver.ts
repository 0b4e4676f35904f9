import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { join } from "node:path";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { home } from "#test/support/builtStudio.ts";

/** What a tool answered: its texts, and the first of them as JSON where it is that. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly texts: readonly string[];
  // Answers are looked into freely.
  // oxlint-disable-next-line no-explicit-any
  readonly json: any;
}

const command = join(home, "bin/turnwright.js");

/** `turnwright mcp` over a folder, as the SDK's own client has it: a process of its own, spoken to over its input and output. */
export class McpDriver {
  readonly client: Client;
  readonly #transport: StdioClientTransport;
  /** What it wrote to stderr. */
  complaints = "";

  constructor(folder: string, more: readonly string[] = [], options: ClientOptions = {}) {
    this.client = new Client({ name: "turnwright-tests", version: "1.0.0" }, options);
    const args = [command, "mcp", ...more];
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args,
      cwd: folder,
      stderr: "pipe",
    });
    this.#transport.stderr?.on("data", (text: Buffer) => (this.complaints += text.toString()));
  }

  start = (): Promise<void> => this.client.connect(this.#transport);
  close = (): Promise<void> => this.client.close();

  async call(name: string, args: object = {}, signal?: AbortSignal): Promise<ToolAnswer> {
    const result = await this.client.callTool(
      { name, arguments: args as Record<string, unknown> },
      signal ? { signal } : {},
    );
    const texts = result.content.flatMap((part) => (part.type === "text" ? [part.text] : []));
    return { isError: result.isError === true, texts, json: parsed(texts[0]) };
  }
}

/** The same server without a client: lines go in as they are, and what comes out is kept as it is. */
export class RawServer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<number | null>;
  out = "";

  constructor(folder: string) {
    this.#child = spawn(process.execPath, [command, "mcp"], { cwd: folder });
    this.#child.stdout.setEncoding("utf8").on("data", (text: string) => (this.out += text));
    this.#child.stderr.resume();
    this.#ended = new Promise((done) => this.#child.once("close", done));
  }

  write(text: string | Uint8Array): void {
    this.#child.stdin.write(text);
  }

  /** Waits until a line of the output has this id. @throws Error when the process ends instead */
  async answerTo(id: number): Promise<unknown> {
    for (;;) {
      const line = this.out
        .split("\n")
        .slice(0, -1)
        .find((text) => text.includes(`"id":${id}`));
      if (line !== undefined) return JSON.parse(line);
      const code = await Promise.race([
        this.#ended,
        new Promise((done) => this.#child.stdout.once("data", done)),
      ]);
      if (this.#child.exitCode !== null) throw new Error(`mcp ended with ${String(code)}`);
    }
  }

  /** Ends its input. @returns its exit code */
  end(): Promise<number | null> {
    this.#child.stdin.end();
    return this.#ended;
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}
