import { Component, type ComponentChildren } from 'preact';
import { EmptyState, ErrorNote } from '../parts/blocks.tsx';
import { Button } from '../parts/button.tsx';

interface BoundaryState {
  readonly error?: unknown;
}

interface BoundaryProps {
  /** What is shown inside: with something else it tries again. */
  readonly of: string;
  readonly children: ComponentChildren;
}

/** Keeps what fails inside it from taking the whole page away. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = {};

  static getDerivedStateFromError(error: unknown): BoundaryState {
    return { error };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.of !== this.props.of) this.setState({ error: undefined });
  }

  override render(): ComponentChildren {
    if (this.state.error === undefined) return this.props.children;
    return (
      <EmptyState title="This page cannot be shown">
        <p>It is a mistake of walletproof, not of the agent. The other pages go on.</p>
        <ErrorNote error={this.state.error} />
        <Button look="main" onPress={() => this.setState({ error: undefined })}>
          Try again
        </Button>
      </EmptyState>
    );
  }
}
