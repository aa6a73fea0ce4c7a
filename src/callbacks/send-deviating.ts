import type { CallbackDeviation } from '../faults/callback-deviation.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Courier } from './create-courier.ts';
import type { Letter } from './letter.ts';

export interface SentLetter {
  /** In the order in which they ended. */
  readonly exchanges: readonly Exchange[];
  /** The one whose answer the platform goes by. */
  readonly counting: Exchange;
}

/** Sends a letter once or twice, as a fault wants it. The first answer counts. */
export const sendDeviating = async (
  courier: Pick<Courier, 'send'>,
  letter: Letter,
  { send }: Pick<CallbackDeviation, 'send'>,
): Promise<SentLetter> => {
  if (send === 'together') return sendTogether(courier, letter);
  const counting = await courier.send(letter);
  if (send === 'once' || counting.answer.kind === 'failed') {
    return { exchanges: [counting], counting };
  }
  return { exchanges: [counting, await courier.send(letter)], counting };
};

const sendTogether = async (
  courier: Pick<Courier, 'send'>,
  letter: Letter,
): Promise<SentLetter> => {
  const ended: Exchange[] = [];
  const sendOne = async (): Promise<Exchange> => {
    const exchange = await courier.send(letter);
    ended.push(exchange);
    return exchange;
  };
  const [one] = await Promise.all([sendOne(), sendOne()]);
  const answered = ended.find(({ answer }) => answer.kind === 'answered');
  return { exchanges: ended, counting: answered ?? one };
};
