/**
 * Which pages of the studio are open in this browser. Each holds a lock of its own as long as it lives; the browser takes it back
 * when the page is closed, crashes or is killed.
 */
const PREFIX = "turnwright-page:";

let own: string | undefined;

/** The name of this page, which counts as alive from now on. */
export function live(): string {
  if (own === undefined) {
    own = crypto.randomUUID();
    // The lock is held until this promise resolves, which it never does.
    void navigator.locks?.request(PREFIX + own, () => new Promise(() => undefined)).catch(() => undefined);
  }
  return own;
}

/** Names of the pages that are alive; none where the browser knows no locks (plain http): then every draft may be offered. */
export async function livingPages(): Promise<ReadonlySet<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}
