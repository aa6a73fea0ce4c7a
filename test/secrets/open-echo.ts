import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createAgent } from '../../fixtures/agents/example/index.ts';
import { listen } from '../../src/serve/listen.ts';
import { token, withSecrets } from './find-secrets.ts';

/**
 * An agent that repeats all it gets and knows, in every spelling. By its path: `/right` keeps
 * accounts rightly, `/wrong` answers no balance, `/page` an error page, `/moved` a redirect.
 */
export const openEcho = async () => {
  const wallet = createAgent({
    ...{ agentId: 1001, token, database: ':memory:' },
    players: [
      { id: 'player-1', username: 'player-1', purses: { USD: '1000.00', EUR: '500.00' } },
      { id: 'player-2', username: 'player-2', purses: { USD: '800.00' } },
    ],
  });
  let isWorking = true;
  const server = createServer(async (request, response) => {
    const text = (await buffer(request)).toString();
    const { path, told } = toldBy(request, text);
    const answers: Readonly<Record<string, () => Promise<void> | void>> = {
      '/right': async () => {
        const signature = String(request.headers['x-signature'] ?? '').trim();
        const right = await wallet.answer({ method: 'POST', text, signature });
        const body = JSON.parse(right.body);
        // A wallet that stops moving is not conformant: there are findings to tell.
        const content = isWorking ? body : { ...body, ...frozen(body) };
        answer(response, right.status, JSON.stringify({ ...content, told, message: told.join() }));
      },
      '/wrong': () => answer(response, 500, JSON.stringify({ error: told.join(), message: told })),
      '/page': () => answer(response, 200, `<h1>${told.join('</h1><h1>')}</h1>`, 'text/html'),
      '/moved': () => {
        response.setHeader('location', told[0] ?? '');
        answer(response, 302, told.join(' '), 'text/plain');
      },
    };
    await (answers[path] ?? answers['/wrong'])?.();
  });
  const url = await listen(server, { host: '127.0.0.1', port: 0 });
  return {
    /** The callback URL with every secret. */
    at: (path: 'right' | 'wrong' | 'page' | 'moved'): string => withSecrets(`${url}/${path}`),
    stopMoving: (): void => {
      isWorking = false;
    },
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      wallet.close();
    },
  };
};

const frozen = ({ content }: { readonly content?: object }): object =>
  content === undefined ? {} : { content: { ...content, balance: 777 } };

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

/** What a page for debugging shows: the request, and the token in the spellings of many languages. */
const toldBy = (request: IncomingMessage, body: string) => {
  const { host = '', authorization = '' } = request.headers;
  const whole = withSecrets(`http://${host}${(request.url ?? '').replace(/\?.*$/, '')}`);
  const told = [
    whole,
    ...[authorization, Buffer.from(authorization.slice(6), 'base64').toString(), request.url ?? ''],
    ...[token, JSON.stringify(token), hexOf(token), hexOf(token).toUpperCase(), encodeURIComponent(token)],
    ...['', 'a', 'ab', '1001:'].map((before) => Buffer.from(before + token).toString('base64')),
    Buffer.from(`1001:${token}`).toString('base64url'),
    ...['pass-word-1', 'query-secret-1', hexOf('pass-word-1'), 'key=query-secret-1'],
    body,
  ];
  return { path: new URL(whole).pathname, told };
};

/** Headers repeat them too, their names as well. */
const answer = (response: ServerResponse, status: number, body: string, type = 'application/json'): void => {
  response.writeHead(status, {
    'content-type': type,
    'x-debug': `${hexOf(token)} ${withSecrets('http://host/').replaceAll('"', '')}`,
    'x-pass-word-1': 'a name',
    'set-cookie': ['session=query-secret-1', `again=${hexOf(token)}`],
    'www-authenticate': `Basic realm="${Buffer.from(`1001:${token}`).toString('base64')}"`,
  });
  response.end(body);
};
