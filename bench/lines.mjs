/** The lines that measure pages, by their names on the command line, with the file of each. */
export const pageLines = {
  "first-chart": "firstChart",
  "keystroke-to-graph": "keystrokeToGraph",
  "drag-to-text": "dragToText",
  "rename-to-text": "renameToText",
  "elsewhere-to-graph": "elsewhereToGraph",
  "inspect-page": "inspectPage",
  "large-chart": "largeChart",
  "unfold-all": "unfoldAll",
  readability: "readability",
};

/** The lines that need no page. */
export const nodeLines = {
  read: "read",
  grow: "grow",
  "open-game": "openGame",
  play: "play",
  "debug-step": "debugStep",
  find: "findByName",
  "edit-picture": "editPicture",
};
