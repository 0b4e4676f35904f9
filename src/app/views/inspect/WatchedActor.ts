import { createActor, type EventFromLogic, type SnapshotFrom } from "xstate";
import type { Inspection } from "#core/inspect/inspection.ts";
import type { Session } from "#core/inspect/session.ts";
import { watchingMachine } from "#app/views/inspect/watching.machine.ts";

/** The actor that the person looks at. A person who follows an actor of an app that was reloaded, or restored, follows the new one. */
export class WatchedActor {
  readonly #actor = createActor(watchingMachine);
  readonly #inspection: Inspection;
  /** The actor in whose place the app was requested to start another one. */
  #restored: string | undefined;

  constructor(inspection: Inspection, changed: () => void) {
    this.#inspection = inspection;
    this.#actor.start();
    this.#actor.subscribe(changed);
  }

  get state(): SnapshotFrom<typeof watchingMachine> {
    return this.#actor.getSnapshot();
  }
  get session(): Session | undefined {
    const { actor } = this.state.context;
    return actor === undefined ? undefined : this.#inspection.session(actor);
  }
  send(event: EventFromLogic<typeof watchingMachine>): void {
    this.#actor.send(event);
  }

  /** The app will start another actor in the place of this one, at the person's request. */
  awaitReplacement(session: Session): void {
    this.#restored = session.key;
  }
  /** An app is the same one as before over a new connection. */
  appContinued(app: string): void {
    if (this.session?.app === app && this.session.status === "gone") this.send({ type: "gone" });
  }
  appForgotten(app: string): void {
    if (this.session?.app === app) this.send({ type: "gone" });
  }
  /** News came of these actors of an app: the first is looked at when none is. */
  newsOf(app: string, sessions: readonly string[]): void {
    const before = this.session;
    const isRestored = before !== undefined && before.key === this.#restored;
    const isReloaded = before?.status === "gone" && this.state.matches("following");
    if (before?.app === app && (isRestored || isReloaded))
      if (sessions.some((key) => key !== before.key && this.#isLike(key, before))) {
        this.#restored = undefined;
        this.send({ type: "gone" });
      }
    if (this.state.matches("nobody")) this.#chooseFirst(sessions);
  }
  /** Whether an actor of that name stands in some state: one that could not begin tells only that it is there. */
  #isLike(key: string, { name }: Session): boolean {
    const session = this.#inspection.session(key);
    return session !== undefined && session.name === name && session.now?.value !== undefined;
  }
  #chooseFirst(sessions: readonly string[]): void {
    const first = sessions.find((key) => {
      const session = this.#inspection.session(key);
      return session?.definition !== undefined || session?.now?.value !== undefined;
    });
    if (first !== undefined) this.send({ type: "choose", actor: first });
  }
}
