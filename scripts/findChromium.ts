import { existsSync } from "node:fs";
import { execFileSync } from "node:child_process";

/**
 * What Chromium leaves out. Of a flag that is given twice the last counts, so this names what Playwright leaves out as well, and
 * beside it the page of the address bar's list, which is loaded behind each window, is never seen, and costs more than the window.
 */
const leftOut = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** Flags that Chromium needs without a display, as root, and to keep still: it asks nothing of the network on its own. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${leftOut.join(",")}`,
];

const usual = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];

/**
 * Path of a Chromium or Chrome for tests and screenshots: `$CHROMIUM`, else an installed one, else the one that the npm package
 * @sparticuz/chromium unpacks (it has no CJK fonts).
 * @throws Error that says in one line what to install.
 */
export async function findChromium(): Promise<string> {
  const named = process.env["CHROMIUM"];
  if (named) {
    if (existsSync(named)) return named;
    throw new Error(`CHROMIUM names ${named}, which does not exist`);
  }
  for (const name of usual) {
    try {
      const found = execFileSync("which", [name], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).trim();
      if (found) return found;
    } catch {
      /* not on PATH: try the next */
    }
  }
  try {
    const { default: sparticuz } = await import("@sparticuz/chromium");
    return await sparticuz.executablePath();
  } catch (cause) {
    throw new Error("No Chromium found: install one (apt-get install chromium) or set CHROMIUM to its path", {
      cause,
    });
  }
}
