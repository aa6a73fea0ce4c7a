import { systemClock } from '../../src/base/clock.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { type Courier, type CourierOptions, createCourier } from '../../src/wire/create-courier.ts';
import type { Message } from '../../src/wire/message.ts';

export interface OpenCourier extends Courier {
  /** What was recorded so far. */
  readonly recorded: readonly Exchange[];
}

/** A courier that remembers what it records, and numbers its exchanges. */
export const openCourier = (options: Partial<CourierOptions> = {}): OpenCourier => {
  const recorded: Exchange[] = [];
  let last = 0;
  const courier = createCourier({
    record: (exchange) => recorded.push(exchange),
    clock: systemClock,
    newId: () => {
      last += 1;
      return `x-${last}`;
    },
    allowPublicTarget: false,
    ...options,
  });
  return { ...courier, recorded };
};

/** A message that says nothing unusual. */
export const messageTo = (url: string, changes: Partial<Message> = {}): Message => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"type":"getBalance"}'),
  timeoutMs: 2_000,
  kind: 'getBalance',
  subject: { playerId: 'player-1' },
  ...changes,
});
