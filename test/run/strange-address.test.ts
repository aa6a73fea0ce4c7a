import { expect, it } from '@jest/globals';
import { type Preflight, preflight } from '../../src/run/preflight.ts';
import type { Answer } from '../../src/spec/exchange.ts';
import { contextFor } from './run-against.ts';

const page = (status: number, body: string, headers: Record<string, string> = {}): Answer => ({
  kind: 'answered',
  status,
  headers,
  body: Buffer.from(body),
});

const preflightOf = async (answer: Answer): Promise<Preflight> =>
  await preflight(
    contextFor(() => answer, 'minimal'),
    {},
  );

it.each([
  ['without a body', page(307, '', { location: '/callback/' })],
  ['with a page, as web servers do', page(301, '<html></html>', { location: '/callback/' })],
])('a redirect is named, with where it leads: %s', async (_, answer) => {
  const { root, refusal, findings } = await preflightOf(answer);
  expect(root?.reason).toMatch(/a redirect \(HTTP 30[17], Location: \/callback\/\)/);
  expect(root?.remedy).toContain('http://127.0.0.1:1/callback/');
  expect([refusal, findings]).toEqual([undefined, []]);
});

const json = '{"content":{"balance":1000.00}}';

it.each([
  ['a notice', `<br />\n<b>Notice</b>: {x} in cb.php<br />\n${json}`, '"<br /> <b>Notice</b>: {x} in cb.php<br />"'],
  ['a byte order mark', `\uFEFF${json}`, 'a byte order mark'],
])('what stands before the JSON is named, and is a breach: %s', async (_, body, named) => {
  const { root, findings } = await preflightOf(page(200, body));
  expect(root?.reason).toContain('before the JSON stands');
  expect(root?.reason).toContain(named);
  expect(root?.remedy).toMatch(/^Answer the JSON alone/);
  expect(findings).toMatchObject([{ code: 'answer-not-json' }]);
});

it.each([
  ['a page', '<html><script>var a = {"content":1};</script></html>', 'an HTML page'],
  ['nothing', '', 'something that is no JSON'],
])('whoever is no agent breaks nothing: %s', async (_, body, named) => {
  const { root, findings } = await preflightOf(page(200, body));
  expect(root?.reason).toContain(named);
  expect(root?.remedy).toMatch(/^Correct the callback URL/);
  expect(findings).toEqual([]);
});
