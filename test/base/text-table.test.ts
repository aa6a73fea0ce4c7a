import { describe, expect, it } from '@jest/globals';
import {
  fitColumns,
  renderTable,
  shorten,
  shortenMiddle,
  type TextColumn,
  textWidth,
} from '../../src/base/text-table.ts';

const columns: readonly TextColumn[] = [
  { head: '#', align: 'right', cells: ['1', '10'] },
  { head: 'transaction', align: 'left', cells: ['a', `b${'-'.repeat(40)}b`], cut: shortenMiddle },
  { head: 'answer', align: 'right', cells: ['5', 'insufficient_balance'], cut: shorten },
];

describe('renderTable', () => {
  it('aligns its columns below their heads', () => {
    expect(
      renderTable([
        { head: '#', align: 'right', cells: ['1', '10'] },
        { head: 'callback', align: 'left', cells: ['makeBet', '賭け'] },
        { head: 'bet', align: 'right', cells: ['10.24', ''] },
      ]),
    ).toEqual([' #  callback    bet', ' 1  makeBet   10.24', '10  賭け']);
  });
});

describe('fitColumns', () => {
  it('changes nothing where there is room', () => {
    expect(fitColumns(columns, 80)).toEqual(columns);
  });

  it('narrows the widest column first', () => {
    const [, transaction, answer] = fitColumns(columns, 50);
    expect(transaction?.cells[1]).toMatch(/^b-+…-+b$/);
    expect(answer?.cells[1]).toBe('insufficient_balance');
  });

  it.each([30, 40, 66])('fits into %i columns', (room) => {
    const widths = renderTable(fitColumns(columns, room)).map(textWidth);
    expect(Math.max(...widths)).toBeLessThanOrEqual(room);
  });
});
