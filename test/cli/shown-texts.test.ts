import { describe, expect, it } from '@jest/globals';
import { Chalk } from 'chalk';
import { renderTriggered } from '../../src/cli/commands/trigger.ts';
import { renderSignature } from '../../src/cli/explain-pasted.ts';
import { type Breach, renderReplayed } from '../../src/cli/failed-run.ts';
import { createExchangeLog } from '../../src/cli/log-exchanges.ts';
import { watchRequests } from '../../src/cli/watch-requests.ts';
import type { Triggered } from '../../src/run/trigger-callback.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { operation, token } from '../judge/requests/operations.ts';
import { aFinding } from '../report/run-builder.ts';

/** What a stranger may write to be taken for us, or for a command. */
const hostile = [
  'a\u001b[2J\u001b]52;c;eA==\u0007\u001b[32m\u202e',
  '',
  'RIGHT',
  '::set-env name=a::b',
  '##vso[x]y\u2028::debug::z\rc',
].join('\n');

/** Ours alone begin a line. */
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

const expectHarmless = (text: string, ours: RegExp): void => {
  expect(text).toMatch(/^[\n\p{L}\p{N}\p{P}\p{S}\p{Zs}]*$/u);
  expect(linesOf(text).filter((line) => !ours.test(line))).toEqual([]);
};

const page = { columns: 100, paint: new Chalk({ level: 0 }) };

const exchange: Exchange = {
  id: 'ex-1',
  direction: 'callback',
  kind: 'getBalance',
  subject: { agentId: 1001, playerId: hostile, transactionId: hostile },
  request: {
    method: 'POST',
    url: `http://h/${hostile}`,
    headers: { 'x-signature': hostile },
    body: Buffer.from(hostile),
  },
  answer: {
    kind: 'answered',
    status: 200,
    headers: { server: hostile },
    body: Buffer.from(hostile),
  },
  startedAt: 0,
  durationMs: 1.4,
};

const unanswered = { kind: 'failed', failure: 'closed', message: hostile } as const;

const finding = aFinding({ message: hostile, likelyCause: hostile, expected: hostile });

describe('what a stranger wrote begins no line and commands no terminal', () => {
  it.each([
    ['an answer', exchange],
    ['no answer', { ...exchange, answer: unanswered }],
  ])('in trigger, with %s', (_name, shown) => {
    const triggered = {
      verdict: 'unjudged',
      exchange: shown,
      findings: [finding],
      reason: hostile,
      dialect: hostile,
      before: hostile,
      expected: hostile,
      callback: { currency: hostile },
    } as unknown as Triggered;
    expectHarmless(renderTriggered(triggered), /^(?:[<>] |signed |balance |COULD NOT JUDGE: |IDEM-01: | {2})/);
  });

  it('in test --failed', () => {
    const breach: Breach = { requirement: hostile, title: hostile, finding, scenarios: [] };
    const replayed = [
      { outcome: 'failed', breach, now: hostile },
      { outcome: 'not-judged', breach, now: hostile },
    ] as const;
    expectHarmless(
      renderReplayed(replayed, page.paint),
      /^(?:FAILED {2}|COULD NOT JUDGE {2}| {2}was| {2}now|2 breaches)/,
    );
  });

  it.each([
    ['an answer', exchange],
    ['no answer', { ...exchange, answer: unanswered }],
    ['an unknown operation', { ...exchange, direction: 'operation', kind: hostile } as Exchange],
  ])('in the log of exchanges, with %s', (_name, shown) => {
    const line = createExchangeLog('all')(shown) ?? '';
    expectHarmless(line, /^00:00:00\.000 (?:->|<-) /);
  });
});

describe('what a stranger signed or asked begins no line and commands no terminal', () => {
  it('in what is told of requests', () => {
    const told: string[] = [];
    const requests = watchRequests({ tokenOf: () => token, tell: (line) => told.push(line) });
    const explanation = { mistake: 'not-sorted', sentence: hostile, remedy: hostile } as const;
    requests.hear({ ...operation({ refusal: 'invalid_signature' }), explanation });
    expect(told.length).toBeGreaterThan(0);
    expectHarmless(told.join('\n'), /^(?:\d\d:\d\d:\d\d\.\d{3} !! | {16})/);
  });

  it('in the explanation of a signature', () => {
    const told = {
      valid: false,
      mistake: 'not-sorted',
      field: hostile,
      sentence: hostile,
      remedy: hostile,
      matched: hostile,
      expected: `${hostile}x`,
    } as const;
    const shown = renderSignature(told, { page, token: 'given' });
    expectHarmless(shown, /^(?:not valid: | {2})/);
  });
});
