import type { ControlWords } from "#adapters/flow/canvasProps.ts";
import type { CanvasWords } from "#core/layout/names.ts";

export const canvasWords: CanvasWords = {
  always: "always",
  otherwise: "else",
  done: "done",
  failed: "failed",
  forbidden: "not here",
  after: "after {delay} ms",
  waitsFor: "waits for {who}",
  folded: "{count} states, folded",
  unknownTarget: "no such state",
  route: "route",
  asks: {
    turnPlayer: "the turn player",
    opponent: "the opponent",
    anyone: "anyone",
    everyone: "everyone",
    chance: "chance",
    table: "the table",
  },
};

export const controlWords: ControlWords = {
  canvas: "Chart",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit",
  tidyUp: "Tidy up…",
  foldAll: "Fold all",
  unfoldAll: "Unfold all",
  fold: "Fold",
  unfold: "Unfold",
  overview: "Overview",
  path: "Where the selection stands",
  rename: "New name",
  errors: "{count} errors",
  warnings: "{count} warnings",
  leads: "from {source} to {target}",
  activeNow: "active",
  startsHere: "starts here",
  retarget: "Drag to another state",
};
