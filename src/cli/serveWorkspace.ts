import { frameScript } from "#adapters/sandbox/frameScript.ts";
import { usualPort, serve } from "#adapters/server/serve.ts";
import type { Workspace } from "#adapters/disk/workspace.ts";
import { failureOf } from "#core/diagnostic/failure.ts";
import { failureWords } from "#cli/failure.ts";
import { guardProcess } from "#cli/guardProcess.ts";
import { openInBrowser } from "#cli/openInBrowser.ts";

export interface ServeWorkspaceOptions {
  /** Wanted port; by default 4820. A free one is taken, and reported, when it is in use. */
  readonly port?: number;
  /** Folder of the built studio. */
  readonly studioDir: string;
  /** Also opens the address in the person's browser. */
  readonly open?: boolean;
  /** Origins of pages of this computer that may show the inspector in a frame. */
  readonly frames?: readonly string[];
  /** One line of JSON instead of sentences. */
  readonly json?: boolean;
  readonly log: (line: string) => void;
  /** Where faults of ours are reported, in a line each; by default as everything else. */
  readonly warn?: (line: string) => void;
}
export interface Started {
  /** With the key of this start. */
  readonly url: string;
  /** Where apps find the inspector. */
  readonly inspect: string;
  /** The inspector's address for the person, with its key. */
  readonly inspector: string;
  /** Ends the server; called by itself on SIGINT and SIGTERM, after which the process has nothing left to do. */
  close(): Promise<void>;
}

/**
 * Serves a workspace, says where, and keeps running until it is closed or the process gets a signal to end.
 * @param path what to show first, such as `/vf-card`
 */
export async function serveWorkspace(
  workspace: Workspace,
  path: string,
  { port = usualPort, studioDir, open, json, frames, log, warn = log }: ServeWorkspaceOptions,
): Promise<Started> {
  const place = workspace.root;
  // Machines run in a frame of the page, and code is built from their text there (DECISIONS 4).
  const sandbox = { frameScripts: [frameScript], frameEval: true };
  const serving = await serve({
    store: workspace,
    place,
    studioDir,
    port,
    failed: (failure) => warn(failureWords(failure)),
    ...(frames ? { frames } : {}),
    ...sandbox,
  }).catch(async (error: unknown) => {
    await workspace.close();
    throw error;
  });
  const stopGuarding = guardProcess(serving.failed);
  const url = serving.address(path);
  const shown: (() => void)[] = [];
  const started: Started = {
    url,
    inspect: serving.inspector.url,
    inspector: serving.inspector.address,
    async close() {
      for (const forget of shown) forget();
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, end);
      await serving.close();
      await workspace.close();
      stopGuarding();
    },
  };
  const end = () => {
    started.close().catch((error: unknown) => {
      warn(failureWords(failureOf("process", error)));
      process.exit(1);
    });
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);

  if (json)
    log(
      JSON.stringify({
        url,
        root: place,
        pid: process.pid,
        inspect: started.inspect,
        inspector: started.inspector,
      }),
    );
  else {
    log(`Turnwright is at ${url}`);
    log("Whoever has this address may change the games: what stands behind # is the key of this start.");
    const taken = new URL(url).port;
    if (port !== 0 && taken !== String(port)) log(`Port ${port} is in use, so it listens on ${taken}.`);
    log(`Running apps are inspected at ${started.inspector} (apps open or connect to ${started.inspect}).`);
    log(`Games are read from and saved to ${place}. Ctrl+C ends it.`);
  }
  if (open) shown.push(await openInBrowser(url));
  return started;
}
