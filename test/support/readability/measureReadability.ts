import { frameCrossings, isIn, lineCrossings } from "#test/support/readability/crossed.ts";
import { drawnLines, type DrawnLine, seenFrames } from "#test/support/readability/drawnLines.ts";
import { type Box, lengthIn, overlapping, shrunk } from "#test/support/readability/geometry.ts";
import { everythingFound, isShown, lookAnew } from "#test/support/readability/paint.ts";
import { type ArrowEnds, ownSurface, pixelSurface, type Surface } from "#test/support/readability/surface.ts";
import { canvasBox, isPale, isSmall, type TextRun, textRuns } from "#test/support/readability/textRuns.ts";
import { namesOf, type Why } from "#test/support/readability/stateNames.ts";

/** What the measure has to be told. */
export interface Asked {
  /** Every state of the chart but the root, with its whole label. */
  readonly states: readonly { readonly id: string; readonly label: string }[];
  /** Given for the canvas of format 1, whose page does not say where arrows end. */
  readonly ends?: ArrowEnds;
}

/** How a canvas reads, at this moment, at the size at which it stands. */
export interface Readability {
  readonly states: number;
  readonly named: number;
  /** Of the outermost level, and of the two outermost. */
  readonly first: { readonly all: number; readonly named: number };
  readonly outer: { readonly all: number; readonly named: number };
  /** Closed states that are whole in sight and do not say how many they hold. */
  readonly foldsUntold: number;
  readonly unnamed: readonly { readonly id: string; readonly why: Why }[];
  readonly texts: number;
  readonly textsUnderFloor: number;
  /** Font size of the smallest text in pixels; 0 without texts. */
  readonly smallest: number;
  readonly textsCovered: number;
  readonly textsClipped: number;
  readonly textsPale: number;
  readonly textOnText: number;
  /** Drawn lines, each bundle once. */
  readonly lines: number;
  readonly chips: number;
  readonly linesThroughState: number;
  readonly linesThroughText: number;
  readonly lineCrossings: number;
  readonly frameCrossings: number;
  /** The first of each fault, in words for a person who looks for it. */
  readonly examples: Readonly<Record<string, readonly string[]>>;
}

const EXAMPLES = 8;

/** Judges the drawing in a canvas by what the browser shows of it. Changes nothing. */
export function measureReadability(root: Element, { states, ends }: Asked): Readability {
  lookAnew();
  const surface = ends ? pixelSurface(root, ends) : ownSurface(root);
  return everythingFound(() => {
    const runs = textRuns(root, surface.aside);
    const canvas = canvasBox(root);
    const lines = drawnLines(surface.lines, canvas);
    const [texts, ways] = [textsOf(runs), linesOf(surface, runs, lines)];
    return {
      ...namesOf(surface, runs, states, canvas),
      ...texts.figures,
      ...ways.figures,
      examples: { ...texts.examples, ...ways.examples },
    };
  });
}

function textsOf(runs: readonly TextRun[]) {
  const shown = runs.filter(({ covered }) => covered < 1);
  const small = shown.filter(isSmall);
  const covered = runs.filter((run) => run.covered > 0);
  const cut = shown.filter(({ clipped }) => clipped);
  const pale = shown.filter(isPale);
  const doubled = shown.flatMap((one, i) =>
    shown
      .slice(i + 1)
      .filter((other) => one.lines.some((a) => other.lines.some((b) => overlapping(a, b, 1))))
      .map((other) => `${one.text} / ${other.text}`),
  );
  const said = (list: readonly TextRun[], of: (run: TextRun) => number) =>
    list.slice(0, EXAMPLES).map((run) => `${run.text} (${of(run).toFixed(1)})`);
  const figures = {
    texts: shown.length,
    textsUnderFloor: small.length,
    smallest: shown.length === 0 ? 0 : Math.min(...shown.map(({ px }) => px)),
    textsCovered: covered.length,
    textsClipped: cut.length,
    textsPale: pale.length,
    textOnText: doubled.length,
  };
  return {
    figures,
    examples: {
      textsUnderFloor: said(small, ({ px }) => px),
      textsCovered: said(covered, (run) => run.covered),
      textsPale: said(pale, (run) => run.contrast),
      textsClipped: said(cut, ({ px }) => px),
      textOnText: doubled.slice(0, EXAMPLES),
    },
  };
}

/** A line runs through what it enters by more than this; it may touch a border. */
const TOUCH = 2;

function linesOf(surface: Surface, runs: readonly TextRun[], lines: readonly DrawnLine[]) {
  const passes = ({ pieces }: DrawnLine, box: Box) =>
    pieces.reduce((sum, piece) => sum + lengthIn(piece, box), 0) > TOUCH;
  const blocks = surface.blocks
    .filter(({ element }) => isShown(element))
    .map(({ id, element }) => ({
      id,
      element,
      box: shrunk(element.getBoundingClientRect(), TOUCH),
    }));
  const states = lines.flatMap((line) =>
    blocks
      .filter(
        ({ id, element, box }) => !holdsEnd(line, id) && !surface.labels(element, line) && passes(line, box),
      )
      .map(({ id }) => ({ key: `${line.key}\n${id}`, what: `${line.id} through ${id}` })),
  );
  const shown = runs.filter(({ covered }) => covered < 1);
  const texts = lines.flatMap((line) =>
    shown.flatMap((run, i) =>
      !surface.labels(run.element, line) && run.lines.some((box) => passes(line, shrunk(box, 0.5)))
        ? [{ key: `${line.key}\n${i}`, what: `${line.id} through “${run.text}”` }]
        : [],
    ),
  );
  const once = (list: readonly { key: string }[]) => new Set(list.map(({ key }) => key)).size;
  const figures = {
    lines: new Set(lines.map(({ key }) => key)).size,
    chips: surface.chips,
    linesThroughState: once(states),
    linesThroughText: once(texts),
    lineCrossings: lineCrossings(lines).length,
    frameCrossings: frameCrossings(lines, seenFrames(surface.frames)).length,
  };
  return {
    figures,
    examples: {
      linesThroughState: states.slice(0, EXAMPLES).map(({ what }) => what),
      linesThroughText: texts.slice(0, EXAMPLES).map(({ what }) => what),
    },
  };
}

/** Whether a block is an end of a line, or holds one. */
const holdsEnd = ({ from, to }: DrawnLine, id: string): boolean =>
  id !== "" && (isIn(from, id) || isIn(to, id));
