import { useTranslation } from "react-i18next";
import { Icon } from "#app/kit/icons.tsx";
import type { InspectedApp, Session } from "#core/inspect/session.ts";
import { strangeLinks, type Link } from "#app/views/inspect/link.ts";
import { brief } from "#app/views/inspect/shownSteps.ts";
import { useHub, useInspecting } from "#app/views/inspect/useHub.ts";
import css from "#app/views/inspect/ActorList.module.css";

/** Connections without any message yet that are listed; the others are counted, because a stranger may open dozens. */
const MAX_SILENT_LINKS_LISTED = 3;

/** The apps that are connected or were, each with its actors below one another as they are each other's parents. */
export function ActorList({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation();
  const { apps, links } = useHub();
  const strange = strangeLinks(links).filter(({ id }) => !apps.some((app) => app.id === id));
  const more = strange.length - MAX_SILENT_LINKS_LISTED;
  return (
    <section className={css.list}>
      <h4>{t("inspect.apps")}</h4>
      {apps.length === 0 && strange.length === 0 && <p className={css.none}>{t("inspect.no-apps")}</p>}
      {apps.map((app) => (
        <AppEntry key={app.id} app={app} link={links.find(({ id }) => id === app.id)} onChoose={onChoose} />
      ))}
      {strange.slice(0, MAX_SILENT_LINKS_LISTED).map((link) => (
        <p key={link.id} className={css.none}>
          {link.at ?? (link.origin || t("inspect.program"))}: {t("inspect.says-nothing")}
        </p>
      ))}
      {more > 0 && <p className={css.none}>{t("inspect.silent-more", { count: more })}</p>}
    </section>
  );
}

function AppEntry({
  app,
  link,
  onChoose,
}: {
  app: InspectedApp;
  link: Link | undefined;
  onChoose: () => void;
}) {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const sessions = app.sessions.flatMap((key) => hub.session(key) ?? []);
  const known = new Set(sessions.map(({ session }) => session));
  const roots = sessions.filter(({ parent }) => parent === undefined || !known.has(parent));
  const where = link?.at ?? (app.origin || t("inspect.program"));
  return (
    <div className={css.app} data-gone={app.status === "disconnected" || undefined}>
      <div className={css.appHead}>
        <b title={where}>{app.profile?.name ?? where}</b>
        <button
          type="button"
          className="icon-btn"
          aria-label={t("inspect.forget", { app: app.profile?.name ?? where })}
          title={t("inspect.forget", { app: app.profile?.name ?? where })}
          onClick={() => hub.forget(app.id)}
        >
          <Icon name="close" size={12} />
        </button>
        <small>
          {t(`inspect.wire.${app.wire}`)} · {t(`inspect.way.${link?.way ?? "window"}`)}
          {app.profile?.name ? ` · ${where}` : ""}
        </small>
        {app.status === "disconnected" && <small>{t("inspect.gone")}</small>}
        {link?.ended === 1009 && <small className={css.warn}>{t("inspect.refusal.too-large")}</small>}
      </div>
      <ul>
        {roots.map((session) => (
          <Actor
            key={session.key}
            session={session}
            all={sessions}
            depth={0}
            away={app.status === "disconnected"}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </div>
  );
}

function Actor({
  session,
  all,
  depth,
  away,
  onChoose,
}: {
  session: Session;
  all: readonly Session[];
  depth: number;
  /** The app is gone, and whether the actor still runs is not known. */
  away: boolean;
  onChoose: () => void;
}) {
  const { t } = useTranslation();
  const { hub } = useInspecting();
  const { watching } = useHub();
  const children =
    depth < 20 ? all.filter((child) => child.parent === session.session && child !== session) : [];
  const { value } = session.now ?? {};
  // An actor is known before it starts, and one that cannot begin never says more.
  const isNew = session.status === "active" && session.definition !== undefined && value === undefined;
  const status = away && session.status === "active" ? "gone" : isNew ? "new" : session.status;
  return (
    <li>
      <button
        type="button"
        className={css.actor}
        style={{ paddingLeft: 10 + depth * 14 }}
        aria-current={watching.context.actor === session.key || undefined}
        data-status={status}
        onClick={() => {
          hub.watching.send({ type: "choose", actor: session.key });
          onChoose();
        }}
      >
        <i />
        <span>{session.name ?? t("inspect.unnamed")}</span>
        <small className="mono">{session.session}</small>
        <small>
          {status === "active" && value !== undefined ? brief(value, 60) : t(`inspect.status.${status}`)}
        </small>
      </button>
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Actor
              key={child.key}
              session={child}
              all={all}
              depth={depth + 1}
              away={away}
              onChoose={onChoose}
            />
          ))}
        </ul>
      )}
    </li>
  );
}
