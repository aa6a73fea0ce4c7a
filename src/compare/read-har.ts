import { createReadStream } from 'node:fs';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { JSONParser } from '@streamparser/json';
import { type HarEntry, harEntryOf } from '../formats/har.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import { headerOf, type Recorded, type RecordedHeader } from './recorded.ts';

/**
 * The entries of an HTTP Archive, read piece by piece: however large the file is, no more than a piece
 * and its entries are in memory. Throws a usage error where it is no HAR. `name`: how places name it.
 */
export async function* readHar(file: string, name?: string): AsyncGenerator<Recorded> {
  let number = 0;
  const where = name === undefined ? '' : `${name} `;
  for await (const value of entriesIn(file)) {
    number += 1;
    const entry = harEntryOf(value);
    if (entry === undefined) throw noEntry(file, number);
    yield recordedOf(entry, `${where}entry ${number}`);
  }
}

async function* entriesIn(file: string): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: ['$.log.version', '$.log.entries.*'], keepStack: false });
  let [isHar, isEnded] = [false, false];
  const found: unknown[] = [];
  let count = 0;
  parser.onValue = ({ value, key }) => {
    isHar = true;
    if (key === 'version') return;
    count += 1;
    found.push(value);
  };
  parser.onEnd = () => {
    isEnded = true;
  };
  let read = 0;
  for await (const piece of createReadStream(file)) {
    const bytes = withoutMark(piece as Buffer, read);
    if (isEnded && bytes.toString('utf8').trim() === '') continue;
    try {
      parser.write(bytes);
    } catch (cause) {
      throw broken(file, cause, count);
    }
    read += bytes.length;
    yield* found.splice(0);
  }
  if (!isEnded) throw endsEarly(file, read);
  if (!isHar && !(await hasEmptyEntries(file))) throw noHar(file, 'it has no log.entries');
}

/** Whether the file has log.entries, once it is known that nothing is in them: then they are cheap to keep. */
const hasEmptyEntries = async (file: string): Promise<boolean> => {
  const parser = new JSONParser({ paths: ['$.log.entries'], keepStack: false });
  let isList = false;
  parser.onValue = ({ value }) => {
    isList = Array.isArray(value);
  };
  let read = 0;
  for await (const piece of createReadStream(file)) {
    if (parser.isEnded) break;
    const bytes = withoutMark(piece as Buffer, read);
    parser.write(bytes);
    read += bytes.length;
  }
  return isList;
};

/** A byte order mark is no part of JSON, and some editors write one. */
const withoutMark = (bytes: Buffer, before: number): Buffer =>
  before === 0 && bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : bytes;

const byteOrderMark = Buffer.from('\uFEFF');

const broken = (file: string, cause: unknown, entries: number): WalletproofError => {
  const position = /position "(\d+)"/.exec((cause as Error).message)?.[1];
  return noHar(file, `its JSON breaks ${position === undefined ? `after entry ${entries}` : `at byte ${position}`}`);
};

const endsEarly = (file: string, length: number): WalletproofError =>
  length === 0 ? noHar(file, 'it is empty') : noHar(file, 'it ends before its JSON does');

const noEntry = (file: string, number: number): WalletproofError =>
  noHar(file, `entry ${number} has no request with method and url`);

const noHar = (file: string, problem: string): WalletproofError =>
  new WalletproofError(
    'usage',
    `${file} is no HAR: ${problem}.`,
    'Save the traffic again as HAR (HTTP Archive 1.2), with bodies; or give a folder of recorded requests, or a journal of serve.',
  );

const recordedOf = ({ request, response, ...entry }: HarEntry, place: string): Recorded => {
  const { method, url, headers, postData } = request;
  return {
    place,
    request: { method, url, headers, body: bodyOf(postData, headers) },
    // Browsers write 0 for what was blocked or given up.
    answer:
      response === undefined || response === null || response.status === 0
        ? undefined
        : {
            status: response.status,
            headers: response.headers,
            body: bodyOf(response.content, response.headers),
          },
    startedAt: timeOf(entry.startedDateTime),
    durationMs: entry.time ?? undefined,
  };
};

const timeOf = (text: string | null | undefined): number | undefined => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
};

interface HarBody {
  readonly text?: string | null | undefined;
  readonly encoding?: string | null | undefined;
}

/** Some proxies record what went over the wire: then it is decoded here. */
const bodyOf = (body: HarBody | null | undefined, headers: readonly RecordedHeader[]): Uint8Array | undefined => {
  if (body?.text === undefined || body.text === null) return undefined;
  const bytes = Buffer.from(body.text, body.encoding === 'base64' ? 'base64' : 'utf8');
  return decoded(bytes, headerOf(headers, 'content-encoding')?.trim().toLowerCase());
};

const mostDecoded = { maxOutputLength: 64 * 1024 * 1024 };

const decoders: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  gzip: (bytes) => gunzipSync(bytes, mostDecoded),
  deflate: (bytes) => inflateSync(bytes, mostDecoded),
  br: (bytes) => brotliDecompressSync(bytes, mostDecoded),
};

/** Most tools have undone the coding, and keep the header: what cannot be decoded stays as it is. */
const decoded = (bytes: Uint8Array, coding: string | undefined): Uint8Array => {
  try {
    return decoders[coding ?? '']?.(bytes) ?? bytes;
  } catch {
    return bytes;
  }
};
