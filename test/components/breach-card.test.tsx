import { describe, expect, it } from '@jest/globals';
import { renderToString } from 'preact-render-to-string';
import { BreachCard } from '../../src/components/breach-card.tsx';
import type { BreachView, CallView } from '../../src/components/breach-view.ts';

const call = (number: number, given: Partial<CallView> = {}): CallView => ({
  number,
  exchangeId: `x${number}`,
  direction: 'callback',
  kind: 'rollback',
  transactionId: 'tx-1',
  answered: '1011.40',
  due: '1000.00',
  isWrong: true,
  startedAt: `2026-01-01T00:00:0${number % 10}.000Z`,
  durationMs: 3,
  status: 200,
  ...given,
});

const breach: BreachView = {
  code: 'win-not-reverted',
  weight: 'breach',
  title: 'The rollback left the win with the player',
  requirements: [{ id: 'RB-02', level: 'must', title: 'takes the win back', source: 'section 6' }],
  message: 'the balance is 1011.40, it must be 1000.00.',
  expected: '1000.00',
  actual: '1011.40',
  arithmetic: '1011.40 = 1000.00 + 11.40',
  cause: 'The win was not reverted.',
  change: 'Take the win back.',
  calls: [call(1)],
  leftOut: 0,
};

const drawn = (given: Partial<BreachView> = {}, href?: (id: string) => string): string =>
  renderToString(<BreachCard id="b" breach={{ ...breach, ...given }} hrefOfCall={href} />);

const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

describe('a breach card', () => {
  it('marks in the arithmetic what is too much', () => {
    expect(drawn()).toContain('1,011.40 = 1,000.00 <strong>+ 11.40</strong>');
  });

  it('leaves to the table and the arithmetic what they say', () => {
    expect(drawn()).not.toContain('it must be');
    expect(drawn({ calls: [call(1, { due: undefined as never, isWrong: false })] })).toContain('it must be');
  });

  it('says what was due and what came where no call of the table does', () => {
    const { arithmetic: _, ...rest } = breach;
    const markup = renderToString(
      <BreachCard id="b" breach={{ ...rest, expected: 'an error', actual: 'a balance', calls: [] }} />,
    );
    expect(textOf(markup)).toMatch(/Due: an error , came: a balance/);
  });

  it('leads to its exchanges where they have an address', () => {
    expect(drawn({}, (id) => `#/exchanges/${id}`)).toContain('<a href="#/exchanges/x1">rollback</a>');
    expect(drawn()).not.toContain('<a ');
  });

  it('is doubtful where only a should asks for it', () => {
    const should = breach.requirements.map((each) => ({ ...each, level: 'should' as const }));
    expect(drawn({ requirements: should })).toContain('class="card breach risk"');
    expect(drawn()).toContain('class="card breach breach"');
    expect(drawn({ known: 'PAY-17' })).toContain('class="card breach known"');
  });

  it('shows calls at once together, and how many are left out', () => {
    const at = '2026-01-01T00:00:00.000Z';
    const together = (number: number) => call(number, { startedAt: at, durationMs: 40 });
    const calls = [together(1), together(2), together(33), call(34)];
    expect(textOf(drawn({ calls, leftOut: 30 }))).toContain('33 calls at once, 30 of them left out');
    expect(drawn({ calls, leftOut: 30 }).match(/class="at-once"/g)).toHaveLength(1);
  });
});
