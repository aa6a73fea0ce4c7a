import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseConfiguration } from '../../src/formats/configuration.ts';
import { type Game, parseGames } from '../../src/formats/games.ts';
import { renderPlatformPage } from '../../src/report/platform-page/render-platform-page.ts';
import { dialects } from '../../src/signing/dialects.ts';
import { callbackTypes } from '../../src/spec/callback.ts';
import { openPoints } from '../../src/spec/open-points.ts';
import { operationNames } from '../../src/spec/operation.ts';
import { agentErrorCodes, ownRefusals, refusals } from '../../src/spec/refusal.ts';
import { settings } from '../../src/spec/settings.ts';

const file = new URL('../../docs/platform.md', import.meta.url);

const builtIn = new URL('../../fixtures/games.json', import.meta.url);

const page = renderPlatformPage();

it('docs/platform.md is made of the records', () => {
  // UPDATE=1 writes it anew, to be read in the diff.
  if (process.env['UPDATE'] === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``, 'g'))].map(([, text = '']) => text);

describe('the page of the platform', () => {
  it('has a chapter for every operation and callback', () => {
    for (const name of operationNames) expect(page).toContain(`\n### ${name}\n`);
    for (const type of callbackTypes) expect(page).toContain(`\n#### ${type}\n`);
  });

  it('tells every error code', () => {
    const codes = [...Object.keys({ ...refusals, ...ownRefusals }), ...agentErrorCodes];
    expect(codes.filter((code) => !page.includes(`\n| \`${code}\` |`))).toEqual([]);
  });

  it('tells every open point and every setting', () => {
    const plain = page.replaceAll('`', '');
    const points = openPoints.map(({ point }) => point.replaceAll('`', ''));
    expect(points.filter((point) => !plain.includes(`- **${point}**`))).toEqual([]);
    expect(settings.filter(({ key }) => !page.includes(`\n| \`${key}\` |`))).toEqual([]);
  });

  it.each([
    ['How a callback is sent', 'must be reachable from the internet and accept HTTPS (section 2)'],
    [
      'The answer, and what becomes of it',
      '`transaction_not_found` to a rollback makes it clear, too, where its status is below 500',
    ],
    ['The three callbacks', 'store every processed `transaction_id`'],
    ['The three callbacks', 'A duplicate never debits again.'],
    ['The three callbacks', 'carries no `timestamp` and never expires'],
    ['The three callbacks', '(a tombstone)'],
    ['makeBet', 'with a comparison in constant time (section 5)'],
    ['list', 'cache it, and refresh it every few hours'],
    ['get_game_link', 'Nothing ties the `session_id` of callbacks to the `agent_session_id`'],
    ['The checks and their order', 'a wrong `Content-Type` is a `validation_error` with HTTP 422 is **assumed**'],
  ])('tells where its reader looks for it, at "%s": %s', (heading, text) => {
    const [, below = ''] = page.split(new RegExp(`\\n#+ ${heading}\\n`));
    const [own = ''] = below.split(/\n#+ /);
    expect(own).toContain(text);
  });

  it('links to headings that there are', () => {
    const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  });

  it('has configurations that are valid', () => {
    const knownDialects = dialects.map(({ name }) => name);
    const blocks = blocksOf('yaml');
    expect(blocks.length).toBe(4);
    for (const text of blocks) {
      const parsed = parseConfiguration({ text, file: 'page', env: {}, knownDialects });
      expect(parsed.agents.length).toBeGreaterThan(0);
    }
  });

  it('has bodies that are JSON', () => {
    expect(blocksOf('json').length).toBeGreaterThan(5);
    for (const text of blocksOf('json')) expect(JSON.parse(text)).toEqual(expect.any(Object));
  });
});

describe('the chapter of agents and games', () => {
  it('tells which games there are without a file', () => {
    const games = parseGames({ text: readFileSync(builtIn, 'utf8'), file: 'games.json' });
    const idsOf = (wanted: (game: Game) => boolean): readonly number[] => games.filter(wanted).map(({ id }) => id);
    const inWords = (ids: readonly number[]): string => ids.join(', ').replace(/, (\d+)$/, ' and $1');
    const crash = inWords(idsOf(({ kind }) => kind === 'crash'));
    const noDemo = inWords(idsOf(({ demo }) => !demo));
    expect(page).toContain(
      `${games.length} games, ${games[0]?.id} to ${games.at(-1)?.id}: slots, but ${crash} are crash games; ${noDemo} have no demo`,
    );
    expect(page).toContain(`without one, ${crash} are crash games`);
  });

  it('shows a file of games that is valid', () => {
    const text = blocksOf('json').find((block) => block.startsWith('['));
    expect(parseGames({ text: text ?? '', file: 'page' })).toHaveLength(1);
  });
});

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, inner]) => [name, sorted(inner)]),
      )
    : value;

describe('an example of the page', () => {
  const examples = blocksOf('http').map((text) => {
    const [head = '', body = ''] = text.split('\n\n');
    return { head, body: JSON.parse(body) as object };
  });

  it('is there for every operation and callback', () => {
    expect(examples).toHaveLength(operationNames.length + callbackTypes.length);
  });

  it.each(examples)('is signed with the token that the page names: $head', ({ head, body }) => {
    const text = JSON.stringify(sorted(body));
    const signature = createHmac('sha256', 'test-token').update(text).digest('hex');
    expect(head).toContain(`X-Signature: ${signature}`);
  });
});
