import type * as Monaco from "monaco-editor/editor";

/** What `loadMonaco` gives: the editor's own interface. */
export type MonacoApi = typeof Monaco;
