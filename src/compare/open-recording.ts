import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { JSONParser } from '@streamparser/json';
import { type HarEntry, harEntryOf, recordedPairOf } from '../formats/har.ts';
import type { Exchange } from '../spec/exchange.ts';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';
import { headerOf, type Recorded, type RecordedHeader, writtenHeaders } from './recorded.ts';

/** What was recorded, one after the other: a HAR, a folder of requests or a journal. Throws a usage error. */
export const openRecording = async (path: string): Promise<AsyncGenerator<Recorded>> => {
  const stats = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'there is no such file' : cause.message;
    const remedy = 'Name a HAR, a folder of recorded requests, or a journal of serve.';
    throw usageError(`cannot read ${path}: ${reason}`, remedy, { cause });
  });
  if (stats.isDirectory()) return readFolder(path);
  return (await isJournal(path)) ? readJournal(path) : readHar(path);
};

const journalMark = Buffer.from('SQLite format 3\0');

const isJournal = async (path: string): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(journalMark.length) });
    return buffer.equals(journalMark);
  } finally {
    await file.close();
  }
};

/** The entries of an HTTP Archive: one at a time is in memory, however large the file is. `name`: how places name it. */
async function* readHar(file: string, name?: string): AsyncGenerator<Recorded> {
  const where = name === undefined ? '' : `${name} `;
  let number = 0;
  let isHar = false;
  for await (const { key, value } of valuesIn(file, ['$.log.version', '$.log.entries.*'])) {
    isHar = true;
    if (key === 'version') continue;
    number += 1;
    const entry = harEntryOf(value);
    if (entry === undefined) throw noHar(file, `entry ${number} has no request with method and url`);
    yield recordedOf(entry, `${where}entry ${number}`);
  }
  if (!isHar && !(await hasEntries(file))) throw noHar(file, 'it has no log.entries');
}

/** Whether the file has log.entries, once it is known that nothing is in them: then they are cheap to keep. */
const hasEntries = async (file: string): Promise<boolean> => {
  let isList = false;
  for await (const { value } of valuesIn(file, ['$.log.entries'])) isList = Array.isArray(value);
  return isList;
};

interface FoundValue {
  readonly key: string | number | undefined;
  readonly value: unknown;
}

/** The values at these paths of a JSON text that is read piece by piece. */
async function* valuesIn(file: string, paths: string[]): AsyncGenerator<FoundValue> {
  const parser = new JSONParser({ paths, keepStack: false });
  const found: FoundValue[] = [];
  let entries = 0;
  parser.onValue = ({ key, value }) => {
    if (key !== 'version') entries += 1;
    found.push({ key, value });
  };
  let read = 0;
  for await (const piece of createReadStream(file)) {
    const bytes = withoutMark(piece as Buffer, read);
    if (parser.isEnded && bytes.toString('utf8').trim() === '') continue;
    try {
      parser.write(bytes);
    } catch (cause) {
      const position = /position "(\d+)"/.exec((cause as Error).message)?.[1];
      const where = position === undefined ? `after entry ${entries}` : `at byte ${position}`;
      throw noHar(file, `its JSON breaks ${where}`);
    }
    read += bytes.length;
    yield* found.splice(0);
  }
  if (!parser.isEnded) throw noHar(file, read === 0 ? 'it is empty' : 'it ends before its JSON does');
}

const byteOrderMark = Buffer.from('\uFEFF');

/** A byte order mark is no part of JSON, and some editors write one. */
const withoutMark = (bytes: Buffer, before: number): Buffer =>
  before === 0 && bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;

const noHar = (file: string, problem: string): WalletproofError =>
  usageError(
    `${file} is no HAR: ${problem}.`,
    'Save the traffic again as HAR (HTTP Archive 1.2), with bodies; or give a folder of recorded requests, or a journal of serve.',
  );

const recordedOf = ({ request, response, ...entry }: HarEntry, place: string): Recorded => {
  const { method, url, headers, postData } = request;
  // Browsers write 0 for what was blocked or given up.
  const hasAnswer = response !== undefined && response !== null && response.status !== 0;
  return {
    place,
    request: { method, url, headers, body: decodedBody(postData, headers) },
    answer: hasAnswer ? { ...response, body: decodedBody(response.content, response.headers) } : undefined,
    startedAt: timeOf(entry.startedDateTime),
    durationMs: entry.time ?? undefined,
  };
};

const timeOf = (text: string | null | undefined): number | undefined => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
};

