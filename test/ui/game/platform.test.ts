import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { platformAt } from '../../../src/ui/game/platform.ts';
import { anAnswer } from './examples.ts';

let close = async (): Promise<void> => undefined;
afterEach(() => close());

/** Sends an action to a server that gives this answer; `null` closes the connection. */
const sendTo = async (status: number, body: string | null) => {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    if (body === null) request.socket.destroy();
    else response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  const platform = platformAt(`http://127.0.0.1:${port}/play/key/`);
  return { reply: await platform.send('bet', { stake: '1' }), seen };
};

describe('what is sent to the platform', () => {
  it('goes to the action of the link, in the name of the page', async () => {
    const { reply, seen } = await sendTo(200, JSON.stringify(anAnswer()));
    expect(seen).toEqual([expect.stringMatching(/^POST \/play\/key\/api\/bet\?page=[\w-]{1,64}$/)]);
    expect(reply).toEqual({ kind: 'answer', answer: anAnswer() });
  });

  it('says that the game is gone, in the words of the platform', async () => {
    const { reply } = await sendTo(410, '{"message":"This game was idle for too long."}');
    expect(reply).toEqual({ kind: 'gone', message: 'This game was idle for too long.' });
  });

  it('says so of a link that leads nowhere, whatever else it answers', async () => {
    const { reply } = await sendTo(404, '{}');
    expect(reply).toEqual({ kind: 'gone', message: 'This link does not lead to a game.' });
  });

  it.each<[string, number, string | null]>([
    ['a closed connection', 200, null],
    ['HTML', 200, '<html>'],
    ['something else', 200, '{"balance":"12"}'],
    ['null', 200, 'null'],
    ['a server error', 500, '{"message":"no"}'],
  ])('takes %s for a game that does not answer', async (_, status, body) => {
    const { reply } = await sendTo(status, body);
    expect(reply.kind).toBe('unreachable');
  });
});
