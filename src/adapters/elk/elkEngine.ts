import type { ElkGraph, LayoutEngine } from "#core/layout/elkGraph.ts";

/** The part of elkjs that is used. */
interface Elk {
  layout(graph: ElkGraph): Promise<ElkGraph>;
  terminateWorker(): void;
}

/** A layout engine that can be stopped. */
export interface ElkEngine extends LayoutEngine {
  /** Ends the worker; the next layout starts a new one. */
  stop(): void;
}

/**
 * ELK in a Web Worker. Nothing is loaded until the first layout is asked for: 1.6 MB that most openings do not need, because
 * positions are in the layout file. A layout that takes longer than `deadlineMs` is given up and its worker ended.
 */
export function elkEngine(deadlineMs = 60_000): ElkEngine {
  let elk: Promise<Elk> | undefined;
  const stop = () => {
    void elk?.then((running) => running.terminateWorker());
    elk = undefined;
  };
  return {
    stop,
    async layout(graph) {
      elk ??= load();
      const running = await elk;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          stop();
          reject(new Error(`Layout took longer than ${deadlineMs} ms`));
        }, deadlineMs);
      });
      try {
        return await Promise.race([running.layout(graph), late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function load(): Promise<Elk> {
  const [{ default: ELK }, { default: url }] = await Promise.all([
    import("elkjs/lib/elk-api.js"),
    import("elkjs/lib/elk-worker.min.js?url"),
  ]);
  return new ELK({ workerFactory: () => new Worker(url) }) as unknown as Elk;
}
