import type { settled } from "./battle.js";

const over = { id: "over", type: "final" satisfies (typeof settled)["type"] } as const;
export default over;
