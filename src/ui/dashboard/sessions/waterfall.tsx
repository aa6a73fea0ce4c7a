import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ExchangeRow } from '../../../contract/admin/exchange-row.ts';
import { Button } from '../parts/button.tsx';
import { CallRow } from './call-row.tsx';
import { RoundBlock } from './round-block.tsx';
import type { StoryEntry } from './session-story.ts';
import { sessionStory } from './session-story.ts';

const shownAtOnce = 60;

/** Session, rounds, transactions, sendings: each with a bar for when it was and how long it took. */
export const Waterfall = ({ rows }: { readonly rows: readonly ExchangeRow[] }): VNode => {
  const entries = sessionStory(rows);
  const [first, setFirst] = useState(() => Math.max(0, entries.length - shownAtOnce));
  return (
    <div class="waterfall">
      {first === 0 ? null : (
        <p>
          <Button onPress={() => setFirst(Math.max(0, first - shownAtOnce))}>
            Show {Math.min(first, shownAtOnce)} earlier
          </Button>
        </p>
      )}
      <ol>
        {entries.slice(first).map((entry) => (
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
