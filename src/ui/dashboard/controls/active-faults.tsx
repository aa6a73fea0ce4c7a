import type { VNode } from 'preact';
import { visibleText } from '../../../text/visible-text.ts';
import { callAdmin } from '../call-admin.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { store } from '../store.ts';
import { faultText } from './fault-text.ts';

/** The faults that are on, each with a button that ends it. */
export const ActiveFaults = (): VNode => {
  const faults = store.faults.value;
  const [act, { busy, error }] = useAction();
  const remove = (path: string): void => act(() => callAdmin<void>('DELETE', path));
  if (faults.length === 0) return <p class="quiet">None is on.</p>;
  return (
    <div class="active-faults">
      <h3>On now</h3>
      <ul>
        {faults.map((fault) => (
          <li key={fault.id} class="row">
            <span>
              <span aria-hidden="true">●</span> {visibleText(faultText(fault))}
            </span>
            <Button
              disabled={busy}
              label={`Switch off: ${faultText(fault)}`}
              onPress={() => remove(`/faults/${encodeURIComponent(fault.id)}`)}
            >
              Switch off
            </Button>
          </li>
        ))}
      </ul>
      {faults.length < 2 ? null : (
        <Button disabled={busy} onPress={() => remove('/faults')}>
          Switch all off
        </Button>
      )}
      <ErrorNote error={error} />
    </div>
  );
};
