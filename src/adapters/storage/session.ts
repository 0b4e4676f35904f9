import { StoreError } from "#core/project/store.ts";
import { session as sessionSchema } from "#core/project/storeSchemas.ts";
import { faultText, readText } from "#core/text/schema.ts";
import { keyHeader, serverMeta, splitKey, type Session } from "#core/project/wire.ts";

/**
 * How this browser comes to speak to the server. Another user of the same computer can load the same page, so nothing in it may
 * open the games: the address that `turnwright start` prints brings a key behind its `#`, which browsers send to nobody. The page
 * exchanges it for the token of this start and keeps that in `localStorage`, which belongs to one port of one address (cookies are
 * shared by all ports), for reloading and for other tabs.
 */
const SESSION_KEY = "turnwright.session";

let pageSession: Session | undefined;
/** Whether the server took this page's token, so that there may be work on it. */
let works = false;

/** Whether a server of games served this page. */
export const isServed = (): boolean => document.querySelector(`meta[name="${serverMeta}"]`) !== null;

/**
 * Enters with the key in the address, which is taken out of it at once, else with what this browser keeps. Without either the
 * page waits for the person: an address with a key that is given to this tab, or to another one, lets it begin again.
 */
export async function enter(): Promise<void> {
  const addressKey = takeKey();
  pageSession =
    addressKey === undefined
      ? storedSession()
      : ((await exchange(addressKey).catch(() => undefined)) ?? storedSession());
  window.addEventListener("hashchange", () => {
    const key = takeKey();
    if (key !== undefined) void exchange(key).then(restart, () => undefined);
  });
  window.addEventListener("storage", ({ key }) => {
    if (key === SESSION_KEY && !works) restart(storedSession());
  });
}

/**
 * The token of the server that runs now, as the last page of this browser that brought a key left it: after the server was started
 * again one tab is enough for all. Undefined when there is none, or when another folder is served at this address now.
 */
export function token(): string | undefined {
  const now = storedSession() ?? pageSession;
  return now?.workspace === pageSession?.workspace ? now?.token : undefined;
}

/** The server took the token. */
export const entered = (): void => void (works = true);

/** Tells what this page keeps of one workspace from that of another at the same address; empty without a server. */
export const workspaceScope = (): string => pageSession?.workspace ?? "";

/** The key in the address, which does not stay there: people show and pass on what is in it. */
function takeKey(): string | undefined {
  const found = splitKey(location.hash);
  if (found) history.replaceState(null, "", found.rest);
  return found?.key;
}

/** @throws StoreError when the key is not that of the server that runs now, or nothing answers */
async function exchange(key: string): Promise<Session> {
  const response = await fetch("/api/session", {
    method: "POST",
    headers: { "content-type": "application/json", [keyHeader]: key },
    body: "{}",
  });
  if (!response.ok) throw new StoreError("locked", `The server answered ${response.status} to the key`);
  const result = readText(sessionSchema, await response.text());
  if (!result.ok) throw new StoreError("unreachable", `The key was answered with ${faultText(result.fault)}`);
  const session = result.value;
  try {
    localStorage.setItem(SESSION_KEY, JSON.stringify(session));
  } catch {
    /* storage is switched off: this page has it as long as it lives */
  }
  return session;
}

/** A page at work on this folder goes on with the new token; any other starts again. */
function restart(session: Session | undefined): void {
  if (session && (!works || session.workspace !== pageSession?.workspace)) location.reload();
}

function storedSession(): Session | undefined {
  try {
    const result = readText(sessionSchema, localStorage.getItem(SESSION_KEY));
    return result.ok ? { token: result.value.token, workspace: result.value.workspace } : undefined;
  } catch {
    // Storage is switched off.
    return undefined;
  }
}
