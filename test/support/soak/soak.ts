import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draws } from "#test/support/dice.ts";
import { openBrowser } from "#test/support/openBrowser.ts";
import { builtStudio, home } from "#test/support/startStudio.ts";
import { StudioDriver } from "#test/support/StudioDriver.ts";
import { chooseLanguage, forgetWork, GAMES, pickGesture, visit } from "#test/support/soak/gestures.ts";
import { Hands } from "#test/support/soak/Hands.ts";
import { PageCounts, type Counts } from "#test/support/soak/PageCounts.ts";

/** What stands at one moment of a soak, always at the first view of the same game. */
export interface Mark extends Counts {
  readonly gestures: number;
  readonly minutes: number;
  /** Memory of the server's process, in megabytes. */
  readonly server: number;
}

export interface SoakOptions {
  readonly seed: number;
  /** Whether it has gone on long enough. */
  readonly isOver: (gestures: number, minutes: number) => boolean;
  /** Gestures between two marks. */
  readonly markEvery: number;
  readonly say?: (text: string) => void;
  /** Called at the end, before the window closes. */
  readonly atEnd?: (counts: PageCounts) => Promise<void>;
}

export interface SoakReport {
  /** After one round through everything, so that what is loaded once is not counted. */
  readonly start: Mark;
  readonly marks: readonly Mark[];
  readonly complaints: readonly string[];
  /** How often each gesture was made. */
  readonly made: ReadonlyMap<string, number>;
}

/** The server as a process of its own, so that its memory is its own. */
async function serveApart() {
  const folder = await mkdtemp(join(tmpdir(), "turnwright-soak-"));
  for (const part of ["machines", "rulesets", "schemas"])
    cpSync(join(home, part), join(folder, part), { recursive: true });
  await builtStudio();
  const args = [join(home, "bin/turnwright.js"), "start", "--no-open", "--json", "--port", "0"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((done, fail) => {
    child.stdout.once("data", (part: Buffer) => done(part.toString()));
    child.once("exit", (code) => fail(new Error(`The server ended with ${code}`)));
  });
  const { url, inspect, inspector } = JSON.parse(line) as Record<"url" | "inspect" | "inspector", string>;
  return {
    url,
    inspect,
    inspector,
    async memory(): Promise<number> {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1e3;
    },
    async close() {
      child.removeAllListeners("exit");
      const gone = new Promise((done) => child.once("exit", done));
      child.kill();
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Back to where it began: one game, its first view, nothing selected, folded or unsaved, in English and light. */
async function goHome(hands: Hands): Promise<void> {
  const { page } = hands;
  for (let i = 0; i < 3; i++) await hands.key("Escape");
  await forgetWork(hands);
  for (let i = 0; i < 3; i++) await hands.key("Escape");
  await visit(hands, GAMES[0], "design");
  // The others are closed, last first.
  for (let left = GAMES.length; left > 0; left--) {
    const isAlone = !(await hands.click("nav li:not([data-current]) button + button"));
    await forgetWork(hands);
    if (isAlone) break;
  }
  await chooseLanguage(hands, "[role=menuitemradio][lang=en]");
  await hands.press("header.light");
  await hands.press("labels.short.id");
  for (let i = 0; i < 300 && (await hands.press("header.undo")); i++);
  for (let i = 0; i < 3 && (await hands.click("footer [role=group] button[aria-pressed=false]")); i++);
  await hands.press("canvas.levelMap");
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await visit(hands, GAMES[0], "rules");
  await visit(hands, GAMES[0], "design");
  await page.mouse.move(700, 5);
  await hands.pause(1_500);
}

/** Once through all views of all games, and each gesture once. */
async function warmUp(hands: Hands, roll: ReturnType<typeof draws>): Promise<void> {
  const { gestures } = await import("#test/support/soak/gestures.ts");
  for (const game of GAMES)
    for (const view of ["design", "simulate", "rules", "export"]) await visit(hands, game, view);
  await visit(hands, GAMES[0], "design");
  for (const gesture of gestures) await gesture.do(hands, roll);
}

/** Uses the built studio as a person would, by chance, and looks what stays behind. The same seed makes the same gestures. */
export async function soak({ seed, isOver, markEvery, say, atEnd }: SoakOptions): Promise<SoakReport> {
  const server = await serveApart();
  const watched = await openBrowser();
  const me = await StudioDriver.start(watched.browser, server.url);
  try {
    const { page } = me;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    page.on("dialog", (dialog) => void dialog.accept());
    const roll = draws(seed);
    const hands = new Hands(page, roll);
    const counts = await PageCounts.of(page);
    await me.openGame(GAMES[0]);
    await warmUp(hands, roll);
    const began = performance.now();
    let done = 0;
    const minutes = () => (performance.now() - began) / 60_000;
    const mark = async (): Promise<Mark> => {
      await goHome(hands);
      const taken = {
        ...(await counts.take()),
        server: await server.memory(),
        gestures: done,
        minutes: minutes(),
      };
      say?.(markText(taken));
      return taken;
    };
    const start = await mark();
    const marks: Mark[] = [];
    const made = new Map<string, number>();
    while (!isOver(done, minutes())) {
      const gesture = pickGesture(roll);
      await gesture.do(hands, roll);
      made.set(gesture.name, (made.get(gesture.name) ?? 0) + 1);
      if (++done % markEvery === 0) marks.push(await mark());
    }
    if (done % markEvery !== 0 || marks.length === 0) marks.push(await mark());
    await atEnd?.(counts);
    return { start, marks, complaints: me.complaints, made };
  } finally {
    await me.close();
    await watched.close();
    await server.close();
  }
}

export const markText = ({
  gestures,
  minutes,
  nodes,
  inDocument,
  listeners,
  frames,
  heap,
  server,
}: Mark): string =>
  `${gestures} gestures, ${minutes.toFixed(1)} min: ${nodes} nodes (${inDocument} in the document), ${listeners} listeners, ${frames} frames, heap ${heap.toFixed(1)} MB, server ${server.toFixed(0)} MB`;
