export * from "./draw.js";
export * as fight from "./battle.js";
export { default as over } from "./over.js";
export { rules as when } from "./rules.js";
export type { Context, Event } from "./rules.js";
