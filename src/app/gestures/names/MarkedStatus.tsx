import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import type { Users } from "#core/symbol/usersOf.ts";
import type { NamedSymbol } from "#app/studio/StudioState.ts";

/**
 * Reads out whose users are marked on the graph, and how many. It is always on the page: what comes into it together with its words is not
 * read out.
 */
export function MarkedStatus({ symbol, users }: { symbol: NamedSymbol | null; users: Users | undefined }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="visually-hidden">
      {symbol && users && `${t(`symbol.kind.${symbol.kind}`)} ${symbol.name}: ${usersText(t, users)}`}
    </p>
  );
}

/** How many of each kind there are. */
export const usersText = (t: TFunction, users: Users): string =>
  (["transitions", "states"] as const)
    .flatMap((what) => (users[what].length > 0 ? [t(`marked.${what}`, { count: users[what].length })] : []))
    .join(" · ") || t("marked.none");
