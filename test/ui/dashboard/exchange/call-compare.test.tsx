import { renderToString } from 'preact-render-to-string';
import type { ExchangeDetail } from '../../../../src/api/schemas/exchanges.ts';
import { ComparedView, fieldsOfText } from '../../../../src/ui/dashboard/exchange/call-compare.tsx';
import { rowOf } from '../traffic/rows.ts';

const fields = (text: string) => [...fieldsOfText(text)];

test('each field has its path, and the text that was sent', () => {
  expect(fields('{"bet":1.10,"freespins":{"played":1,"list":[{"a":null},"x: y"]},"empty":{}}')).toEqual([
    ['bet', '1.10'],
    ['freespins.played', '1'],
    ['freespins.list.0.a', 'null'],
    ['freespins.list.1', '"x: y"'],
    ['empty', '{}'],
  ]);
});

test('what is no object is one field', () => {
  expect(fields('17')).toEqual([['body', '17']]);
  expect(fields('<html>')).toEqual([['body', '<html>']]);
});

test('of two sendings what differs is told, and nothing else', () => {
  const one = exchange('{"request_id":"r-1","bet":1.0}', 10);
  const other = exchange('{"request_id":"r-2","bet":1.0}', 10);
  const markup = renderToString(<ComparedView one={one} other={other} />);
  expect(markup).toContain('sent request_id');
  expect(markup).not.toContain('sent bet');
  expect(renderToString(<ComparedView one={one} other={one} />)).toContain('All bodies and headers are the same.');
});

const exchange = (text: string, durationMs: number): ExchangeDetail => ({
  ...rowOf(1),
  ...{ durationMs, curl: '', related: [] },
  request: { method: 'POST', url: '/', headers: { a: 'b' }, body: { text } },
  answer: { kind: 'answered', status: 200, headers: {}, body: { text: '{}' } },
});
