import { promisify } from 'node:util';
import { expect } from '@jest/globals';
import type { Exchange } from '../../src/spec/exchange.ts';
import type { OpenPlatform } from './open-platform.ts';

export const host = 'Host: x\r\n';
export const post = (rest: string): string => `POST /api/games/list HTTP/1.1\r\n${host}${rest}`;
export const chunked = post('Transfer-Encoding: chunked\r\n\r\n');

interface Told {
  readonly status: string;
  readonly error: string;
  readonly message: string;
  readonly timestamp: string;
  readonly request_id: string;
}

/** The last answer of a connection. */
export const readAnswer = (text: string) => {
  const [head = '', body = ''] = text.slice(text.search(/HTTP\/1\.1 \d(?!.*HTTP\/1\.1 \d)/s)).split('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  return {
    status: Number(head.split(' ')[1]),
    head,
    length: Number(length),
    body,
    told: JSON.parse(body || '{}') as Told,
  };
};

/** Sends bytes, each character of which is one; the last answer until the connection ends. */
export const sendTo = async ({ exchangeBytes }: OpenPlatform, bytes: string) =>
  readAnswer(await exchangeBytes(Buffer.from(bytes, 'latin1'), () => false));

/** The one exchange that was recorded by the time that every connection is over. */
export const recordedBy = async ({ exchanges, server }: OpenPlatform): Promise<Exchange> => {
  const connections = promisify(server.getConnections.bind(server));
  while (exchanges.length === 0 || (await connections()) > 0) await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(exchanges).toHaveLength(1);
  return exchanges[0] as Exchange;
};

export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
