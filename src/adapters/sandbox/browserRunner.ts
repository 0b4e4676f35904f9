import type { Runner } from "#core/run/playRequest.ts";
import { watchedRunner, type WatchOptions } from "#adapters/sandbox/watched.ts";
import { openFrame, startInFrame } from "#adapters/sandbox/sandboxFrame.ts";

/**
 * A runner in the browser: a worker inside a frame of an opaque origin (`sandbox="allow-scripts"`), with a policy that lets
 * nothing out. The page stays responsive whatever the machine does; a request that takes too long ends the worker.
 */
export async function browserRunner(options: WatchOptions = {}): Promise<Runner> {
  const { default: code } = await import("#adapters/sandbox/runner.ts?sandbox");
  const frame = await openFrame();
  const runner = watchedRunner((onAnswer, onDeath) => startInFrame(frame, code, onAnswer, onDeath), options);
  return {
    ...runner,
    stop() {
      runner.stop();
      frame.remove();
    },
  };
}
