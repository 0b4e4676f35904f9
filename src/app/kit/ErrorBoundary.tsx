import { Component, type ReactNode } from "react";
import { thrownText } from "#core/run/play/thrownText.ts";
import { useTranslation } from "react-i18next";
import css from "#app/kit/PanelFailure.module.css";

/** Keeps a fault in one panel from taking the others along. The panel says what happened and can be tried again. */
export class ErrorBoundary extends Component<
  Pick<Parameters<typeof PanelFailure>[0], "name" | "part"> & { children: ReactNode },
  { error: Error | null }
> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(thrownText(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const { name, part } = this.props;
    return (
      <PanelFailure name={name} part={part} error={error} onRetry={() => this.setState({ error: null })} />
    );
  }
}

/**
 * What stands in a panel whose content failed.
 * @param name of the panel, as a person sees it @param part in its place, of what has no title: its words come later than the first picture
 */
function PanelFailure({
  name,
  part,
  error,
  onRetry,
}: {
  name?: string | undefined;
  part?: "header" | "games" | "dialog" | undefined;
  error: Error;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={css.failure} role="alert">
      <b>{t("failure.panel", { name: name ?? t(`failure.part.${part}`) })}</b>
      <p>{t("failure.others-go-on")}</p>
      <code>{error.message}</code>
      <button type="button" className="btn" onClick={onRetry}>
        {t("failure.retry")}
      </button>
    </div>
  );
}
