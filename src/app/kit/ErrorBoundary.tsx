import { Component, type ReactNode } from "react";
import { thrownText } from "#core/run/play/thrownText.ts";
import { PanelFailure } from "#app/kit/PanelFailure.tsx";

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
