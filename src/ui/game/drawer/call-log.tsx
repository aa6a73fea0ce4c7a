import type { VNode } from 'preact';
import type { CallTold } from '../../../spec/game-page.ts';
import { CallRow } from './call-row.tsx';

/** Every sending of a callback since the page was opened, newest first. */
export const CallLog = ({
  log,
  sessionId,
}: {
  readonly log: readonly CallTold[];
  readonly sessionId?: string;
}): VNode => (
  <section class="log">
    <h2>Callbacks</h2>
    <p class="quiet">
      What the platform sent to the agent for this game, newest first.
      {sessionId === undefined ? null : (
        <>
          {' '}
          Session <code>{sessionId}</code>.
        </>
      )}
    </p>
    {log.length === 0 ? <p>None yet.</p> : null}
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
    <ol tabIndex={0} aria-label="Callbacks, newest first">
      {log.map((call) => (
        <CallRow key={call.exchangeId} call={call} />
      ))}
    </ol>
  </section>
);
