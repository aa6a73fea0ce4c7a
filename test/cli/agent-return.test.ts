import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { agentReturn, isListening } from '../../src/cli/agent-return.ts';

const servers: Server[] = [];

const listen = async (port = 0): Promise<{ readonly url: string; readonly port: number }> => {
  const server = createServer((socket) => socket.end());
  servers.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}/callback`, port: own };
};

const stopAll = async (): Promise<void> => {
  for (const server of servers.splice(0)) {
    server.close();
    await once(server, 'close');
  }
};

afterEach(stopAll);

/** How it ended within the time. */
const returned = async (
  callbackUrl: string,
  { known, withinMs }: { readonly known: 'gone' | 'unknown'; readonly withinMs: number },
): Promise<string> =>
  await agentReturn({ callbackUrl, known, signal: AbortSignal.timeout(withinMs) }).then(
    () => 'back',
    () => 'not back',
  );

describe('an agent', () => {
  it('that was there all the time is not back', async () => {
    const { url } = await listen();
    expect(await returned(url, { known: 'unknown', withinMs: 900 })).toBe('not back');
  });

  it('that is known to have been away is back as soon as somebody listens', async () => {
    const { url } = await listen();
    expect(await returned(url, { known: 'gone', withinMs: 300 })).toBe('back');
  });

  it('that goes away and comes again is back', async () => {
    const { url, port } = await listen();
    await stopAll();
    const back = returned(url, { known: 'unknown', withinMs: 3000 });
    setTimeout(() => void listen(port), 300);
    expect(await back).toBe('back');
  });

  it('that stays away is waited for until the signal ends it', async () => {
    const { url } = await listen();
    await stopAll();
    expect(await returned(url, { known: 'gone', withinMs: 700 })).toBe('not back');
  });
});

describe('whether somebody listens', () => {
  it('is told without a byte sent', async () => {
    const { url } = await listen();
    expect(await isListening(url)).toBe(true);
    await stopAll();
    expect(await isListening(url)).toBe(false);
  });

  it('is told of a host of IPv6, too', async () => {
    expect(await isListening('http://[::1]:9/callback')).toBe(false);
  });
});