/** Some proxies record what went over the wire: then it is decoded here. */
const decodedBody = (
  body: HarEntry['request']['postData'],
  headers: readonly RecordedHeader[],
): Uint8Array | undefined => {
  if (body?.text === undefined || body.text === null) return undefined;
  const bytes = Buffer.from(body.text, body.encoding === 'base64' ? 'base64' : 'utf8');
  const coding = headerOf(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  try {
    return decoders[coding]?.(bytes) ?? bytes;
  } catch {
    // Most tools have undone the coding, and keep the header.
    return bytes;
  }
};

const mostDecoded = { maxOutputLength: 64 * 1024 * 1024 };

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gunzipSync(bytes, mostDecoded),
  deflate: (bytes) => inflateSync(bytes, mostDecoded),
  br: (bytes) => brotliDecompressSync(bytes, mostDecoded),
};

/**
 * The requests of a folder in the order of the names of their files: `.har`, `.json` with a request and
 * its response, `.http` and `.txt` as both went over the wire. Other files are let be.
 */
async function* readFolder(folder: string): AsyncGenerator<Recorded> {
  for (const name of (await readdir(folder)).sort()) {
    const file = join(folder, name);
    if (name.endsWith('.har')) yield* readHar(file, name);
    else if (name.endsWith('.json')) yield pairIn(await bytesOf(file), name);
    else if (/\.(?:http|txt)$/.test(name)) yield wireIn(await bytesOf(file), name);
  }
}

/** No request of the contract comes near it. */
const mostBytes = 16 * 1024 * 1024;

const bytesOf = async (file: string): Promise<Buffer> => {
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
  return {
    place: name,
    request: { ...request, body: writtenBody(request.body) },
    answer: { ...response, body: writtenBody(response.body) },
    startedAt: timeOf(startedAt),
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

const writtenBody = (body: unknown): Uint8Array | undefined => {
  if (body === undefined || body === null) return undefined;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
};

/** A request, its lines ended by CRLF or LF, and its answer behind it, which begins with `HTTP/`. */
const wireIn = (bytes: Buffer, name: string): Recorded => {
  // Latin-1 has a character for each byte.
  const text = bytes.toString('latin1');
  const start = /^HTTP\/\d\S* \d{3}/m.exec(text.slice(1));
  if (start === null) throw unreadable(name, 'no answer (HTTP/1.1 200 …) follows the request');
  const { first, ...request } = messageIn(text.slice(0, start.index + 1));
  const { first: statusLine, ...answer } = messageIn(text.slice(start.index + 1));
  const [, method, target] = /^([A-Z]+) (\S+)/.exec(first) ?? [];
  if (method === undefined || target === undefined) {
    throw unreadable(name, 'expected a request line such as POST /api/games/list HTTP/1.1');
  }
  const host = headerOf(request.headers, 'host') ?? 'localhost';
  return {
    place: name,
    request: { ...request, method, url: target.startsWith('/') ? `http://${host}${target}` : target },
    answer: { ...answer, status: Number(statusLine.split(' ')[1]) },
    startedAt: undefined,
    durationMs: undefined,
  };
};

/** `first`: the request line, or the status line. */
const messageIn = (text: string) => {
  const [, head = text, rest = ''] = /^(.*?)\r?\n\r?\n(.*)$/s.exec(text.trimStart()) ?? [];
  const [first = '', ...lines] = head.split(/\r?\n/);
  const headers = lines.flatMap((line): RecordedHeader[] => {
    const [, name, value] = /^([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
  // An editor ends a file, and people part two messages, with newlines that are no part of JSON.
  return { first, headers, body: Buffer.from(rest.trimEnd(), 'latin1') };
};

const unreadable = (name: string, problem: string): WalletproofError =>
  usageError(
    `${name} holds no recorded request: ${problem}.`,
    'docs/compare.md shows what a folder of recorded requests has.',
  );

/**
 * The exchanges of a journal that `serve` keeps, oldest first, without those of runs of scenarios and
 * those with a fault: these are unlike a platform on purpose.
 */
async function* readJournal(file: string): AsyncGenerator<Recorded> {
  // Loaded here: only a journal needs SQLite.
  const { openJournalReader } = await import('../journal/journal-reader.ts');
  const journal = openJournalReader(file);
  try {
    let afterSeq = journal.bounds().firstSeq - 1;
    for (let more = true; more; ) {
      const page = await journal.rows({ limit: pageLength, afterSeq, notOrigin: 'run' });
      for (const { exchange } of page.rows) {
        if (exchange.fault === undefined) yield exchanged(exchange);
      }
      ({ more, searchedTo: afterSeq } = page);
    }
  } finally {
    journal.close();
  }
}

const pageLength = 200;

const exchanged = ({ id, direction, request, answer, startedAt, durationMs }: Exchange): Recorded => {
  // A path of ours belongs to no host.
  const url = direction === 'operation' ? `http://localhost${request.url}` : request.url;
  return {
    place: `exchange ${id}`,
    request: { ...request, url, headers: writtenHeaders(request.headers) },
    answer: answer.kind === 'failed' ? undefined : { ...answer, headers: writtenHeaders(answer.headers) },
    startedAt,
    durationMs,
  };
};
