import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { WatchView } from '../../../api/schemas/runs.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { Button } from '../../parts/button.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useAction } from '../../parts/requests.ts';
import { store, subscribeToEvents } from '../../parts/store.ts';

/** Has what failed played again by itself, whenever the agent was restarted or a saved scenario has changed. */
export const WatchButton = (): VNode => {
  const { state } = useWatch();
  const [act, { busy, error }] = useAction();
  const toggle = (): void =>
    act(async () => {
      if (state === 'on') await callAdmin('DELETE', '/runs/watch');
      else await callAdmin('PUT', '/runs/watch', {});
    });
  return (
    <>
      <Button
        pressed={state === 'on'}
        disabled={busy}
        onPress={toggle}
        hint="plays what failed again when the agent was restarted or a saved scenario has changed"
      >
        {state === 'on' ? 'Watching' : 'Watch'}
      </Button>
      <ErrorNote error={error} />
    </>
  );
};

/** Whether the platform watches, whoever has told it to. */
const useWatch = (): WatchView => {
  const [view, setView] = useState<WatchView>({ state: 'off' });
  useEffect(
    () =>
      subscribeToEvents((events) => {
        for (const event of events) if (event.kind === 'watch') setView(event.watch);
      }),
    [],
  );
  useEffect(() => {
    // Where it cannot be read, whoever presses the button is told why.
    callAdmin<WatchView>('GET', '/runs/watch').then(setView, () => undefined);
  }, [store.refreshes.value]);
  return view;
};
