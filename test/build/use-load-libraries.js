// Does with its libraries what load does with them, and prints what came of it.
import { createServer } from 'node:http';
import { build, decodeFromCompressedBase64 } from 'hdr-histogram-js';
import buildConnector from 'undici/lib/core/connect.js';
import symbols from 'undici/lib/core/symbols.js';
import Client from 'undici/lib/dispatcher/client.js';

const big = 'x'.repeat(1024 * 1024);

const answers = {
  '/never': () => undefined,
  '/big': (response) => response.end(big),
  '/chunked': (response) => {
    response.write('a');
    setImmediate(() => response.end('b'));
  },
  '/early': (response) => {
    response.writeEarlyHints({ link: '</a>; rel=preload' });
    response.end('late');
  },
  '/cut': (response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('abc', () => response.destroy());
  },
  '/broken': (response) => response.socket.end('HTTP/1.1 what is this\r\n\r\n'),
};

const openServer = async () => {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      response.setHeader('x-echo', request.headers['x-signature'] ?? '');
      (answers[request.url] ?? (() => response.end(body)))(response);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

const open = (port) =>
  new Client(`http://127.0.0.1:${port}`, {
    connect: buildConnector({ timeout: 0 }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });

const send = (client, path, { body = '{}', abortWith } = {}) =>
  new Promise((resolve) => {
    const headers = ['content-type', 'application/json', 'x-signature', 'abc'];
    const chunks = [];
    let status;
    let echo;
    client.dispatch(
      { path, method: 'POST', headers, body },
      {
        onRequestStart: (controller) => {
          if (abortWith !== undefined) setImmediate(() => controller.abort(new Error(abortWith)));
        },
        onResponseStart: (_, code, { 'x-echo': signature }) => {
          status = code;
          echo = signature;
        },
        onResponseData: (_, chunk) => chunks.push(chunk),
        onResponseEnd: () => resolve(`${status} ${echo} ${Buffer.concat(chunks)}`),
        onResponseError: (_, error) => resolve(`${error.code ?? error.name} ${error.message}`),
      },
    );
  });

const trySending = async () => {
  const server = await openServer();
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const { port } = server.address();
  const client = open(port);
  console.log(await send(client, '/', { body: '{"a":"ä"}' }));
  console.log(await send(client, '/', { body: Buffer.from('bytes') }));
  console.log('all of a large answer', (await send(client, '/big')).endsWith(` ${big}`));
  console.log(await send(client, '/chunked'), await send(client, '/early'));
  const sent = Array.from({ length: 100 }, (_, n) => send(client, '/', { body: `${n}` }));
  console.log((await Promise.all(sent)).at(-1), 'connections are kept', connections === 1);
  console.log(await send(client, '/never', { abortWith: 'given up' }));
  console.log(await send(client, '/cut'));
  console.log(await send(client, '/broken'));
  console.log(await send(client, '/'));
  console.log(typeof symbols.kParser);
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  const nobody = open(port);
  console.log((await send(nobody, '/')).replace(String(port), 'PORT'));
  await nobody.destroy();
};

const tryHistograms = () => {
  const one = build({ highestTrackableValue: 60_000_000, numberOfSignificantValueDigits: 3 });
  const other = build();
  for (let value = 1; value <= 10_000; value += 1) one.recordValue(value);
  other.recordValueWithCount(50_000, 3);
  const text = one.encodeIntoCompressedBase64();
  const read = decodeFromCompressedBase64(text, 64);
  read.add(other);
  console.log(text, read.totalCount, read.getValueAtPercentile(50), read.maxValue, read.mean);
  console.log(read.toString());
};

const tryAll = async () => {
  await trySending();
  tryHistograms();
};

void tryAll();
