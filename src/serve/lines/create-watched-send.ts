import type { Courier } from '../../callbacks/create-courier.ts';
import type { Letter } from '../../callbacks/letter.ts';
import type { LiveJudge, LiveStart } from '../../judges/live/live-judge.ts';
import type { AgentConfiguration } from '../../spec/configuration.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { ExchangeJudgement } from '../../spec/judgement.ts';
import type { Clock } from '../../world/clock.ts';
import { intentOfLetter } from './intent-of-letter.ts';

export interface WatchedSendOptions {
  readonly courier: Pick<Courier, 'send'>;
  readonly judge: Pick<LiveJudge, 'begin'>;
  /** Whose letters they are, and how it reads signatures by now. */
  readonly agent: () => AgentConfiguration;
  readonly clock: Clock;
  /** Takes every judgement as soon as it is clear. */
  readonly keep: (judgement: ExchangeJudgement) => void;
  /** Told what went wrong in judging: the callback is delivered all the same. */
  readonly onError: (error: unknown) => void;
}

/** Sends a letter, which is judged by its answer. */
export type WatchedSend = (
  letter: Letter,
  transaction?: LiveStart['transaction'],
) => Promise<Exchange>;

/** Sends over the courier, under the eyes of the judge. */
export const createWatchedSend = (options: WatchedSendOptions): WatchedSend => {
  const { courier, judge, agent, clock, keep, onError } = options;
  const guarded = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      onError(error);
      return undefined;
    }
  };
  return async (letter, transaction) => {
    const sending = guarded(() =>
      judge.begin({
        intent: intentOfLetter(letter, agent()),
        label: labelOf(letter),
        at: clock.now(),
        ...(transaction === undefined ? {} : { transaction }),
      }),
    );
    const exchange = await courier.send(letter);
    guarded(() => sending?.end(exchange).forEach(keep));
    return exchange;
  };
};

const labelOf = ({ kind, attempt = 1 }: Letter): string =>
  attempt === 1 ? kind : `${kind} (attempt ${attempt})`;
