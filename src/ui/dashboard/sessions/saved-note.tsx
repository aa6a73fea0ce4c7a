import type { VNode } from 'preact';
import type { SavedScenario } from '../../../spec/admin/views.ts';
import { startRun } from '../conformance/start-run.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';

/** Where a scenario was saved, and how it is played: here, or in the terminal. */
export const SavedNote = ({ saved }: { readonly saved: SavedScenario }): VNode => {
  const [act, { busy, error }] = useAction();
  const run = (): void => act(() => startRun({ scenarios: [saved.file] }));
  return (
    <div class="saved" role="status">
      <p>
        <span class="tone-good">✓ Saved</span> as <code>{saved.file}</code>. Play it in the
        terminal:
      </p>
      <CodeBlock text={saved.command} label="Command that plays the scenario" />
      <p>
        <Button onPress={run} disabled={busy}>
          Play it now
        </Button>
      </p>
      <ErrorNote error={error} />
    </div>
  );
};
