import type { RunEvent } from '../../spec/run-event.ts';
import type { Progress } from './progress.ts';

/** Shows a run while it goes on. */
export interface ProgressView {
  show(event: RunEvent, progress: Progress): void;
  /** Takes away what must not stay; may be called again. */
  close(): void;
}
