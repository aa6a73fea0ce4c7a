import { describe, expect, it } from '@jest/globals';
import type { Finding } from '../../src/formats/judgement.ts';
import { keepsNothing } from '../../src/journal/kept.ts';
import { breachView } from '../../src/report/breach-view.ts';
import { runBreaches } from '../../src/report/run-breaches.ts';
import { seenInRun, shownBy } from '../../src/serve/finding-cards.ts';
import { type BookEntry, causesOf, createFindingsBook } from '../../src/serve/findings-book.ts';
import { findingViews } from '../../src/serve/findings-view.ts';
import type { FindingCode } from '../../src/spec/finding.ts';
import { findRequirement } from '../../src/spec/requirements/catalogue.ts';
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
  const book: BookEntry[] = seenInRun(shownBy(run), { id: 'r1', title: 'all' }, () => undefined).map((each) => ({
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

it('what a run shows of a cause explains what the runs before it had without the cause, and none after it', () => {
  const toldAfter = (...runs: readonly Readonly<Record<string, FindingCode>>[]): readonly string[] => {
    const book = createFindingsBook(keepsNothing);
    for (const [index, seen] of runs.entries()) {
      const order = { id: `r${index}`, title: 'some' };
      for (const each of seenInRun(shownBy(runShowing(seen)), order, () => undefined)) book.add(each);
    }
    return causesOf(book).map(({ told }) => told.code);
  };
  const [some, all] = [
    { 'CON-01': 'no-serial-order' },
    { 'CON-01': 'no-serial-order', 'CON-02': 'lost-update' },
  ] as const;
  expect(toldAfter(some, all)).toEqual(['lost-update']);
  expect(toldAfter(all, some)).toHaveLength(2);
});

describe('the order of findings', () => {
  /** An entry of the book that was last seen in this minute. */
  const seenAt = (minute: number, requirement: string, code: FindingCode, weight: Finding['weight'] = 'breach') => {
    const at = `2026-01-01T00:${minute}:00.000Z`;
    const isRequest = requirement.startsWith('REQ');
    const exchange = anExchange(isRequest ? { direction: 'operation', kind: 'get_game_link' } : {});
    const card = breachView({
      finding: aFinding({ requirement, code, weight, exchanges: ['x1'] }),
      requirements: [findRequirement(requirement)].flatMap((each) => each ?? []),
      exchanges: [exchange],
    });
    const entry: BookEntry = {
      ...{ code, card, count: 1, firstAt: at, lastAt: at },
      ...{ sightings: [], scenarios: [], places: [`account ${code}`] },
    };
    return entry;
  };
  const codesOf = (book: readonly BookEntry[], muted: readonly FindingCode[] = []): readonly string[] =>
    findingViews(foldedByCause(book), ({ code }) => (muted.includes(code) ? 'known' : undefined)).map(({ id }) => id);

  const mustOfOld = seenAt(10, 'RB-02', 'win-not-reverted');
  const mustOfNow = seenAt(20, 'SIG-01', 'server-error');
  const written = seenAt(30, 'ERR-03', 'unrecommended-code');
  const sound = seenAt(40, 'TIME-02', 'slow');
  const reused = seenAt(50, 'REQ-07', 'session-id-reused');
  const risk = seenAt(55, 'RB-08', 'rolled-back-bet-applied', 'risk');

  it('is by level and source, of each the newest first: a reused agent_session_id is no first card', () => {
    const inOrder = [mustOfNow, mustOfOld, written, sound, reused, risk];
    const codes = inOrder.map(({ code }) => code);
    expect(codesOf(inOrder.toReversed())).toEqual(codes);
    expect(codesOf(inOrder)).toEqual(codes);
  });

  it('has what is muted last, whatever it breaks', () => {
    expect(codesOf([mustOfNow, reused, risk], ['server-error'])).toEqual([
      ...['session-id-reused', 'rolled-back-bet-applied', 'server-error'],
    ]);
  });

  it('has a must first that is one by its effect, whatever it is charged to', () => {
    expect(codesOf([sound, seenAt(10, 'ERR-03', 'accepted-overdraft')])[0]).toBe('accepted-overdraft');
  });
});
