import { describe, expect, it } from '@jest/globals';
import { textWidth } from '../../../src/base/text-table.ts';
import type { ReportedExchange } from '../../../src/formats/run.ts';
import { callsOf } from '../../../src/report/breach-view.ts';
import { callTable } from '../../../src/report/pretty/cause-block.ts';
import { aFinding, anExchange } from '../run-builder.ts';

const tableOf = (exchanges: readonly ReportedExchange[], room: number): string[] =>
  callTable({ calls: callsOf({ exchanges }), leftOut: 0 }, room);

/** One after another, a second between them. */
const bets = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    anExchange({
      id: `x${index}`,
      startedAt: new Date(index * 1000).toISOString(),
      requestBody: `{"player_id":"p","transaction_id":"3f6c1b52-8a7e-4a05-9f5a-0b8f2a9c${index}","bet":${index}}`,
    }),
  );

describe('the table of calls', () => {
  it('shows each call with its amounts, what was answered and the time', () => {
    expect(tableOf([anExchange()], 80)).toEqual([
      '#  call     transaction    bet   win  answered  ms',
      '1  makeBet  tx_17        10.24  0.00    989.76   3',
    ]);
  });

  it('shows what was due beside what was answered, and marks what is wrong', () => {
    const exchanges = [anExchange({ answerBody: '{"content":{"balance":979.52}}' })];
    const calls = callsOf({ exchanges, finding: aFinding({ exchanges: ['x1'] }) });
    expect(callTable({ calls, leftOut: 0, before: '1000.00' }, 80)).toEqual([
      '#  call     transaction    bet   win  answered     due  ms',
      '   before                              1000.00',
      '1  makeBet  tx_17        10.24  0.00    979.52  989.76   3  ✗',
    ]);
  });

  it('shows whose call it was only where it is not always the same', () => {
    const other = anExchange({ id: 'x2', requestBody: '{"player_id":"player-2","currency":"USD"}' });
    expect(tableOf([anExchange(), other], 100)[0]).toContain('account');
    expect(tableOf([anExchange()], 100)[0]).not.toContain('account');
  });

  it('has no columns for transactions where there are none', () => {
    const [head] = tableOf([anExchange({ kind: 'getBalance', requestBody: '{}' })], 80);
    expect(head).toBe('#  call        answered  ms');
  });

  it('says which calls went at once', () => {
    const [, line, ...rows] = tableOf([anExchange({ durationMs: 30 }), anExchange({ id: 'x2', durationMs: 30 })], 80);
    expect(line).toBe('2 calls at once');
    expect(rows).toHaveLength(2);
  });

  it('shows the first and the last of many, with their numbers', () => {
    const lines = tableOf(bets(20), 80);
    expect(lines).toHaveLength(14);
    expect(lines[6]?.trimStart().startsWith('6 ')).toBe(true);
    expect(lines[7]).toBe('… 8 more …');
    expect(lines[8]?.startsWith('15 ')).toBe(true);
    expect(lines[13]?.startsWith('20 ')).toBe(true);
  });

  it.each([12, 13])('shows all of %i', (count) => {
    expect(tableOf(bets(count), 80)).toHaveLength(count + 1);
  });

  it.each([58, 78, 198])('fits into %i columns, whatever the agent answers', (room) => {
    const long = anExchange({ answerBody: `{"error":"${'e'.repeat(5000)}"}` });
    const widths = tableOf([...bets(3), long], room).map(textWidth);
    expect(Math.max(...widths)).toBeLessThanOrEqual(room);
  });

  it.each([30, 40])('never cuts an amount, in %i columns either', (room) => {
    const exchanges = [anExchange({ answerBody: '{"content":{"balance":123456789012.34}}' })];
    const calls = callsOf({ exchanges, finding: aFinding({ exchanges: ['x1'], actual: '123456789012.34' }) });
    const text = callTable({ calls, leftOut: 0 }, room).join('\n');
    expect(text).toContain('123456789012.34');
    expect(text).toContain('989.76');
  });

  it('is nothing without exchanges', () => {
    expect(tableOf([], 80)).toEqual([]);
  });
});
