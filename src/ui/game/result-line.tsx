import type { VNode } from 'preact';
import type { Part } from './part.ts';
import type { Message, PageState } from './state/page-state.ts';

/** What came of the last action, for eyes and for screen readers. */
export const ResultLine = ({ state }: Pick<Part, 'state'>): VNode => {
  const message = waiting(state) ?? state.message ?? welcome(state);
  const isProblem = message?.tone === 'problem';
  return (
    <div class="result">
      <p role="status" class={message === null ? 'tone-plain' : `tone-${message.tone}`}>
        {isProblem ? '' : (message?.text ?? '')}
      </p>
      <p role="alert" class="tone-problem">
        {isProblem ? message.text : ''}
      </p>
    </div>
  );
};

const waiting = ({ phase }: PageState): Message | null =>
  phase.kind === 'asking' && phase.slow
    ? { tone: 'plain', text: 'Waiting for the casino to answer…' }
    : null;

/** What to do, where nothing is to be told. */
const welcome = ({ phase, scene }: PageState): Message | null => {
  if (phase.kind !== 'idle') return null;
  const button = scene?.kind === 'crash' ? 'Bet' : 'Spin';
  return { tone: 'plain', text: `Choose a stake and press ${button}, or the space bar.` };
};
