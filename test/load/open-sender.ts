import { afterEach } from '@jest/globals';
import { createLoadSender, type LoadSenderOptions } from '../../src/load/load-sender.ts';
import type { LoadSender, Sent, SignedCallback } from '../../src/load/sent-call.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import type { OpenAgent } from '../wire/open-agent.ts';
import { messageTo, openCourier } from '../wire/open-courier.ts';

export const message: SignedCallback = { body: '{"player_username":"Иван"}', signature: 'abc' };

const closing: (() => unknown)[] = [];

/** Called once the test is over, the last one first. */
export const atTheEnd = (close: () => unknown): void => {
  closing.push(close);
};

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

export const open = async (opened: Promise<OpenAgent>): Promise<OpenAgent> => {
  const agent = await opened;
  closing.push(agent.close);
  return agent;
};

export const senderTo = (url: string, options: Partial<LoadSenderOptions> = {}): LoadSender => {
  const sender = createLoadSender({
    url,
    timeoutMs: 2_000,
    maxConnections: 8,
    allowPublicTarget: false,
    ...options,
  });
  closing.push(sender.close);
  return sender;
};

export const send = (sender: LoadSender, lose = false): Promise<Sent> =>
  new Promise((resolve) => sender.send(message, { lose }, resolve));

export const answerOf = async (sender: LoadSender): Promise<Answer> => (await send(sender)).answer;

export const outcomeOf = (answer: Answer): string =>
  answer.kind === 'failed' ? answer.failure : `HTTP ${answer.status}`;

/** What the courier makes of the same agent. */
export const byCourier = async (url: string, changes: object = {}): Promise<Answer> => {
  const courier = openCourier();
  closing.push(courier.close);
  return (await courier.send(messageTo(url, { body: Buffer.from(message.body), ...changes }))).answer;
};

/** With bodies as text, so that Buffers of other kinds are alike, and no date. */
export const comparable = (answer: Answer): object => {
  if (answer.kind === 'failed') return answer;
  const { date: _, ...headers } = answer.headers;
  return { ...answer, headers, body: Buffer.from(answer.body).toString('latin1') };
};
