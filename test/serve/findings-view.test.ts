import { expect, it } from '@jest/globals';
import { runBreaches } from '../../src/report/run-breaches.ts';
import { seenInRun } from '../../src/serve/finding-cards.ts';
import type { BookEntry } from '../../src/serve/findings-book.ts';
import { findingViews } from '../../src/serve/findings-view.ts';
import type { FindingCode } from '../../src/spec/finding.ts';
import { foldedByCause } from '../../src/spec/root-causes.ts';
import { aFinding, anExchange, aRequirement, aRun } from '../report/run-builder.ts';

const runShowing = (seen: Readonly<Record<string, FindingCode>>) =>
  aRun({
    requirements: Object.entries(seen).map(([id, code]) =>
      aRequirement({
        id,
        verdict: 'failed',
        findings: [aFinding({ requirement: id, code, exchanges: ['x1'] })],
      }),
    ),
    exchanges: [anExchange()],
  });

it.each([
  [{ 'CON-08': 'not-conserved', 'RB-02': 'win-not-reverted' }, ['win-not-reverted']],
  [{ 'CON-01': 'no-serial-order', 'CON-02': 'lost-update', 'CON-03': 'overspent' }, ['lost-update']],
  [{ 'RB-02': 'win-not-reverted', 'SIG-01': 'server-error' }, ['win-not-reverted', 'server-error']],
] as const)('findings and reports have the same cards for %j', (seen, codes) => {
  const run = runShowing(seen);
  const book: BookEntry[] = seenInRun(run, { id: 'r1', title: 'all' }, () => undefined).map((each) => ({
    ...each,
    lastAt: each.firstAt,
  }));
  const page = findingViews(foldedByCause(book), () => undefined);
  const report = runBreaches(run, []);
  expect(new Set(page.map(({ code }) => code))).toEqual(new Set(codes));
  expect(report.map(({ breach }) => breach.code)).toEqual(codes);
  const broken = (views: readonly { requirements: readonly { id: string }[] }[]) =>
    views.flatMap(({ requirements }) => requirements.map(({ id }) => id)).toSorted();
  expect(broken(report.map(({ breach }) => breach))).toEqual(broken(page));
});
