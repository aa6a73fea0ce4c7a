import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createDice } from '../../src/base/dice.ts';
import type { Callback } from '../../src/spec/callback.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';
import { type Delivery, type DeliveryTerms, deliver } from '../../src/wire/deliver.ts';
import { retryPausesOf } from '../../src/wire/next-delivery.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { bodyOf, openAgent } from './open-agent.ts';
import { type OpenCourier, openCourier } from './open-courier.ts';

const token = 'test-token';

/** A callback as it arrived. `at`: on the platform's clock. */
export interface Received {
  readonly text: string;
  readonly fields: Record<string, unknown>;
  readonly signature: string | undefined;
  readonly isSigned: boolean;
  readonly at: number;
}

export type AgentWay = (response: ServerResponse) => void;

/** An agent, a courier to it, and a clock that moves on whenever a delivery waits on it. */
export interface OpenDelivery {
  readonly clock: ManualClock;
  readonly courier: OpenCourier;
  readonly received: readonly Received[];
  deliver(callback: Callback, changes?: Partial<DeliveryTerms>): Promise<Delivery>;
  close(): Promise<void>;
}

export const ok: AgentWay = (response) => {
  response.setHeader('Content-Type', 'application/json');
  response.end('{"content":{"balance":89.50}}');
};

export const broken: AgentWay = (response) => {
  response.writeHead(500).end('oops');
};

const signOf = (text: string): string => {
  const fields: Record<string, unknown> = JSON.parse(text);
  const names = Object.keys(fields).toSorted((one, other) => (one < other ? -1 : 1));
  return createHmac('sha256', token).update(JSON.stringify(fields, names)).digest('hex');
};

/** The agent answers its callbacks in these ways, one after the other, and is broken after them. */
export const openDelivery = async (...ways: readonly AgentWay[]): Promise<OpenDelivery> => {
  const clock = createManualClock();
  const received: Received[] = [];
  const agent = await openAgent(async (request, response) => {
    const text = (await bodyOf(request)).toString();
    const signature = request.headers['x-signature']?.toString();
    received.push({
      ...{ text, signature, fields: JSON.parse(text), at: clock.now() },
      isSigned: signature === signOf(text),
    });
    (ways[received.length - 1] ?? broken)(response);
  });
  const courier = openCourier({ clock });
  return {
    ...{ clock, courier, received },
    deliver: (callback, changes = {}) =>
      moving(clock, deliver(callback, { ...termsOf(courier, clock, agent.url), ...changes })),
    close: async () => {
      courier.close();
      await agent.close();
    },
  };
};

const termsOf = (courier: OpenCourier, clock: ManualClock, url: string): DeliveryTerms => {
  let requests = 0;
  return {
    ...{ courier, clock, recipient: { agentId: 1001, url, token, timeoutMs: 1_000 } },
    mode: 'retry-then-rollback',
    pauses: retryPausesOf(defaultQuirks),
    requestId: 'keep',
    dice: createDice('deliver'),
    newRequestId: () => {
      requests += 1;
      return `new-${requests}`;
    },
  };
};

const moving = async (clock: ManualClock, delivery: Promise<Delivery>): Promise<Delivery> => {
  let isDone = false;
  void delivery.finally(() => {
    isDone = true;
  });
  while (!isDone) await Promise.race([clock.wakeNext(), delivery]);
  return await delivery;
};
