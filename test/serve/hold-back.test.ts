import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { listen } from '../../src/serve/listen.ts';
import { holdBack } from '../../src/serve/open-server.ts';

let server: Server;

afterEach(() => {
  server.close();
});

it('lets a request wait until there is room, and others through while there is', async () => {
  let giveRoom: () => void = () => undefined;
  const full = new Promise<void>((resolve) => {
    giveRoom = resolve;
  });
  const rooms: (Promise<void> | undefined)[] = [undefined, full];
  server = createServer(holdBack((request, response) => response.end(request.url), { room: () => rooms.shift() }));
  const url = await listen(server, { host: '127.0.0.1', port: 0 });
  const ask = async (path: string): Promise<string> => await (await fetch(url + path)).text();
  expect(await ask('/first')).toBe('/first');
  let isAnswered = false;
  const waiting = ask('/waits').then((text) => {
    isAnswered = true;
    return text;
  });
  expect(await ask('/passes')).toBe('/passes');
  expect(isAnswered).toBe(false);
  giveRoom();
  expect(await waiting).toBe('/waits');
});
