/** `turnwright/connect`: shows a running app to the inspector. At most 2 KiB (gzip) in an app that rolldown or Vite bundles; other bundlers differ by some bytes. */
export { connect } from "#core/inspect/connect.ts";
export type {
  ConnectActor,
  ConnectAllow,
  Connection,
  ConnectOptions,
  ConnectSocket,
  ConnectWindow,
} from "#core/inspect/connect.ts";
