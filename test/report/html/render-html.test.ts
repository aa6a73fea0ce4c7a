import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Run } from '../../../src/formats/run.ts';
import { type PageFiles, renderHtml } from '../../../src/report/html/render-html.tsx';
import { loadPageFiles } from '../../../src/report/open-html.ts';
import { findingCodes } from '../../../src/spec/finding.ts';
import { aFinding, aRequirement, aRun } from '../run-builder.ts';
import { aHostileRun } from './hostile-run.ts';
import { aCallback, aDoubleDebit } from './report-builder.ts';

let files: PageFiles;
beforeAll(async () => {
  files = await loadPageFiles();
});

const render = (run: Run): string => renderHtml(run, files);

/** What a reader sees, roughly: the text without the tags. */
const textOf = (html: string): string =>
  html
    .slice(html.indexOf('<body>'), html.lastIndexOf('<script'))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const found = (html: string, pattern: RegExp): string[] => html.match(pattern) ?? [];

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const manyExchanges = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aCallback({ id: `x${index}`, requestBody: JSON.stringify({ filler: 'f'.repeat(300) }) }),
  );

describe('what the report of a run tells', () => {
  it('says the verdict, what to mend and where, before anything else', () => {
    const text = textOf(render(aDoubleDebit()));
    const order = [
      'NOT CONFORMANT',
      'The agent breaks 2 requirements: IDEM-01,08.',
      'IDEM-01 A repeated makeBet moved money again',
      'What to fix',
      '979.52 = 989.76 − 10.24',
      'Change: Decide by transaction_id alone whether a makeBet is new',
      'The specification, section by section',
      'How long the answers took',
    ];
    const places = order.map((part) => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it('tells calls that break two requirements once, and names both', () => {
    const html = render(aDoubleDebit());
    expect(html.match(/role="img" aria-label="Sequence of 3 calls/g)).toHaveLength(1);
    expect(html.match(/<article/g)).toHaveLength(1);
    expect(html).toMatch(/<article.*>IDEM-01<\/span>.*>IDEM-08<\/span>.*<\/article>/s);
  });

  it('has what was answered beside what was due', () => {
    const html = render(aDoubleDebit());
    expect(textOf(html)).toMatch(/makeBet first again tx_17 10.24 0.00 979.52 989.76/);
    expect(html).toContain('3. makeBet of tx_17 bet 10.24  win 0.00: 979.52, due was 989.76.');
  });

  it('says nothing of broken things where there are none', () => {
    const html = render(aRun());
    expect(textOf(html)).toContain('CONFORMANT 1 requirement passed, none is broken.');
    expect(html).not.toMatch(/<article|What to fix/);
  });

  it('leads to the exchanges of a platform that has them, and to its own where there is none', () => {
    const served = renderHtml(aDoubleDebit(), files, { hrefOfExchange: (id) => `/#/x/${id}` });
    expect(served).toContain('<a href="/#/x/x3">makeBet</a>');
    expect(served).toContain('id="exchange-x3"');
    expect(render(aDoubleDebit())).toContain('<a href="#exchange-x3">makeBet</a>');
  });
});

describe('the scenario in the report of a run', () => {
  it('has the line marked, and which calls a line made', () => {
    const text = textOf(render(aDoubleDebit()));
    expect(text).toContain('6 - makeBet: { id: first, bet: 10.24 } ← call 2');
    expect(text).toContain('▸ 7 - resend: first ← call 3');
  });
});

describe('what else the report of a run tells', () => {
  it('gives the command that makes the run again, and the calls as curl without a token', () => {
    const html = renderHtml(aDoubleDebit(), files, { rerun: ['walletproof', 'demo'] });
    expect(html).toContain('walletproof demo --only IDEM-01');
    expect(html).toContain('walletproof sign --curl http://127.0.0.1:8080/callback | sh');
  });

  it('shows the canonical string where it is known', () => {
    const html = renderHtml(aDoubleDebit(), files, {
      canonicalOf: ({ id }) => `canonical of ${id}`,
    });
    expect(html).toContain('canonical of x2');
    expect(render(aDoubleDebit())).not.toContain('Canonical string');
  });

  it('tells why nothing could be judged, with the remedy', () => {
    const root = { reason: 'The agent refused the connection.', remedy: 'Start the agent.' };
    const text = textOf(render(aRun({ verdict: 'inconclusive', root })));
    expect(text).toContain('Could not judge');
    expect(text).toContain('The agent refused the connection. Remedy: Start the agent.');
  });

  it('tells what the baseline excuses, and what has to leave it', () => {
    const entry = { requirement: 'RB-02', code: 'win-not-reverted', reason: 'ticket 7' };
    const baseline = { file: 'known.yaml', known: 2, stale: [entry], expired: [] };
    const text = textOf(render(aRun({ baseline })));
    expect(text).toContain('2 known breaches of known.yaml told below');
    expect(text).toContain('Take them out: RB-02 win-not-reverted: ticket 7');
  });

  it('has its headings in order', () => {
    const levels = [...render(aDoubleDebit()).matchAll(/<h(\d)/g)].map(([, level]) => Number(level));
    expect(levels[0]).toBe(1);
    const jumps = levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1);
    expect(jumps).toEqual([]);
  });
});

describe('the safety of a report', () => {
  it('obeys only its own style and script', () => {
    const html = render(aDoubleDebit());
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const [, script = ''] = /<script type="module">([\s\S]*?)<\/script>/.exec(html) ?? [];
    expect(style.length).toBeGreaterThan(1000);
    expect(script.length).toBeGreaterThan(1000);
    expect(policy.replaceAll('&#39;', "'").split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hashOf(style)}`,
      `script-src ${hashOf(script)}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  it('has no style attribute, which its policy would not obey', () => {
    expect(render(aDoubleDebit())).not.toMatch(/<[^>]+ style=/);
  });

  it('escapes whatever comes from the agent or the scenario', () => {
    const html = render(aHostileRun());
    const body = html.slice(html.indexOf('<body>'), html.lastIndexOf('<script type="module">'));
    expect(found(body, /&lt;script>window\.pwned/g).length).toBeGreaterThan(20);
    expect(found(body, /<(?:script|img|iframe|style|textarea)\b/gi)).toEqual([]);
    expect(found(body, /(?:href|src)="(?!#)/g)).toEqual([]);
    expect(found(html, /<\/title>/g)).toHaveLength(1);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    expect(found(html, /[\u0000\u001b\u202e]/g)).toEqual([]);
  });
});

describe('the size of a report', () => {
  it('stays small for a green run of 3000 exchanges', () => {
    expect(render(aRun({ exchanges: manyExchanges(3000) })).length).toBeLessThan(600_000);
  });

  it('stays below 3 MB however much is broken, and says what it left out', () => {
    const exchanges = manyExchanges(3000);
    const broken = Array.from({ length: 100 }, (_, index) =>
      aRequirement({
        id: `BET-${index}`,
        verdict: 'failed',
        findings: Array.from({ length: 10 }, (__, nth) =>
          aFinding({
            code: findingCodes[index % findingCodes.length] ?? 'overspent',
            message: `finding ${nth}`,
            exchanges: exchanges.slice(index * 10 + nth, index * 10 + nth + 60).map(({ id }) => id),
          }),
        ),
      }),
    );
    const html = render(aRun({ verdict: 'nonconformant', requirements: broken, exchanges }));
    expect(html.length).toBeLessThan(3_000_000);
    expect(textOf(html)).toContain('40 of them left out');
    expect(textOf(html)).toMatch(/\d{3} of 3000 exchanges are given in full here/);
  });
});
