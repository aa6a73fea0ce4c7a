import type { ComponentChildren, VNode } from 'preact';
import type { SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import { failureWords } from '../../../spec/exchange.ts';
import { hrefOf } from '../../parts/routes.ts';
import { CallTile } from '../exchange/call-card.tsx';

export type SentCallback = SentByHand['callbacks'][number];

interface SentAnswersProps {
  readonly sent: SentByHand;
  /** What can be done next with a callback. */
  readonly next?: (callback: SentCallback) => ComponentChildren;
}

/** Of more only the last is told whole: what stands behind calls at once tells what became of them. */
const mostWhole = 3;

/** The judged answers to what was sent. */
export const SentAnswers = ({ sent: { callbacks }, next }: SentAnswersProps): VNode => {
  if (callbacks.length === 0) return <p>Nothing was sent.</p>;
  const whole = callbacks.length <= mostWhole ? callbacks : callbacks.slice(-1);
  const others = callbacks.slice(0, callbacks.length - whole.length);
  return (
    <>
      {others.length === 0 ? null : (
        <details class="sent-at-once">
          <summary>
            {others.length} at once: {tallyText(others)}
          </summary>
          <ol>
            {others.map((callback) => (
              <li key={callback.exchangeId}>
                <VerdictMark verdict={callback.verdict} />{' '}
                <a href={hrefOf('exchanges', callback.exchangeId)}>{callback.kind}</a>{' '}
                {visibleText(answerText(callback))}
              </li>
            ))}
          </ol>
        </details>
      )}
      {whole.map((callback) => (
        <CallTile
          key={callback.exchangeId}
          name={callback.kind}
          exchangeId={callback.exchangeId}
          call={{ ...callback, sentence: callback.sentence ?? answerText(callback) }}
        >
          {next?.(callback)}
        </CallTile>
      ))}
    </>
  );
};

/** `8 taken, 2 refused`. */
export const tallyText = (callbacks: readonly SentCallback[]): string => {
  const taken = callbacks.filter(({ balance }) => balance !== undefined).length;
  const silent = callbacks.filter(({ status }) => status === null).length;
  return [
    [taken, 'taken'],
    [callbacks.length - taken - silent, 'refused'],
    [silent, 'without an answer'],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
};

/** What came back, in a word or two. */
const answerText = ({ status, error, failure, actual }: SentCallback): string => {
  if (status === null) return `no answer${failure === undefined ? '' : `: ${wordsOf(failure)}`}`;
  return actual ?? `HTTP ${status}${error === undefined ? '' : ` ${error}`}`;
};

const wordsOf = (failure: string): string => failureWords[failure as keyof typeof failureWords] ?? failure;
