/** `turnwright/connect`: shows a running app to the inspector. At most 2 KiB in an app's bundle (gzip). */
export { connect } from "#core/inspect/connect.ts";
export type {
  ConnectActor,
  ConnectAllow,
  Connection,
  ConnectOptions,
  ConnectSocket,
  ConnectWindow,
} from "#core/inspect/connect.ts";
