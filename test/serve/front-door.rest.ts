import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openServer, type PlatformServer } from '../../src/serve/open-server.ts';
import { games } from './open-wired.ts';
import { serverOptions } from './server-options.ts';

const errors: unknown[] = [];
let server: PlatformServer;
beforeAll(async () => {
  server = await openServer(
    serverOptions({ games, callbackUrl: () => undefined, onError: (error) => errors.push(error) }),
  );
});
afterAll(() => server.close());

/** Everything that comes back for bytes, each character of which is one, until the connection ends. */
const send = async (bytes: string): Promise<string> => {
  const { port } = new URL(server.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(Buffer.from(bytes, 'latin1'));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
};

const folder = fileURLToPath(new URL('../../', import.meta.url));

/** What tells of our source, or of where it lies. */
const revealing = [/\n\s*at /, /node_modules/, /file:\/\//, /\.[jt]s:\d/, /<pre>/, /Cannot [A-Z]+ /];

/** Places below which routers look for something. */
const places = [
  '/',
  '/__dashboard/',
  '/__admin/',
  '/__admin/exchanges/',
  '/__admin/runs/',
  '/__admin/sessions/',
  '/__admin/agents/',
  '/__admin/faults/',
  '/__admin/scenarios/',
  '/play/',
  '/play/x/api/',
  '/play/assets/',
  '/demo/',
  '/demo/x/api/',
  '/api/',
  '/api/games/',
  '/games/',
];

/** What breaks code that takes a path, a query or a name for granted. */
const ends = [
  '%zz',
  '%',
  '%00',
  '%ff%fe',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '../../../../etc/passwd',
  '..%5c..%5cx',
  '?',
  '?x=%zz',
  '?page=%zz',
  '?limit=-1&limit=2',
  '__proto__',
  'constructor',
  'toString',
  '%E0%A4%A',
  `${'a/'.repeat(400)}`,
  'x'.repeat(9000),
  '//',
  '\\',
  '*',
  ';a=b',
  '#x',
  '[',
  '{',
  'x%0d%0aSet-Cookie:a',
];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

const targetsOf = (place: string): string[] => [
  ...ends.map((end) => `${place}${end}`),
  ...ends.slice(0, 6).map((end) => `http://127.0.0.1${place}${end}`),
  ...['http://[', 'http://', 'http://x:999999', 'HTTP://%', 'x:'].flatMap((start) =>
    // The stream of events of the admin API has no end.
    ['', 'x', 'start', 'agents', place === '/__admin/' ? 'runs' : 'events'].map((name) => `${start}${place}${name}`),
  ),
];

const bodies = ['', '{', '[]', '"x"', 'null', '{"__proto__":{"a":1}}', '\u0000\u00ff\u00fe'];

describe.each(places)('every broken request below %s', (place) => {
  it.each(methods)('of %s is answered without a word about our source', async (method) => {
    for (const [index, target] of targetsOf(place).entries()) {
      const body = bodies[index % bodies.length] ?? '';
      const head = `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n`;
      const framing = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
      const text = await send(`${head}${framing}${body}`);
      expect([target, text]).toEqual([target, expect.stringMatching(/^HTTP\/1\.1 [2-4]\d\d /)]);
      expect(text).not.toContain(folder.slice(0, -1));
      for (const pattern of revealing) expect(text).not.toMatch(pattern);
    }
    expect(errors).toEqual([]);
  });
});

describe('a body that breaks on its way to', () => {
  it.each(['/__admin/trigger', '/__admin/sessions', '/play/x/api/start', '/__dashboard/x', '/api/games/list'])(
    '%s is answered once in the envelope, and stands in the journal',
    async (path) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n`;
      const text = await send(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\nZZ\r\n`);
      expect(text.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
      const told = JSON.parse(text.slice(text.indexOf('{')));
      expect(told).toMatchObject({ status: 'error', error: 'bad_request' });
      const kept = (await server.journal.rows({ limit: 1 })).rows[0]?.exchange;
      expect(kept).toMatchObject({ id: told.request_id, kind: 'other', request: { url: path } });
      expect(errors).toEqual([]);
    },
  );
});
