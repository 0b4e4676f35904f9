/**
 * Which pages of the studio are open in this browser. Each holds a lock of its own as long as it lives; the browser takes it back
 * when the page is closed, crashes or is killed.
 */
const PREFIX = "turnwright-page:";

/** How long a page that this tab has left may take to unload, in ms. */
const PAGE_END_MS = 2000;

let ownName: string | undefined;
let before: Promise<void> = Promise.resolve();

/** The name of this page, which counts as alive from now on. */
export function live(): string {
  if (ownName === undefined) {
    ownName = crypto.randomUUID();
    before = ended(exchange(ownName));
    // The lock is held until this promise resolves, which it never does.
    void navigator.locks
      ?.request(PREFIX + ownName, () => new Promise(() => undefined))
      .catch(() => undefined);
  }
  return ownName;
}

/** Leaves a page's name in this tab and answers with the one that was left there before. */
function exchange(name: string): string | null {
  try {
    const last = sessionStorage.getItem(PREFIX);
    sessionStorage.setItem(PREFIX, name);
    return last;
  } catch {
    // Storage is switched off in this browser.
    return null;
  }
}

/** A page that was reloaded lets its lock go a moment later than the new one begins; a copy of a living tab never does. */
async function ended(page: string | null): Promise<void> {
  if (page === null) return;
  const signal = AbortSignal.timeout(PAGE_END_MS);
  await navigator.locks?.request(PREFIX + page, { signal }, () => undefined).catch(() => undefined);
}

/** Names of the pages that are alive; none where the browser knows no locks (plain http): then every draft may be offered. */
export async function livingPages(): Promise<ReadonlySet<string>> {
  await before;
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}
