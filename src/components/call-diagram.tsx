import type { VNode } from 'preact';
import { msText, plural } from '../base/quantities.ts';
import { shorten, shortenMiddle } from '../base/text-table.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { CallView } from './breach-view.ts';
import { endOf, isOverlapping, startOf } from './calls-at-once.ts';
import { groupDigits, isDecimal } from './money.tsx';
import { type DiagramStep, type Party, SequenceDiagram } from './sequence-diagram.tsx';

/** The calls of a breach as arrows between platform and agent, with what was answered and what was due. */
export const CallDiagram = ({ calls }: { readonly calls: readonly CallView[] }): VNode => (
  <SequenceDiagram
    parties="platform and agent"
    steps={callSteps(calls)}
    label={[`Sequence of ${plural(calls.length, 'call')} between platform and agent.`, ...calls.map(callSentence)].join(
      ' ',
    )}
  />
);

/** Requests and answers in the order in which they went over the line, with overlaps kept. */
export const callSteps = (calls: readonly CallView[]): DiagramStep[] => {
  const steps: DiagramStep[] = [];
  let running: CallView[] = [];
  for (const call of calls.toSorted((one, other) => startOf(one) - startOf(other))) {
    const still = running.filter((other) => isOverlapping(other, call));
    steps.push(...answersOf(running.filter((other) => !still.includes(other))), requestOf(call));
    running = [...still, call];
  }
  return [...steps, ...answersOf(running)];
};

const answersOf = (ended: readonly CallView[]): DiagramStep[] =>
  ended.toSorted((one, other) => endOf(one) - endOf(other)).map(answerOf);

/** Who asks, who answers. */
const partiesOf = ({ direction }: CallView): readonly [Party, Party] =>
  direction === 'operation' ? ['agent', 'platform'] : ['platform', 'agent'];

const longest = { transaction: 18, label: 52 } as const;

const requestOf = (call: CallView): DiagramStep => {
  const { exchangeId, number, kind, transactionId = '', label = '', account = '' } = call;
  const [from, to] = partiesOf(call);
  const isNamed = label.startsWith(kind);
  const id = shortenMiddle(visibleLine(transactionId, 200), longest.transaction);
  const note = shorten(joined([isNamed ? '' : visibleLine(label), visibleLine(account)], ', '), longest.label);
  return {
    ...{ from, to, kind: 'request', number, exchangeId },
    text: shorten(joined([visibleLine(isNamed ? label : kind), id, amountsOf(call)], '  '), longest.label),
    ...(note === '' ? {} : { note }),
  };
};

const answerOf = (call: CallView): DiagramStep => {
  const { exchangeId, number, status, answered, due, isWrong, durationMs } = call;
  const [to, from] = partiesOf(call);
  const said = groupDigits(visibleLine(answered));
  const isRight = !isWrong && due === answered;
  return {
    ...{ from, to, kind: status === null ? 'lost' : 'answer', number, exchangeId },
    text: shorten(isDecimal(answered) ? `balance ${said}` : said, longest.label - 4),
    took: msText(durationMs),
    ...(isWrong ? { sign: '✗', look: 'wrong' } : {}),
    ...(isRight ? { sign: '✓' } : {}),
    ...(isWrong && due !== undefined ? { due: shorten(`due: ${groupDigits(visibleLine(due))}`, longest.label) } : {}),
  };
};

const joined = (parts: readonly string[], between: string): string => parts.filter((part) => part !== '').join(between);

const amountsOf = ({ bet, win }: CallView): string =>
  joined(
    [
      bet === undefined ? '' : `bet ${groupDigits(visibleLine(bet, 40))}`,
      win === undefined ? '' : `win ${groupDigits(visibleLine(win, 40))}`,
    ],
    '  ',
  );

/** A call in words: what went over, what came back, what should have. */
export const callSentence = (call: CallView): string => {
  const { number, kind, transactionId, answered, due, isWrong } = call;
  const subject = transactionId === undefined ? '' : `of ${visibleLine(transactionId, 200)}`;
  const wanted = isWrong && due !== undefined ? `, due was ${visibleLine(due)}` : '';
  return `${number}. ${joined([visibleLine(kind), subject, amountsOf(call)], ' ')}: ${visibleLine(answered)}${wanted}.`;
};
