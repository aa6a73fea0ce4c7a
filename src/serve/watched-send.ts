import type { Clock } from '../base/clock.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { LiveJudge, LiveStart } from '../judge/live/judge.ts';
import { type Exchange, inRealTime } from '../spec/exchange.ts';
import type { MessageSender } from '../wire/deliver.ts';
import type { CallbackMessage } from '../wire/message.ts';

interface WatchedSendOptions {
  readonly courier: MessageSender;
  readonly judge: Pick<LiveJudge, 'begin'>;
  /** The real time: agents live in it. */
  readonly clock: Clock;
  /** Takes every judgement as soon as it is clear. */
  readonly keep: (judgement: ExchangeJudgement) => void;
  /** Told what went wrong in judging: the callback is delivered all the same. */
  readonly onError: (error: unknown) => void;
}

/** Sends a message, which is judged by its answer. */
type WatchedSend = (message: CallbackMessage, transaction?: LiveStart['transaction']) => Promise<Exchange>;

/** Sends over the courier, under the eyes of the judge. */
export const createWatchedSend = (options: WatchedSendOptions): WatchedSend => {
  const { courier, judge, clock, keep, onError } = options;
  const guarded = <T>(act: () => T): T | undefined => {
    try {
      return act();
    } catch (error) {
      onError(error);
      return undefined;
    }
  };
  return async (message, transaction) => {
    const sending = guarded(() =>
      judge.begin({
        intent: message.intent,
        label: labelOf(message),
        at: clock.now(),
        // What was sent before is not new to the agent, whether the judge remembers it or not.
        transaction: (message.attempt ?? 1) > 1 ? 'given' : transaction,
      }),
    );
    const exchange = await courier.send(message);
    guarded(() => sending?.end(inRealTime(exchange)).forEach(keep));
    return exchange;
  };
};

const labelOf = ({ kind, attempt = 1 }: CallbackMessage): string =>
  attempt === 1 ? kind : `${kind} (attempt ${attempt})`;
