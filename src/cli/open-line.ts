import { checkTarget } from '../callbacks/check-target.ts';
import { createCourier } from '../callbacks/create-courier.ts';
import { createTokenMask } from '../platform/mask-tokens.ts';
import type { SendCall } from '../runner/run-context.ts';
import type { Recorder } from '../serve/open-recorder.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import { systemClock } from '../world/clock.ts';
import type { Settings } from './resolve-settings.ts';

export interface LineOptions {
  readonly settings: Settings;
  readonly callbackUrl: string;
  /** Where the exchanges go; closed with the line. */
  readonly recorder: Pick<Recorder, 'record' | 'close'>;
  readonly allowPublicTarget: boolean;
  readonly signal: AbortSignal;
}

/** A line to one agent: what is sent over it goes to the journal. */
export interface Line {
  readonly send: SendCall;
  /** Takes what else belongs to the run into its journal. */
  readonly record: RecordExchange;
  close(): void;
}

/** Opens the line; a WalletproofError where the target may not be used. */
export const openLine = async (options: LineOptions): Promise<Line> => {
  const { settings, callbackUrl, recorder, allowPublicTarget, signal } = options;
  const forbidden = await checkTarget(callbackUrl, { allowPublicTarget });
  if (forbidden !== undefined) {
    recorder.close();
    throw forbidden;
  }
  // Reports show what the agent answered: one that answers its token is no reason to show it.
  const mask = createTokenMask([settings.agent.token, settings.otherToken]);
  const courier = createCourier({
    record: recorder.record,
    allowPublicTarget,
    clock: systemClock,
    newId: countingIds(settings.nonce),
  });
  return {
    send: async ({ body, dialect, dropAnswer, headers, kind, method, subject, wire }) => {
      const exchange = await courier.send({
        url: callbackUrl,
        timeoutMs: settings.timeoutMs,
        body,
        dialect,
        dropAnswer,
        headers,
        kind,
        method,
        subject,
        wire,
        signal,
      });
      return mask(exchange);
    },
    record: recorder.record,
    close: () => {
      courier.close();
      recorder.close();
    },
  };
};

/** `nonce-1`, `nonce-2`, ...: the ids of a run's exchanges, in order. */
const countingIds = (nonce: string): (() => string) => {
  let count = 0;
  return () => {
    count += 1;
    return `${nonce}-${count}`;
  };
};
