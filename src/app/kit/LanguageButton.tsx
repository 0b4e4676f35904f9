import { useTranslation } from "react-i18next";
import { Icon } from "#app/kit/icons.tsx";

/** The globe of the interface's language. */
export function LanguageButton(props: React.ComponentProps<"button">) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={t("header.language")}
      title={t("header.language")}
      {...props}
    >
      <Icon name="globe" />
    </button>
  );
}
