import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../spec/admin/exchange-row.ts';
import { Button } from '../parts/button.tsx';
import { CallRow } from './call-row.tsx';
import { RoundBlock } from './round-block.tsx';
import type { StoryEntry } from './session-story.ts';
import { sessionStory } from './session-story.ts';

/** With many more, each new exchange would take the browser long. */
const shownAtOnce = 60;

/** Session, rounds, transactions, sendings: each with a bar for when it was and how long it took. */
export const Waterfall = ({ rows }: { readonly rows: readonly ExchangeRow[] }): VNode => {
  const entries = sessionStory(rows);
  const [count, setCount] = useState(shownAtOnce);
  const hidden = Math.max(0, entries.length - count);
  return (
    <div class="waterfall">
      {hidden === 0 ? null : (
        <p class="row">
          <span class="quiet">
            The last {count} of {entries.length}.
          </span>
          <Button onPress={() => setCount(count + shownAtOnce)}>
            Show {Math.min(hidden, shownAtOnce)} earlier
          </Button>
        </p>
      )}
      <ol>
        {entries.slice(hidden).map((entry) => (
          <li key={keyOf(entry)}>
            {entry.kind === 'round' ? (
              <RoundBlock round={entry} />
            ) : (
              <CallRow call={entry.call} span={undefined} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
};

const keyOf = (entry: StoryEntry): string =>
  entry.kind === 'call'
    ? `call ${entry.call.id}`
    : `round ${entry.transactions[0]?.calls[0]?.id ?? ''}`;
