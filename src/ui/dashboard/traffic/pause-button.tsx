import type { VNode } from 'preact';
import { Button } from '../parts/button.tsx';
import { countUpTo } from './count-up-to.ts';
import type { TrafficSession } from './traffic-session.ts';

/** Holds the list still; what comes meanwhile is counted, and shown when it goes on. */
export const PauseButton = ({ session }: { readonly session: TrafficSession }): VNode => {
  session.version.value;
  const { rows, pausedAt } = session;
  if (pausedAt.value === undefined) {
    const pause = (): void => {
      pausedAt.value = rows.count() === 0 ? 0 : rows.seqAt(rows.count() - 1);
    };
    return <Button onPress={pause}>Pause</Button>;
  }
  const waiting = rows.count() - countUpTo(rows, pausedAt.value);
  const goOn = (): void => {
    pausedAt.value = undefined;
  };
  return (
    <Button pressed onPress={goOn} label={`Paused, ${waiting} waiting: go on`}>
      Paused · {waiting} waiting
    </Button>
  );
};
