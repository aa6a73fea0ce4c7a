import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { JournalRow } from '../journal/journal.ts';
import type { JsonText } from './create-json-text.ts';
import { type JournalPort, journalQuery } from './exchanges.ts';
import { harEntry, harHead, harTail } from './export-har.ts';
import { exportRows } from './export-rows.ts';
import type { OwnRoute } from './route.ts';
import type { Checked } from './schemas/all-schemas.ts';
import type { Setup } from './schemas/platform.ts';
import { checkInput, endOf, readQuery } from './serve-route.ts';

interface ExportOptions {
  readonly journal: JournalPort;
  readonly setup: () => Setup;
  readonly jsonText: JsonText;
}

/** Exchanges as a file for other tools. */
export const exportRoutes = (options: ExportOptions): readonly OwnRoute[] => [
  {
    ...{ method: 'get', path: '/exchanges.har', name: 'exportHar', tag: 'traffic' },
    summary: 'Export exchanges as HAR',
    description:
      'An HTTP Archive 1.2, which browsers, proxies and `walletproof compare` read. It takes what the list takes, and has 10,000 exchanges at most, oldest first: the newest ones, or the first ones after afterSeq. Where older ones are left out, the header x-walletproof-left-out and the name of the file say so.',
    query: 'ExportQuery',
    answer: { status: 200, mediaType: 'application/json', description: 'The archive.' },
    serve: async (request, response) => await sendHar(request, response, options),
  },
];

/** Streams what is asked for; ends with the reader. */
const sendHar = async (
  request: Request,
  response: Response,
  { journal, setup, jsonText }: ExportOptions,
): Promise<void> => {
  const query = (await checkInput('ExportQuery', readQuery(request.url))) as Checked<'ExportQuery'>;
  const signal = endOf(response);
  const { rows, isCut } = await exportRows(journal, journalQuery(query), signal);
  const name = `walletproof-exchanges${isCut ? `-newest-${query.limit}` : ''}.har`;
  response.set({ 'content-type': 'application/json', 'content-disposition': `attachment; filename="${name}"` });
  if (isCut) response.set('x-walletproof-left-out', 'older exchanges');
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const { baseUrl, version } = setup();
  const comment = isCut ? `The newest ${query.limit}: more exchanges match.` : undefined;
  try {
    const text = harText(rows, { jsonText, baseUrl, head: harHead({ version, comment }) });
    await pipeline(Readable.from(text), response);
  } catch (error) {
    // Whoever reads no more wants no answer.
    if (!signal.aborted) throw error;
  }
};

interface HarParts {
  readonly jsonText: JsonText;
  readonly baseUrl: string;
  readonly head: string;
}

async function* harText(
  rows: AsyncIterable<JournalRow>,
  { jsonText, baseUrl, head }: HarParts,
): AsyncGenerator<string> {
  yield head;
  let comma = '';
  for await (const row of rows) {
    yield `${comma}\n${jsonText(harEntry(row, baseUrl))}`;
    comma = ',';
  }
  yield harTail;
}
