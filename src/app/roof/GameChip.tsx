import { useTranslation } from "react-i18next";
import { Icon } from "#app/kit/icons.tsx";
import { useGameName } from "#app/studio/useGameName.ts";
import { useStudio } from "#app/studio/useStudio.ts";
import css from "#app/kit/Menu.module.css";

/** The name of the open game, as a button. */
export function GameChip(props: React.ComponentProps<"button">) {
  const { t } = useTranslation();
  const name = useGameName(useStudio((s) => s.route.game)) || undefined;
  return (
    <button
      type="button"
      className={css.chip}
      aria-label={`${t("header.game")}: ${name ?? t("header.no-game")}`}
      title={name}
      {...props}
    >
      <span>{name ?? t("header.no-game")}</span>
      <Icon name="chevron" size={14} />
    </button>
  );
}
