import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createHeadersReader } from '../../src/load/shared-headers.ts';
import { joinHeaders } from '../../src/wire/send-once.ts';

type Pairs = readonly (readonly [name: string, value: string])[];

/** As undici's parser gives them: parts of the piece that was read from the socket. */
const inOnePiece = (pairs: Pairs): Uint8Array[] => {
  const text = pairs.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const piece = new Uint8Array(Buffer.from(`HTTP/1.1 200 OK\r\n${text}\r\n`, 'latin1'));
  let at = 'HTTP/1.1 200 OK\r\n'.length;
  return pairs.flatMap(([name, value]) => {
    const start = at + name.length + 2;
    const parts = [piece.subarray(at, at + name.length), piece.subarray(start, start + value.length)];
    at = start + value.length + 2;
    return parts;
  });
};

/** Where a piece ended within one: put together by Buffer.concat, in the pool that small Buffers share. */
const inPool = (pairs: Pairs): Uint8Array[] => pairs.flat().map((text) => Buffer.concat([Buffer.from(text, 'latin1')]));

const token = fc.string({ unit: fc.constantFrom(...'abAB-1'), minLength: 1, maxLength: 4 });
const pairs = fc.array(fc.tuple(token, token), { minLength: 1, maxLength: 4 });

it('reads headers as the courier does, those that come again too', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(pairs, fc.boolean()), { maxLength: 30 }), (answers) => {
      const read = createHeadersReader();
      for (const [headers, isPooled] of [...answers, ...answers]) {
        const raw = isPooled ? inPool(headers) : inOnePiece(headers);
        expect(read(raw)).toEqual(joinHeaders(headers.flat()));
      }
    }),
  );
});

it('gives the same headers for the same bytes', () => {
  const read = createHeadersReader();
  const headers: Pairs = [
    ['Content-Type', 'application/json'],
    ['Content-Length', '25'],
  ];
  const other: Pairs = [
    ['Content-Type', 'application/json'],
    ['Content-Length', '26'],
  ];
  const first = read(inOnePiece(headers));
  expect(read(inOnePiece(other))).not.toBe(first);
  expect(read(inOnePiece(headers))).toBe(first);
});

it('takes an answer without headers', () => {
  expect(createHeadersReader()([])).toEqual({});
});
