/** `turnwright/table`: a game played on a server that decides everything, with hidden hands. For Node. */
export { createTable } from "#table/createTable.ts";
export type { Table } from "#table/Table.ts";
export type { Guest, JoinOptions, TableGame, TableOptions } from "#table/tableOptions.ts";
export { memoryStore } from "#table/TableStore.ts";
export type { LogChange, LogEntry, StoredTable, TableMeta, TableStore } from "#table/TableStore.ts";
export { fileStore } from "#table/fileStore.ts";
export type { ClientMessage, SeatChange, SeatState, ServerMessage, TableRefusal } from "#table/messages.ts";
export type { TableScenario } from "#table/scenarioOf.ts";
export type { PatchStep } from "#table/jsonPatch.ts";
