import type { Finding } from '../formats/judgement.ts';
import type { Callback } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import type { Situation } from '../spec/situation.ts';
import { describeError, type ErrorAnswer, readAnswer } from '../wire/read-answer.ts';
import type { Call } from './call.ts';
import type { Case } from './case.ts';
import { find } from './find.ts';
import { refusedAndApplied } from './judge-refusal.ts';

interface Applied {
  /** The valid call that was refused, and how. */
  readonly call: Call;
  readonly callback: Callback;
  readonly answer: ErrorAnswer;
  readonly situation: Situation;
  /** The call whose answer shows that its money moved. */
  readonly proof: Exchange;
  /** Balances, at the currency's scale: what there is, and what there would be without it. */
  readonly is: string | undefined;
  readonly must: string | undefined;
}

/** A valid call was refused, and the balance is what it is where the call was applied: one requirement. */
export const appliedAllTheSame = (state: Case, applied: Applied): Finding[] => {
  const { call, callback, answer, situation, proof, is, must } = applied;
  const found = find(state, {
    code: 'refused-and-applied',
    situation,
    call: { ...call, exchange: proof },
    message: `${call.label}: refused with ${describeError(answer)}, but applied anyway: the balance is ${is}, it was ${must}.`,
    expected: must,
    actual: is,
    likelyCause: `refused with ${answer.error ?? `HTTP ${answer.status}`} after the money had moved`,
    before: [call.exchange.id],
  });
  const requirement = refusedAndApplied(answer, callback);
  return found.slice(0, 1).map((finding) => ({ ...finding, requirement }));
};

interface Leftover {
  /** The refused call, the one right after it that was not understood, and the same once more. */
  readonly previous: { readonly id: string; readonly status: number };
  readonly call: Call;
  readonly again: Call;
}

/** The body of a refused call was left on the connection, and read as the beginning of the next. */
export const leftOnConnection = (state: Case, { previous, call, again }: Leftover): Finding[] => {
  const said = readAnswer(call.exchange.answer);
  const how = said.kind === 'error' ? `answered with HTTP ${said.status}` : 'left without an answer';
  return find(state, {
    code: 'body-left-on-connection',
    situation: 'balance',
    call: { ...call, exchange: again.exchange },
    message: `${call.label}: ${how} right after a call that was refused with HTTP ${previous.status}; sent once more, it was answered as it must be.`,
    likelyCause:
      'the body of the refused call before was left on the connection, and read as the beginning of this one',
    before: [previous.id, call.exchange.id],
  });
};

/** What a server says that could not read a request: nothing, or a 400 in words of its own. */
export const isGarbled = ({ exchange }: Pick<Call, 'exchange'>): boolean => {
  const answer = readAnswer(exchange.answer);
  if (answer.kind === 'none') return answer.failure === 'closed';
  return answer.kind === 'error' && answer.status < 500 && answer.error === undefined;
};
