import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** How long a browser may take to come up and read the file, in milliseconds. */
const READING_TIME_MS = 60_000;

/**
 * Asks the system to show an address that holds a key; when it cannot, the printed address is still there. Arguments of processes
 * can be read by every user of a computer, so the browser is given a file that only this one can read and that leads on.
 * @param url of letters that need no escaping in HTML
 * @returns takes the file away, as happens by itself after a minute
 */
export async function openInBrowser(url: string): Promise<() => void> {
  const folder = await mkdtemp(join(tmpdir(), "turnwright-open-")).catch(() => undefined);
  if (folder === undefined) return () => undefined;
  const file = join(folder, "open.html");
  const forget = () => rmSync(folder, { recursive: true, force: true });
  try {
    await writeFile(file, page(url), { mode: 0o600, flag: "wx" });
  } catch {
    forget();
    return () => undefined;
  }
  const [command, ...args] =
    process.platform === "darwin" ? ["open"] : process.platform === "win32" ? ["explorer"] : ["xdg-open"];
  const child = spawn(command ?? "xdg-open", [...args, file], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
  setTimeout(forget, READING_TIME_MS).unref();
  return forget;
}

const page = (url: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>Turnwright</title>
<meta http-equiv="refresh" content="0;url=${url}">
<p><a href="${url}">Turnwright</a></p>
`;
