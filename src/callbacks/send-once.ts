import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import axios from 'axios';
import type { Answer, Headers, HttpRequest } from '../spec/exchange.ts';
import type { Connection } from './create-connections.ts';
import type { Deadline } from './create-deadline.ts';
import type { WireForm } from './letter.ts';
import { failed, nameFailure } from './name-failure.ts';
import { takeAnswer } from './take-answer.ts';

/** Bytes in, bytes out: no proxy of the environment, no redirect, no transformation. */
const client = axios.create({
  responseType: 'stream',
  decompress: false,
  maxRedirects: 0,
  proxy: false,
  validateStatus: () => true,
  transformRequest: [(data: unknown) => data],
  transformResponse: [(data: unknown) => data],
});

export interface Sending {
  readonly request: HttpRequest;
  readonly target: URL;
  readonly connection: Connection;
  readonly deadline: Deadline;
  /** What becomes of the answer once it begins: a fault may lose it. */
  readonly answer: 'take' | 'drop';
  readonly headerNames?: WireForm['headerNames'] | undefined;
}

/** Sends a request once; what comes back, or why nothing did. Never rejects. */
export const sendOnce = async (sending: Sending): Promise<Answer> => {
  const { connection, deadline } = sending;
  const answer = await exchange(sending);
  if (answer.kind === 'answered') connection.answered();
  else connection.failed();
  return answer.kind === 'answered' ? answer : (deadline.passed() ?? answer);
};

const exchange = async ({ answer, ...sending }: Sending): Promise<Answer> => {
  const transport = createTransport(sending);
  try {
    const message = await post(sending, transport);
    if (answer === 'take' && !sending.deadline.signal.aborted) return await takeAnswer(message);
    message.destroy();
    return failed('dropped', 'The connection was dropped on purpose when the answer began.');
  } catch (error) {
    return nameFailure(error, { host: sending.target.host, wasKept: transport.wasKept() });
  }
};

const post = async (
  { request, target, deadline }: Omit<Sending, 'answer'>,
  transport: Transport,
): Promise<IncomingMessage> => {
  const { body } = request;
  const { data } = await client.request<IncomingMessage>({
    url: target.href,
    method: request.method,
    data: body.length === 0 ? undefined : Buffer.from(body.buffer, body.byteOffset, body.length),
    signal: deadline.signal,
    transport,
  });
  return data;
};

interface Transport {
  request(options: RequestOptions, take: (message: IncomingMessage) => void): ClientRequest;
  wasKept(): boolean;
}

type Transported = Pick<Sending, 'request' | 'connection' | 'headerNames'>;

const renamed = (headers: Headers, names: 'title' | 'upper'): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      names === 'upper' ? name.toUpperCase() : name.replace(/\b[a-z]/g, (one) => one.toUpperCase()),
      value,
    ]),
  );

/** Sends exactly our headers, over our connection: axios would add, trim and reorder. */
const createTransport = ({
  request: { headers },
  connection,
  headerNames,
}: Transported): Transport => {
  const { agent } = connection;
  const named = headerNames === undefined ? headers : renamed(headers, headerNames);
  let sent: ClientRequest | undefined;
  return {
    request: (options, take) => {
      const { request } = options.protocol === 'https:' ? https : http;
      sent = request({ ...options, headers: named, agent }, take);
      return sent;
    },
    wasKept: () => sent?.reusedSocket === true,
  };
};
