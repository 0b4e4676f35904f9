import { Component, type ReactNode } from "react";
import { PanelFailure } from "#app/shell/PanelFailure.tsx";

/** Keeps a fault in one panel from taking the others along. The panel says what happened and can be tried again. */
export class ErrorBoundary extends Component<{ name: string; children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? (
      <PanelFailure name={this.props.name} error={error} onRetry={() => this.setState({ error: null })} />
    ) : (
      this.props.children
    );
  }
}
