/**
 * The contract of every store, which stands in `core/project` so that the server and the disk can fill it too. Fillings here:
 * `serverStore` (the loopback server over a checkout) and `browserStore` (IndexedDB, when the studio is served as static files).
 */
export { StoreError } from "#core/project/store.ts";
export type {
  FileChange,
  FileEntry,
  FileText,
  GameEntry,
  NewFile,
  SaveResult,
  Store,
  StoreEvent,
  TheirFile,
} from "#core/project/store.ts";
