import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ResendOrder } from '../../../spec/admin/orders.ts';
import { Button } from '../parts/button.tsx';

/** The platform waits no longer than this. */
const mostSeconds = 60;

/** The same bytes, but later: what a network that was away for a while brings. */
export const LateRetry = ({
  busy,
  resend,
}: {
  readonly busy: boolean;
  readonly resend: (order: ResendOrder) => void;
}): VNode => {
  const [seconds, setSeconds] = useState('3');
  const afterMs = Math.round(Number(seconds) * 1_000);
  const isRight = seconds.trim() !== '' && afterMs >= 0 && afterMs <= mostSeconds * 1_000;
  return (
    <form
      class="row late"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) resend({ as: 'stale', afterMs });
      }}
    >
      <Button type="submit" disabled={busy || !isRight} hint="the same bytes, after other calls">
        Late retry
      </Button>
      <label>
        after{' '}
        <input
          type="number"
          min="0"
          max={mostSeconds}
          step="any"
          value={seconds}
          onInput={({ currentTarget }) => setSeconds(currentTarget.value)}
        />{' '}
        s
      </label>
    </form>
  );
};
