import { Component, type ReactNode } from "react";
import type { Chart } from "#core/chart/chart.ts";
import { UndrawableError } from "#core/layout/drawable.ts";

interface DrawnBoundaryProps {
  readonly chart: Chart | undefined;
  /** What stands in the place of a picture that is too large. */
  readonly instead: ReactNode;
  readonly children: ReactNode;
}

/** Shows something else for a chart that is too large to be drawn; another chart is tried again. Any other fault goes on. */
export class DrawnBoundary extends Component<
  DrawnBoundaryProps,
  { readonly error: unknown; readonly chart: Chart | undefined }
> {
  override state: { error: unknown; chart: Chart | undefined } = {
    error: undefined,
    chart: this.props.chart,
  };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }
  static getDerivedStateFromProps(
    { chart }: DrawnBoundaryProps,
    state: { readonly chart: Chart | undefined },
  ) {
    return chart === state.chart ? null : { error: undefined, chart };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (error instanceof UndrawableError) return this.props.instead;
    throw error;
  }
}
