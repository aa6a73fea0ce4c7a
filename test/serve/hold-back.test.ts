import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from '@jest/globals';
import { listen } from '../../src/serve/listen.ts';
import { holdBack } from '../../src/serve/open-server.ts';

let server: Server;

afterEach(() => {
  server.close();
});

it('lets a request wait until the agent is up, and others through once it is', async () => {
  let comeUp: () => void = () => undefined;
  const untilUp = new Promise<void>((resolve) => {
    comeUp = resolve;
  });
  const waits: (Promise<void> | undefined)[] = [undefined, untilUp];
  server = createServer(
    holdBack(
      (request, response) => response.end(request.url),
      () => waits.shift(),
    ),
  );
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
  comeUp();
  expect(await waiting).toBe('/waits');
});
