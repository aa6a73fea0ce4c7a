import { describe, expect, it } from '@jest/globals';
import { textWidth } from '../../../src/base/text-table.ts';
import { exchangeTable } from '../../../src/report/pretty/breach-parts.ts';
import { anExchange } from '../run-builder.ts';

const bets = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    anExchange({
      id: `x${index}`,
      requestBody: `{"player_id":"p","transaction_id":"3f6c1b52-8a7e-4a05-9f5a-0b8f2a9c${index}","bet":${index}}`,
    }),
  );

describe('exchangeTable', () => {
  it('shows each call with its amounts, status, answer and time', () => {
    expect(exchangeTable([anExchange()], 80)).toEqual([
      '#  callback  transaction    bet  win  HTTP  answer  ms',
      '1  makeBet   tx_17        10.24    0   200  989.76   3',
    ]);
  });

  it('shows whose call it was only where it is not always the same', () => {
    const other = anExchange({ requestBody: '{"player_id":"player-2","currency":"USD"}' });
    const [head] = exchangeTable([anExchange(), other], 100);
    expect(head).toContain('player');
    expect(head).not.toContain('currency');
  });

  it('has no columns for transactions where there are none', () => {
    const [head] = exchangeTable([anExchange({ kind: 'getBalance', requestBody: '{}' })], 80);
    expect(head).toBe('#  callback    HTTP  answer  ms');
  });

  it('shows the first and the last of many, with their numbers', () => {
    const lines = exchangeTable(bets(50), 80);
    expect(lines).toHaveLength(14);
    expect(lines[6]?.trimStart().startsWith('6 ')).toBe(true);
    expect(lines[7]).toBe('… 38 more …');
    expect(lines[8]?.startsWith('45 ')).toBe(true);
    expect(lines[13]?.startsWith('50 ')).toBe(true);
  });

  it.each([12, 13])('shows all of %i', (count) => {
    expect(exchangeTable(bets(count), 80)).toHaveLength(count + 1);
  });

  it.each([58, 78, 198])('fits into %i columns, whatever the agent answers', (room) => {
    const long = anExchange({ answerBody: `{"error":"${'e'.repeat(5000)}"}` });
    const widths = exchangeTable([...bets(3), long], room).map(textWidth);
    expect(Math.max(...widths)).toBeLessThanOrEqual(room);
  });

  it('is nothing without exchanges', () => {
    expect(exchangeTable([], 80)).toEqual([]);
  });
});
