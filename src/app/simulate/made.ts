import type { useSession } from "#app/simulate/useSession.ts";

/** The session of the machine that is shown, with what it shows: what a panel is given. */
export type Made = NonNullable<ReturnType<typeof useSession>>;
