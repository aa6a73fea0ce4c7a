import { describe, expect, it } from '@jest/globals';
import type { WireForm } from '../../src/callbacks/letter.ts';
import { openRawAgent } from './open-agent.ts';
import { letterTo, openCourier } from './open-courier.ts';

/** The bytes of a callback as the agent's socket sees them. */
const sentAs = async (wire: WireForm) => {
  let text = '';
  const agent = await openRawAgent((socket, chunk) => {
    text += chunk.toString();
    if (!/"}(\r\n0)?(\r\n\r\n)?$/.test(text)) return;
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  });
  const courier = openCourier();
  const headers = { 'content-type': 'application/json', 'x-signature': 'abc' };
  const exchange = await courier.send(letterTo(agent.url, { headers, wire }));
  courier.close();
  await agent.close();
  return { text, exchange };
};

describe('a letter with a form of its own', () => {
  it('goes out in chunks, without its length', async () => {
    const { text } = await sentAs({ body: 'chunked' });

    expect(text).toMatch(/transfer-encoding: chunked/);
    expect(text).not.toMatch(/content-length/i);
    expect(text).toMatch(/\r\n15\r\n\{"type":"getBalance"\}\r\n/);
  });

  it('names its headers as they are usually written', async () => {
    expect((await sentAs({ headerNames: 'title' })).text).toMatch(/\r\nX-Signature: abc\r\n/);
  });

  it('names its headers in upper case, and is recorded in lower case', async () => {
    const { text, exchange } = await sentAs({ headerNames: 'upper' });

    expect(text).toMatch(/\r\nX-SIGNATURE: abc\r\n/);
    expect(exchange.request.headers).toMatchObject({ 'x-signature': 'abc' });
  });
});
