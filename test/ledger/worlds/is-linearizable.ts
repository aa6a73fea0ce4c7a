import { type Call, hearAnswer } from '../../../src/judge/call.ts';

interface Operation {
  readonly id: string;
  readonly cents: number;
  readonly shown: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** Whether some order of the calls, from 1000.00, gives every answer: looks through all of them. */
export const isLinearizable = (calls: readonly Call[]): boolean =>
  search(calls.map(toOperation), { cents: 100_000, applied: new Set() });

const toOperation = ({ intent, exchange }: Call): Operation => {
  const callback = 'callback' in intent ? intent.callback : undefined;
  const answer = hearAnswer(exchange);
  const isBet = callback?.type === 'makeBet';
  return {
    id: isBet ? callback.transactionId : '',
    cents: isBet ? Math.round(Number(callback.bet) * 100) : 0,
    shown: answer.kind === 'balance' ? Math.round(Number(answer.balance) * 100) : Number.NaN,
    startMs: exchange.startedAt,
    endMs: exchange.startedAt + exchange.durationMs,
  };
};

interface State {
  readonly cents: number;
  readonly applied: ReadonlySet<string>;
}

const search = (left: readonly Operation[], state: State): boolean => {
  if (left.length === 0) return true;
  return left.some((next) => {
    const rest = left.filter((each) => each !== next);
    if (rest.some(({ endMs }) => endMs < next.startMs)) return false;
    const isNew = next.id !== '' && !state.applied.has(next.id);
    const cents = isNew ? state.cents - next.cents : state.cents;
    const applied = isNew ? new Set([...state.applied, next.id]) : state.applied;
    return cents === next.shown && search(rest, { cents, applied });
  });
};
