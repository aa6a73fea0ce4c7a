import { callbackOfBody } from '../../callbacks/callback-of-body.ts';
import { readAnswer } from '../../callbacks/read-answer.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { CallTold } from '../../spec/game-page.ts';
import type { ExchangeJudgement } from '../../spec/judgement.ts';

/** One sending of a callback of ours, as the drawer beside a game lists it. */
export const tellCall = (
  exchange: Exchange,
  judgement: ExchangeJudgement | undefined,
): CallTold => {
  const { id, kind, attempt = 1, answer, durationMs, request } = exchange;
  const callback = callbackOfBody(request.body);
  const said = sayingOf(exchange);
  return {
    exchangeId: id,
    kind,
    attempt,
    status: answer.kind === 'answered' ? answer.status : null,
    ...(answer.kind === 'failed' ? { failure: answer.failure } : {}),
    durationMs,
    ...(callback === undefined || callback.type === 'getBalance'
      ? {}
      : { transactionId: callback.transactionId }),
    ...(callback?.type === 'makeBet' ? { bet: callback.bet, win: callback.win } : {}),
    ...(said === undefined ? {} : { answer: said }),
    ...(judgement === undefined
      ? {}
      : { verdict: judgement.verdict, sentence: judgement.sentence }),
  };
};

const sayingOf = ({ answer }: Exchange): string | undefined => {
  const said = readAnswer(answer);
  switch (said.kind) {
    case 'balance':
      return said.balance;
    case 'error':
      return said.error;
    case 'odd':
      return said.detail;
    case 'none':
      return undefined;
  }
};
