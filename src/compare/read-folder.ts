import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordedPairOf } from '../formats/har.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { readHar } from './read-har.ts';
import { headerOf, type Recorded, type RecordedHeader } from './recorded.ts';

/**
 * The requests of a folder in the order of the names of their files: `.har`, `.json` with a request and
 * its response, `.http` and `.txt` as both went over the wire. Other files are let be. Throws a usage
 * error for one that cannot be read.
 */
export async function* readFolder(folder: string): AsyncGenerator<Recorded> {
  for (const name of (await readdir(folder)).sort()) {
    const file = join(folder, name);
    if (name.endsWith('.har')) yield* readHar(file, name);
    else if (name.endsWith('.json')) yield pairIn(await textOf(file), name);
    else if (/\.(?:http|txt)$/.test(name)) yield wireIn(await textOf(file), name);
  }
}

/** No request of the contract comes near it. */
const mostBytes = 16 * 1024 * 1024;

const textOf = async (file: string): Promise<Buffer> => {
  const { size } = await stat(file);
  if (size > mostBytes) throw unreadable(file, 'it is larger than 16 MiB');
  return await readFile(file);
};

const pairIn = (bytes: Buffer, name: string): Recorded => {
  const pair = recordedPairOf(parsed(bytes, name));
  if (pair === undefined) {
    throw unreadable(name, 'expected { "request": { "url", … }, "response": { "status", … } }');
  }
  const { request, response, startedAt } = pair;
  const time = Date.parse(startedAt ?? '');
  return {
    place: name,
    request: { ...request, body: bodyOf(request.body) },
    answer: { ...response, body: bodyOf(response.body) },
    startedAt: Number.isNaN(time) ? undefined : time,
    durationMs: undefined,
  };
};

const parsed = (bytes: Buffer, name: string): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw unreadable(name, `it is no JSON (${(cause as Error).message})`);
  }
};

const bodyOf = (body: unknown): Uint8Array | undefined => {
  if (body === undefined || body === null) return undefined;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
};

/** A request, its lines ended by CRLF or LF, and its answer behind it, which begins with `HTTP/`. */
const wireIn = (bytes: Buffer, name: string): Recorded => {
  // Latin-1 has a character for each byte.
  const text = bytes.toString('latin1');
  const start = /^HTTP\/\d\S* \d{3}/m.exec(text.slice(1));
  if (start === null) throw unreadable(name, 'no answer (HTTP/1.1 200 …) follows the request');
  const request = messageIn(text.slice(0, start.index + 1));
  const answer = messageIn(text.slice(start.index + 1));
  const [, method, target] = /^([A-Z]+) (\S+)/.exec(request.first) ?? [];
  if (method === undefined || target === undefined) {
    throw unreadable(name, 'expected a request line such as POST /api/games/list HTTP/1.1');
  }
  const host = headerOf(request.headers, 'host') ?? 'localhost';
  return {
    place: name,
    request: {
      ...{ method, headers: request.headers, body: request.body },
      url: target.startsWith('/') ? `http://${host}${target}` : target,
    },
    answer: {
      ...{ headers: answer.headers, body: answer.body },
      status: Number(answer.first.split(' ')[1]),
    },
    startedAt: undefined,
    durationMs: undefined,
  };
};

interface WireMessage {
  readonly first: string;
  readonly headers: readonly RecordedHeader[];
  readonly body: Uint8Array;
}

const messageIn = (text: string): WireMessage => {
  const [, head = text, rest = ''] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(text.trimStart()) ?? [];
  const [first = '', ...lines] = head.split(/\r?\n/);
  const headers = lines.flatMap((line) => {
    const [, name, value] = /^([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
  // An editor ends a file, and people part two messages, with newlines that are no part of JSON.
  return { first, headers, body: Buffer.from(rest.trimEnd(), 'latin1') };
};

const unreadable = (name: string, problem: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `${name} holds no recorded request: ${problem}.`,
    'docs/compare.md shows what a folder of recorded requests has.',
  );
