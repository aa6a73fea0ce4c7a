import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { JournalRow } from '../journal/journal.ts';
import type { JsonText } from './create-json-text.ts';
import { type JournalPort, journalQuery } from './exchanges.ts';
import { harEntry, harHead, harTail } from './export-har.ts';
import { exportRows } from './export-rows.ts';
import { ownRoute, type Route } from './route.ts';
import { requests } from './schemas/all-schemas.ts';
import type { Setup } from './schemas/platform.ts';

interface ExportOptions {
  readonly journal: JournalPort;
  readonly setup: () => Setup;
  readonly jsonText: JsonText;
}

/** Exchanges as a file for other tools. */
export const exportRoutes = (options: ExportOptions): readonly Route[] => [
  ownRoute('GET /exchanges.har', {
    name: 'exportHar',
    tag: 'traffic',
    summary: 'Export exchanges as HAR',
    description:
      'An HTTP Archive 1.2, which browsers, proxies and `walletproof compare` read. It takes what the list takes, and has 10,000 exchanges at most, oldest first: the newest ones, or the first ones after afterSeq. Where older ones are left out, the header x-walletproof-left-out and the name of the file say so.',
    query: requests.ExportQuery,
    answer: { status: 200, mediaType: 'application/json', description: 'The archive.' },
    serve: async (request, response, { query, signal }) => {
      const { rows, isCut } = await exportRows(options.journal, { ...journalQuery(query), limit: query.limit }, signal);
      const name = `walletproof-exchanges${isCut ? `-newest-${query.limit}` : ''}.har`;
      response.set({ 'content-type': 'application/json', 'content-disposition': `attachment; filename="${name}"` });
      if (isCut) response.set('x-walletproof-left-out', 'older exchanges');
      if (request.method === 'HEAD') return void response.end();
      const comment = isCut ? `The newest ${query.limit}: more exchanges match.` : undefined;
      try {
        await pipeline(Readable.from(harText(rows, comment, options)), response);
      } catch (error) {
        // Whoever reads no more wants no answer.
        if (!signal.aborted) throw error;
      }
    },
  }),
];

async function* harText(
  rows: AsyncIterable<JournalRow>,
  comment: string | undefined,
  { setup, jsonText }: ExportOptions,
): AsyncGenerator<string> {
  const { baseUrl, version } = setup();
  yield harHead({ version, comment });
  let comma = '';
  for await (const row of rows) {
    yield `${comma}\n${jsonText(harEntry(row, baseUrl))}`;
    comma = ',';
  }
  yield harTail;
}
