import { describe, expect, it } from '@jest/globals';
import type { CallStep, PackStep } from '../../src/formats/scenario/scenario.ts';
import { expandPack } from '../../src/run/steps.ts';
import type { Quirks } from '../../src/spec/quirks.ts';
import { options, packStep } from './steps.ts';

/** `1/3 2.5`, `3/3 finished 4`, `bet 2 win 0`, `settled: bet 0 win 4`, `getBalance`. */
const told = (step: CallStep): string => {
  if (step.kind === 'makeBet') {
    const name = step.id === undefined ? '' : `${step.id}: `;
    return `${name}bet ${step.bet.text} win ${step.win.text}`;
  }
  const spins = step.kind === 'getBalance' ? step.freespins : undefined;
  if (spins === undefined) return step.kind;
  const { played, total, isFinish, accumulatedWin } = spins;
  return `${played}/${total} ${isFinish ? 'finished ' : ''}${accumulatedWin}`;
};

const expanded = (pack: PackStep, packWin: Quirks['packWin'] = 'after-finish'): string[] =>
  expandPack(pack, packWin).map(told);

describe('a pack', () => {
  it('is told from its first spin to the last, settled once after it, and over then', () => {
    expect(expanded(packStep({ id: 'settled', wins: ['0', '1.5', '2'] }))).toEqual([
      '0/3 0',
      '1/3 0',
      '2/3 1.5',
      '3/3 finished 3.5',
      'settled: bet 0 win 3.5',
      'getBalance',
    ]);
  });

  it('that wins nothing is settled by no makeBet', () => {
    expect(expanded(packStep({ total: 1, wins: ['0'] }))).toEqual(['0/1 0', '1/1 finished 0', 'getBalance']);
  });

  it('wins nothing in the spins that name no win', () => {
    expect(expanded(packStep({ total: 2, wins: ['1'] }))).toEqual([
      '0/2 0',
      '1/2 1',
      '2/2 finished 1',
      'bet 0 win 1',
      'getBalance',
    ]);
  });
});

describe('the calls of a pack', () => {
  it('add its wins up exactly', () => {
    expect(expanded(packStep({ total: 2, wins: ['0.1', '0.2'] })).at(-2)).toBe('bet 0 win 0.3');
  });

  it('have the ordinary bets after the spins', () => {
    expect(expanded(packStep({ total: 2, wins: ['1', '0'], bets: ['2', '0.75'] }))).toEqual([
      '0/2 0',
      '1/2 1',
      'bet 2 win 0',
      '2/2 finished 1',
      'bet 0.75 win 0',
      'bet 0 win 1',
      'getBalance',
    ]);
  });

  it('say what the step says', () => {
    const spoken = options({ player: 2, session: 'evening' });
    const calls = expandPack(packStep({ wins: ['1'], bets: ['2'], options: spoken }), 'after-finish');
    expect(calls.every((call) => call.options === spoken)).toBe(true);
  });
});

describe('the win of a pack', () => {
  const pack = packStep({ id: 'settled', total: 2, wins: ['1', '2'] });

  it('comes before the end where the quirk says so', () => {
    expect(expanded(pack, 'before-finish')).toEqual([
      '0/2 0',
      '1/2 1',
      'settled: bet 0 win 3',
      '2/2 finished 3',
      'getBalance',
    ]);
  });

  it('comes spin by spin where the quirk says so', () => {
    expect(expanded(pack, 'per-spin').map((each) => each.replace('settled: ', ''))).toEqual([
      '0/2 0',
      'bet 0 win 1',
      '1/2 1',
      'bet 0 win 2',
      '2/2 finished 3',
      'getBalance',
    ]);
  });

  it('of a spin that won nothing comes in no makeBet', () => {
    expect(expanded(packStep({ total: 1, wins: ['0'] }), 'per-spin')).toEqual([
      '0/1 0',
      '1/1 finished 0',
      'getBalance',
    ]);
  });
});
