import { expect, it } from '@jest/globals';
import { createPacking, splitLines, unpackPieces } from '../../src/journal/pack-batch.ts';
import { exchangeOf } from '../../src/journal/row-text.ts';
import { createUnpacking } from '../../src/journal/unpack-batch.ts';
import { answeredWith, exchangeNumber, judgementOf } from './sample-exchanges.ts';

it('brings batches to the other side, byte for byte, and a shared end of bodies only once', () => {
  const [pack, unpack] = [createPacking(), createUnpacking()];
  const sharedTail = Buffer.from('{"games":[]}');
  const listed = exchangeNumber(3, {
    origin: 'run',
    answer: {
      kind: 'answered',
      status: 200,
      headers: { a: ',\n' },
      body: Uint8Array.of(1),
      sharedTail,
    },
  });
  const failed = exchangeNumber(4, {
    answer: { kind: 'failed', failure: 'timeout', message: 'Zu spät.' },
  });
  const batches = [
    { exchanges: [answeredWith(1, Uint8Array.of(0, 255, 0xc3)), listed], judgements: [] },
    { exchanges: [], judgements: [judgementOf('x-1', 'wrong'), judgementOf('x-1', 'right')] },
    { exchanges: [listed, failed], judgements: [judgementOf('x-4', 'unjudged')] },
    { exchanges: [], judgements: [], kept: '{"cleared":true,"rows":[]}' },
  ];
  const packed = batches.map(pack);
  expect(packed.map(({ tails }) => tails.length)).toEqual([1, 0, 0, 0]);
  const unpacked = packed.map((batch) => ({ ...asBatch(unpack(batch)), kept: batch.kept }));
  expect(asText(unpacked)).toBe(asText(batches));
});

type Unpacked = ReturnType<ReturnType<typeof createUnpacking>>;

const asBatch = ({ keys, rest, bytes, count, ends, judgements }: Unpacked) => {
  const [lines, pieces] = [splitLines(rest), unpackPieces(bytes, 2 * count)];
  const exchanges = (JSON.parse(keys) as (string | null)[][]).map((row, index) => {
    const [requestBody = bytes, answerBody = bytes] = pieces.slice(2 * index);
    const parts = { keys: row, rest: JSON.parse(lines[index] ?? ''), requestBody, answerBody };
    const exchange = exchangeOf(parts);
    const sharedTail = ends?.[index];
    if (sharedTail === undefined) return exchange;
    return { ...exchange, answer: { ...exchange.answer, sharedTail } };
  });
  return { exchanges, judgements: splitLines(judgements).map((line) => JSON.parse(line)) };
};

/** Fields in the order of their names, bytes as numbers. */
const asText = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    if (part instanceof Uint8Array) return [...part];
    // A Buffer comes as what its toJSON gives.
    if ('type' in part && part.type === 'Buffer' && 'data' in part) return part.data;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
