import { spawn } from "node:child_process";
import { cpSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "playwright";
import WebSocket from "ws";
import { createActor, createMachine } from "xstate";
import { connect } from "#core/inspect/connect.ts";
import { draws } from "#test/support/dice.ts";
import { openBrowser } from "#test/support/openBrowser.ts";
import { builtStudio, home } from "#test/support/startStudio.ts";
import { StudioDriver } from "#test/support/StudioDriver.ts";
import {
  chooseLanguage,
  forgetWork,
  GAMES,
  gestures,
  pickGesture,
  visit,
} from "#test/support/soak/gestures.ts";
import { holdersIn } from "#test/support/soak/HeapGraph.ts";
import { Hands } from "#test/support/soak/Hands.ts";
import { PageCounts, type Counts } from "#test/support/soak/PageCounts.ts";

/** What stands at one moment of a soak, always at the first view of the same game. */
export interface Mark extends Counts {
  readonly gestures: number;
  readonly minutes: number;
  /** Of the inspector's page, which has an app that goes on all the time. */
  readonly inspector: Counts;
  /** Memory of the server's process, in megabytes. */
  readonly server: number;
}

/** How much more than at the start, or than the document has, may be there after any use. */
export const MAX_NODES_PER_ELEMENT = 3;
export const MAX_LISTENERS = 2;
export const MAX_HEAP = 1.5;
/** The page's own and one of a machine. */
export const MAX_FRAMES = 2;
/** The server's memory rises and falls with what it happens to send. */
export const MAX_SERVER = 1.5;

/** Seconds for which frames of machines are waited for: they stay twenty after the last request. */
const FRAMES_REST = 40;

/** What a soak found wrong, in words; nothing when all is well. */
export function faultsOf({ start, marks, complaints }: SoakReport): string[] {
  const end = marks.at(-1) ?? start;
  const above = (what: string, value: number, limit: number) =>
    value > limit ? [`${what}: ${value.toFixed(1)}, at most ${limit.toFixed(1)}`] : [];
  return [
    ...above("live DOM nodes", end.nodes, MAX_NODES_PER_ELEMENT * end.elements),
    ...above("listeners", end.listeners, MAX_LISTENERS * start.listeners),
    ...above("heap in MB", end.heap, MAX_HEAP * start.heap),
    ...above("frames", end.frames, MAX_FRAMES),
    ...above(
      "live DOM nodes of the inspector",
      end.inspector.nodes,
      MAX_NODES_PER_ELEMENT * end.inspector.elements,
    ),
    ...above(
      "listeners of the inspector",
      end.inspector.listeners,
      MAX_LISTENERS * start.inspector.listeners,
    ),
    ...above("memory of the server in MB", end.server, MAX_SERVER * start.server),
    ...complaints.filter((one) => !one.startsWith("warning:")),
  ];
}

export interface SoakOptions {
  readonly seed: number;
  /** Whether it has gone on long enough. */
  readonly isOver: (gestures: number, minutes: number) => boolean;
  /** Gestures between two marks. */
  readonly markEvery: number;
  /** Hears of each mark, and of what holds what where there is too much at the end. */
  readonly say?: (text: string) => void;
}

export interface SoakReport {
  /** After one round through everything, so that what is loaded once is not counted. */
  readonly start: Mark;
  readonly marks: readonly Mark[];
  readonly complaints: readonly string[];
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

/** Between two events of the app that is inspected, in milliseconds. */
const APP_STEP = 500;

/** Another window with the inspector, and an app that is connected to it and goes on all the time. */
async function inspectBeside(
  context: BrowserContext,
  { inspect, inspector }: Record<"inspect" | "inspector", string>,
) {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`inspector: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`inspector: ${error.message}`));
  await page.goto(inspector);
  const to = inspect.replace("http", "ws").replace("/inspect", "/app");
  const line = connect({ to, name: "Lamp", WebSocket: WebSocket as never });
  const states = { off: { on: { PRESS: "on" } }, on: { on: { PRESS: "off" } } };
  const lamp = createMachine({ id: "lamp", initial: "off", states });
  const app = createActor(lamp, { inspect: line.inspect as never }).start();
  const pressing = setInterval(() => app.send({ type: "PRESS" }), APP_STEP);
  return {
    complaints,
    counts: await PageCounts.of(page),
    close() {
      clearInterval(pressing);
      line.close();
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
  // A run is kept until it is started over.
  await visit(hands, GAMES[0], "simulate");
  await hands.press("simulate.restart");
  await visit(hands, GAMES[0], "rules");
  await visit(hands, GAMES[0], "design");
  await page.mouse.move(700, 5);
  await hands.pause(1_500);
}

/** Once through all views of all games, and each gesture once. */
async function warmUp(hands: Hands, roll: ReturnType<typeof draws>): Promise<void> {
  for (const game of GAMES)
    for (const view of ["design", "simulate", "rules", "export"]) await visit(hands, game, view);
  await visit(hands, GAMES[0], "design");
  for (const gesture of gestures) await gesture.do(hands, roll);
}

/** Uses the built studio as a person would, by chance, and looks what stays behind. The same seed makes the same gestures. */
export async function soakPage({ seed, isOver, markEvery, say }: SoakOptions): Promise<SoakReport> {
  const server = await serveApart();
  const watched = await openBrowser();
  const me = await StudioDriver.start(watched.browser, server.url);
  const ends: (() => void)[] = [];
  try {
    const { page } = me;
    await page.emulateMedia({ reducedMotion: "no-preference" });
    page.on("dialog", (dialog) => void dialog.accept());
    const roll = draws(seed);
    const hands = new Hands(page, roll);
    const counts = await PageCounts.of(page);
    await me.openGame(GAMES[0]);
    const beside = await inspectBeside(me.context, server);
    ends.push(beside.close);
    await page.bringToFront();
    await warmUp(hands, roll);
    let began = performance.now();
    let done = 0;
    const minutes = () => (performance.now() - began) / 60_000;
    const mark = async (): Promise<Mark> => {
      await goHome(hands);
      // Frames of machines go a while after the last of them was played.
      for (let i = 0; i < FRAMES_REST && page.frames().length > MAX_FRAMES; i++) await hands.pause(1_000);
      const taken = {
        ...(await counts.take()),
        inspector: await beside.counts.take(),
        server: await server.memory(),
        gestures: done,
        minutes: minutes(),
      };
      say?.(markText(taken));
      return taken;
    };
    const start = await mark();
    // The way home before it can take longer than a short soak.
    began = performance.now();
    const marks: Mark[] = [];
    do {
      await pickGesture(roll).do(hands, roll);
      if (++done % markEvery === 0) marks.push(await mark());
    } while (!isOver(done, minutes()));
    if (done % markEvery !== 0 || marks.length === 0) marks.push(await mark());
    const report = { start, marks, complaints: [...me.complaints, ...beside.complaints] };
    if (say && faultsOf(report).length > 0) for (const line of holdersIn(await counts.snapshot())) say(line);
    return report;
  } finally {
    for (const end of ends) end();
    await me.close();
    await watched.close();
    await server.close();
  }
}

/** The figures of a moment in one line. */
export function markText({ gestures, minutes, server, inspector, ...page }: Mark): string {
  const text = ({ nodes, elements, listeners, frames, heap }: Counts) =>
    `${nodes} nodes (${elements} elements), ${listeners} listeners, ${frames} frames, heap ${heap.toFixed(1)} MB`;
  return `${gestures} gestures, ${minutes.toFixed(1)} min: ${text(page)}; inspector ${text(inspector)}; server ${server.toFixed(0)} MB`;
}
