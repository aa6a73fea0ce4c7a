import type { ComponentChildren, VNode } from 'preact';
import type { SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { Money } from '../../../components/money.tsx';
import { VerdictMark } from '../../../components/verdict-mark.tsx';
import { Fact } from '../../parts/blocks.tsx';
import { hrefOf } from '../../parts/routes.ts';

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
  if (callbacks.length <= mostWhole) {
    return (
      <>
        {callbacks.map((callback) => (
          <SentAnswer key={callback.exchangeId} callback={callback} next={next} />
        ))}
      </>
    );
  }
  const [last, others] = [callbacks.at(-1), callbacks.slice(0, -1)];
  return (
    <>
      <details class="sent-at-once">
        <summary>
          {others.length} at once: {tallyText(others)}
        </summary>
        <ol>
          {others.map((callback) => (
            <li key={callback.exchangeId}>
              <VerdictMark verdict={callback.verdict} />{' '}
              <a href={hrefOf('exchanges', callback.exchangeId)}>{callback.kind}</a> {visibleText(answerText(callback))}
            </li>
          ))}
        </ol>
      </details>
      {last === undefined ? null : <SentAnswer callback={last} next={next} />}
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
  if (status === null) return `no answer${failure === undefined ? '' : `: ${failure}`}`;
  return actual ?? `HTTP ${status}${error === undefined ? '' : ` ${error}`}`;
};

const SentAnswer = ({
  callback,
  next,
}: {
  readonly callback: SentCallback;
  readonly next: SentAnswersProps['next'];
}): VNode => {
  const { exchangeId, kind, verdict, sentence, findings, expected, actual, currency } = callback;
  return (
    <article class={`sent-answer ${verdict ?? ''}`}>
      <p class="row">
        <VerdictMark verdict={verdict} />
        <strong>{kind}</strong>
        <a href={hrefOf('exchanges', exchangeId)}>see what the agent answered</a>
      </p>
      <p>{visibleText(sentence ?? answerText(callback))}</p>
      {findings.map(({ code, likelyCause }) =>
        likelyCause === undefined || sentence?.includes(likelyCause) ? null : (
          <p key={code}>
            <strong>Likely cause:</strong> {visibleText(likelyCause)}
          </p>
        ),
      )}
      <dl class="balances">
        <Balance title="Expected" amount={expected} currency={currency} />
        <Balance title="The agent says" amount={actual} currency={currency} isWrong={verdict === 'wrong'} />
      </dl>
      {next === undefined ? null : <p class="row">{next(callback)}</p>}
    </article>
  );
};

const Balance = ({
  title,
  amount,
  currency,
  isWrong = false,
}: {
  readonly title: string;
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  readonly isWrong?: boolean;
}): VNode | null =>
  amount === undefined ? null : (
    <Fact title={title}>
      <Money amount={amount} currency={currency} look={isWrong ? 'wrong' : undefined} />
    </Fact>
  );
