import { renderToString } from 'preact-render-to-string';
import type { ExchangeDetail } from '../../../../src/api/schemas/exchanges.ts';
import { dialectCaution } from '../../../../src/spec/dialect-caution.ts';
import {
  BodiesView,
  HeadersView,
  prettyJson,
  SigningView,
} from '../../../../src/ui/dashboard/exchange/message-view.tsx';

test('numbers, repeated keys and escapes stay as they were sent', () => {
  const sent = '{"bet":1.10,"bet":1e2,"big":12345678901234567890.0,"name":"\\u00fc \\" }"}';
  expect(prettyJson(sent)).toBe(
    ['{', '  "bet": 1.10,', '  "bet": 1e2,', '  "big": 12345678901234567890.0,', '  "name": "\\u00fc \\" }"', '}'].join(
      '\n',
    ),
  );
});

test('lists and objects are indented, empty ones are not opened', () => {
  expect(prettyJson('{"a":[1,[],{}],"b":{"c":null}}')).toBe(
    '{\n  "a": [\n    1,\n    [],\n    {}\n  ],\n  "b": {\n    "c": null\n  }\n}',
  );
});

test.each([
  ['12.50', '12.50'],
  [' [ ] ', '[]'],
  ['"a, b: {"', '"a, b: {"'],
])('%j alone is %j', (text, pretty) => {
  expect(prettyJson(text)).toBe(pretty);
});

test.each(['', '{"a":1', '<html>', "{'a':1}", `"${'x'.repeat(300_000)}"`])(
  'what is no JSON, or too long, stays as it is',
  (text) => {
    expect(prettyJson(text)).toBeUndefined();
  },
);

test('a body nested a thousand times is not indented a thousand times', () => {
  const deep = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;
  expect(prettyJson(deep)?.length).toBeLessThan(100_000);
});

const parts = (text: string, base64?: string) => ({
  request: { method: 'POST', url: '/', headers: { a: 'b' }, body: { text, base64 } },
  answer: { kind: 'failed', failure: 'closed', message: '' } as const,
});

const request = (text: string, base64?: string): string => renderToString(<BodiesView detail={parts(text, base64)} />);

test('a huge body is cut at its end, and says so', () => {
  const markup = request(`<${'x'.repeat(100_010)}`);
  expect(markup).toContain(`>&lt;${'x'.repeat(99_999)}\n… and 11 more characters<`);
});

test('what is no JSON, no text or nothing is told', () => {
  expect(request('<html>')).toContain('This is no JSON');
  expect(request('{}', 'e30=')).toContain('These bytes are no UTF-8');
  expect(request('')).toContain('The body is empty.');
});

test('headers are counted', () => {
  expect(renderToString(<HeadersView detail={parts('')} />)).toContain('1 header of the request');
});

const signing = (changes: Partial<ExchangeDetail>): string =>
  renderToString(
    <SigningView
      detail={{
        ...{ seq: 1, id: 'ex-1', direction: 'operation', kind: 'list', status: 200 },
        ...{ startedAt: '2026-01-01T00:00:00.000Z', durationMs: 1, curl: '', related: [] },
        request: { method: 'POST', url: '/', headers: {}, body: { text: '' } },
        answer: { kind: 'failed', failure: 'closed', message: '' },
        signature: 'abc',
        ...changes,
      }}
    />,
  );

test('the dialect of a request stands with the word that others may not take it', () => {
  expect(signing({ dialect: 'php' })).toContain(`Signed as <code>php</code>: ${dialectCaution}.`);
  expect(signing({ dialect: 'minimal' })).not.toContain(dialectCaution);
  expect(signing({})).toContain('none matched');
  expect(signing({ dialect: 'php', direction: 'callback' })).not.toContain(dialectCaution);
});
