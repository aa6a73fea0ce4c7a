import { LoadSender, type LoadSenderOptions } from '../../src/load/load-sender.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import type { Recipient } from '../../src/wire/compose-message.ts';
import { requestOf } from '../../src/wire/create-courier.ts';
import { defaultToken } from '../fixtures/wire-of.ts';
import type { OpenAgent } from '../wire/open-agent.ts';
import { messageTo, openCourier } from '../wire/open-courier.ts';

const closing: (() => unknown)[] = [];

/** Called once the test is over, the last one first. */
export const atTheEnd = (close: () => unknown): void => {
  closing.push(close);
};

/** Closes what a test has opened: for `afterEach` of each file. */
export const closeAll = async (): Promise<void> => {
  for (const close of closing.splice(0).reverse()) await close();
};

export const open = async (opened: Promise<OpenAgent>): Promise<OpenAgent> => {
  const agent = await opened;
  closing.push(agent.close);
  return agent;
};

/** What a sender sends to, and whom it tells. */
export interface OpenSender {
  readonly sender: LoadSender;
  readonly url: string;
}

type SenderChanges = Partial<Omit<LoadSenderOptions, 'recipient'>> &
  Partial<Pick<Recipient, 'timeoutMs' | 'connection'>>;

export const senderTo = (
  url: string,
  { timeoutMs = 2_000, connection, ...options }: SenderChanges = {},
): OpenSender => {
  const sender = new LoadSender({
    recipient: { agentId: 1001, url, token: defaultToken, timeoutMs, connection },
    nonce: 'n7-1',
    secrets: [defaultToken],
    allowPublicTarget: false,
    ...options,
  });
  closing.push(async () => await sender.close());
  return { sender, url };
};

const bodyOf = (text: string) => ({ body: Buffer.from(text) });

export const body = '{"player_username":"Иван"}';

/** What is answered to a message, whose answer may be lost. */
export const answerOf = async (
  { sender, url }: OpenSender,
  { text = body, headers = {}, isLost = false }: { text?: string; headers?: object; isLost?: boolean } = {},
): Promise<Answer> => {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  const request = requestOf(messageTo(url, { ...bodyOf(text), ...headers }), target);
  return (await sender.post(request.body, { signature: request.headers['x-signature'], isLost })).answer;
};

export const outcomeOf = (answer: Answer): string =>
  answer.kind === 'failed' ? answer.failure : `HTTP ${answer.status}`;

/** What the courier makes of the same agent. */
export const byCourier = async (url: string, changes: object = {}): Promise<Answer> => {
  const courier = openCourier();
  closing.push(courier.close);
  return (await courier.send(messageTo(url, { ...bodyOf(body), ...changes }))).answer;
};

/** With bodies as text, so that Buffers of other kinds are alike, and no date; undici does not tell the version. */
export const comparable = (answer: Answer): object => {
  if (answer.kind === 'failed') return answer;
  const { date: _, ...headers } = answer.headers;
  return { ...answer, httpVersion: undefined, headers, body: Buffer.from(answer.body).toString('latin1') };
};
