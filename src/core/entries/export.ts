/** `turnwright/export`: a machine in other forms, as the Export view and `turnwright export` give them. */
export { exporterOf, exporters } from "#core/export/exporters.ts";
export { exportName } from "#core/export/exporter.ts";
export type { Edition, Exported, Exporter, ExportInput } from "#core/export/exporter.ts";
export type { StripTypes } from "#core/export/toJavaScript.ts";
export { toMermaid, type MermaidOptions } from "#core/export/toMermaid.ts";
export { toXStateJson, type XStateJson, type XStateJsonOptions } from "#core/export/toXStateJson.ts";
export { toImplementations, type Implementations } from "#core/export/toImplementations.ts";
export type { Stub, StubKind, Stubs } from "#core/export/stubs.ts";
export { compileSpec } from "#core/export/compileSpec.ts";
export type { KitRules } from "#core/export/toKit.ts";
export { saveFacts } from "#core/export/saveFacts.ts";
export { renamesIn } from "#core/run/scenario/renames.ts";
export {
  judgeSave,
  type CanRestore,
  type Rename,
  type SaveFacts,
  type Stamped,
} from "#core/run/scenario/saves.ts";
