import { describe, expect, it } from '@jest/globals';
import type { Nodes, Root, RootContent, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import type { Run } from '../../src/formats/run.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { aBrokenRun, aFinding, anExchange, aRequirement, aRun } from './run-builder.ts';
import { aHostileRun, aMixedRun, hostileTexts } from './whole-run.ts';

/** Reads the report as GitHub does. */
const parsed = (run: Run): Root =>
  fromMarkdown(renderMarkdown(run), {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });

const childrenOf = (node: Nodes): Nodes[] => ('children' in node ? node.children : []);
const within = (node: Nodes): Nodes[] => [node, ...childrenOf(node).flatMap(within)];
const textOf = (node: Nodes): string => ('value' in node ? node.value : childrenOf(node).map(textOf).join(''));

const headings = (run: Run): string[] =>
  parsed(run)
    .children.filter(({ type }) => type === 'heading')
    .map(textOf);

const tables = (run: Run): string[][][] =>
  parsed(run)
    .children.filter((node: RootContent): node is Table => node.type === 'table')
    .map((table) => table.children.map((row) => row.children.map(textOf)));

describe('renderMarkdown', () => {
  it('has the verdict first, then breaches, warnings and what was not judged', () => {
    expect(headings(aMixedRun())).toEqual([
      'walletproof: NOT CONFORMANT',
      'Breaches',
      'SIG-03: a makeBet moved money again',
      'Known breaches',
      'BAL-04: a repeated transaction_id moved money again',
      'Not judged',
    ]);
  });

  it('counts the verdicts of each group and of all', () => {
    expect(tables(aMixedRun())[0]).toEqual([
      ['group', 'passed', 'known', 'failed', 'warned', 'observed', 'skipped', 'blocked', 'inconclusive'],
      ['SIG', '1', '0', '1', '1', '1', '0', '0', '0'],
      ['BAL', '0', '1', '0', '0', '0', '1', '1', '1'],
      ['all', '1', '1', '1', '1', '1', '1', '1', '1'],
    ]);
  });
});

describe('the evidence in Markdown', () => {
  it('shows the calls of a breach as a table, without its empty columns', () => {
    expect(tables(aMixedRun())[1]).toEqual([
      ['#', 'call', 'transaction', 'bet', 'win', 'answered', 'due', 'ms'],
      ['1', 'makeBet first', 'tx_17', '10.24', '0.00', '989.76', '989.76', '3'],
    ]);
    const { expectedBalance: _, ...exchange } = anExchange();
    const [, evidence] = tables(aMixedRun({ exchanges: [exchange] }));
    expect(evidence?.[0]).not.toContain('due');
  });

  it('tells the likely cause and where to look', () => {
    const text = textOf(parsed(aMixedRun()));
    expect(text).toMatch(/likely cause: .*The update has no unique key\./);
    expect(text).toContain('where to look: Decide by transaction_id alone');
    expect(text).toContain('scenario: scenarios/idempotency/repeated-bet.yaml:7');
  });
});

describe('the table of the evidence in Markdown', () => {
  it('comes after what the account held before the first of the calls', () => {
    expect(textOf(parsed(aBrokenRun({ exchanges: ['x2', 'x3'] })))).toContain('balance before 1000.00');
    expect(textOf(parsed(aBrokenRun()))).not.toContain('balance before');
  });
});

describe('what was not judged, in Markdown', () => {
  it('tells why something was not judged', () => {
    expect(tables(aMixedRun()).at(-1)).toEqual([
      ['verdict', 'requirements', 'reason'],
      ['inconclusive', 'BAL-03', 'somebody else used player-1'],
      ['blocked', 'BAL-02', 'blocked by SIG-03'],
      ['skipped', 'BAL-01', 'no second player is configured'],
    ]);
  });
});

describe('renderMarkdown in special cases', () => {
  it('names the root, the baseline and an interruption', () => {
    const root = { reason: 'The agent is gone.', remedy: 'Start it.' };
    const text = textOf(parsed(aMixedRun({ root, partial: true })));
    expect(text).toContain('Could not judge everything: The agent is gone. Start it.');
    expect(text).toContain('NOT CONFORMANT (interrupted)');
    expect(text).toContain('baseline.yaml: 1 known breach. Stale, to be taken out: RB-01 not-applied: ticket 7.');
  });

  it('shows the first and the last of many calls', () => {
    const exchanges = Array.from({ length: 30 }, (_, index) => anExchange({ id: `x${index}` }));
    const finding = aFinding({ exchanges: exchanges.map(({ id }) => id) });
    const requirements = [aRequirement({ verdict: 'failed', findings: [finding] })];
    const run = aRun({ verdict: 'nonconformant', requirements, exchanges });
    expect(tables(run)[1]?.map(([number]) => number)).toEqual([
      '#',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '25',
      '26',
      '27',
      '28',
      '29',
      '30',
    ]);
    expect(textOf(parsed(run))).toContain('18 calls in the middle are not shown.');
  });

  it('of a conformant run has neither breaches nor warnings', () => {
    expect(headings(aRun())).toEqual(['walletproof: CONFORMANT']);
  });
});

describe('what an agent says', () => {
  const shape = (run: Run): string[] =>
    within(parsed(run))
      .map(({ type }) => type)
      .filter((type) => type !== 'text' && type !== 'inlineCode');

  it.each(hostileTexts)('changes nothing of the Markdown: %j', (text) => {
    expect(shape(aHostileRun(text))).toEqual(shape(aHostileRun('harmless')));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    expect(renderMarkdown(aHostileRun(text))).not.toMatch(/[\u0000-\u0008\u001b\r\u202e]/);
  });

  it('is still there to be read', () => {
    const text = '| a | <b> `c` [d](http://e.example) *f*';
    expect(textOf(parsed(aHostileRun(text)))).toContain(`due: ${text}`);
    expect(textOf(parsed(aHostileRun(text)))).toContain(`likely cause: ${text}`);
  });

  it('calls nobody and links nothing: such words are code', () => {
    const prose = within(parsed(aHostileRun('ask @everyone, org/repo#1 or http://evil.example')))
      .flatMap((node) => (node.type === 'text' ? node.value : []))
      .join('');
    expect(prose).toContain('ask ');
    expect(prose).not.toMatch(/@|#\d|evil/);
  });
});
