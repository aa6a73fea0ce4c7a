import { describe, expect, it } from '@jest/globals';
import type { MakeBetStep, MatrixStep, RollbackStep, Step } from '../../../src/formats/scenario/scenario.ts';
import { parse, stepsOf } from './parse.ts';

/** The matrix of some lines below `matrix:`. */
const matrixOf = (...lines: readonly string[]): MatrixStep => {
  const step = stepsOf('- matrix:', ...lines.map((line) => `    ${line}`)).at(-1);
  if (step?.kind !== 'matrix') throw new TypeError('It is no matrix.');
  return step;
};

const rowsOf = (...lines: readonly string[]): (readonly Step[])[] => matrixOf(...lines).rows.map(({ steps }) => steps);

const betsOf = (steps: readonly Step[]): readonly MakeBetStep[] => steps.filter((step) => step.kind === 'makeBet');

const [, , ...twoAxes] = ['', '', 'vary:', '  amount: [1, 2.50]', '  won: { nothing: 0, something: 3 }', 'steps:'];

describe('the rows of a matrix', () => {
  it('are every combination of what varies, the last name changing quickest', () => {
    const { rows } = matrixOf(...twoAxes, '  - makeBet: { bet: $amount, win: $won }');
    expect(rows.map(({ cell }) => cell)).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    const amounts = rows.map(({ steps }) => betsOf(steps).map(({ bet, win }) => [bet.text, win.text]));
    expect(amounts).toEqual([[['1', '0']], [['1', '3']], [['2.5', '0']], [['2.5', '3']]]);
  });

  it('have calls of their own under the same id', () => {
    const rows = rowsOf(
      'vary: { bet: [1, 2] }',
      'steps:',
      '  - makeBet: { id: first, bet: $bet }',
      '  - resend: first',
    );
    expect(rows).toHaveLength(2);
    for (const steps of rows) expect(steps).toMatchObject([{ id: 'first' }, { kind: 'resend', call: 'first' }]);
  });

  it('have twins of their own, each alike in the way of its row', () => {
    const rows = rowsOf(
      'vary:',
      '  how: [zeros, { prefix: 32 }, { after: "#" }, case]',
      'steps:',
      '  - makeBet: { id: one, bet: 1 }',
      '  - rollback: { id: two, of: one, alike: $how }',
      '  - makeBet: { bet: 2, transaction_of: two, alike: $how }',
    );
    const [zeros, prefix, after, ofCase] = rows.map((steps) => steps as readonly (MakeBetStep | RollbackStep)[]);
    expect(zeros?.map(({ twin }) => twin)).toEqual([{ as: 'zeros' }, { as: 'zeros' }, undefined]);
    expect(prefix?.[0]?.twin).toEqual({ as: 'prefix', detail: '32' });
    expect(after?.map(({ alike }) => alike)).toEqual([undefined, ...Array(2).fill({ as: 'after', detail: '#' })]);
    // Any id has one in other case.
    expect(ofCase?.map(({ twin }) => twin)).toEqual([undefined, undefined, undefined]);
  });

  it('are counted among what the scenario needs', () => {
    const { players, currencies } = parse(
      [
        'scenario: T',
        'steps:',
        '  - matrix:',
        '      vary: { who: [1, 3], where: [main, second] }',
        '      steps: [{ getBalance: {}, player: $who }, { getBalance: {}, currency: $where }]',
      ].join('\n'),
    );
    expect([players, currencies]).toEqual([3, 2]);
  });

  it('are told of where they are written, whichever row it is', () => {
    const rows = rowsOf('vary: { bet: [1, 2] }', 'steps:', '  - makeBet: { bet: $bet }', '  - getBalance: {}');
    expect(rows.map((steps) => steps.map(({ place }) => place.line))).toEqual([
      [6, 7],
      [6, 7],
    ]);
  });
});

describe('a value that varies', () => {
  it('keeps all its digits as an amount', () => {
    const written = ['0.10', '1234567890123456.78', '1e3', 'balance - 0.01'];
    const rows = rowsOf(`vary: { amount: [${written.join(', ')}] }`, 'steps:', '  - makeBet: { bet: $amount }');
    expect(rows.flatMap(betsOf).map(({ bet }) => bet.text)).toEqual(['0.1', '1234567890123456.78', '1000', '0.01']);
  });

  it('keeps its writing as the value of a field, and is a number there', () => {
    const rows = rowsOf(
      'vary: { game: [32768, 1.50, 12345678901234567890] }',
      'steps:',
      '  - getBalance: {}',
      '    fields: { game_id: $game, device: { model: [$game] } }',
    );
    const fields = rows.flatMap((steps) => steps.flatMap((step) => ('options' in step ? [step.options.fields] : [])));
    expect(fields).toEqual([
      { game_id: 32768, device: { model: [32768] } },
      { game_id: { json: '1.50' }, device: { json: '{"model":[1.50]}' } },
      { game_id: { json: '12345678901234567890' }, device: { json: '{"model":[12345678901234567890]}' } },
    ]);
  });

  it('may be a whole step, a list of them, or none', () => {
    const rows = rowsOf(
      'vary:',
      '  between:',
      '    a look: { getBalance: {} }',
      '    two: [{ makeBet: { bet: 1 } }, { getBalance: {} }]',
      '    nothing: []',
      'steps:',
      '  - makeBet: { bet: 5 }',
      '  - $between',
    );
    expect(rows.map((steps) => steps.map(({ kind }) => kind))).toEqual([
      ['makeBet', 'getBalance'],
      ['makeBet', 'makeBet', 'getBalance'],
      ['makeBet'],
    ]);
  });

  it('is a value as a whole: other texts with a dollar stay as they are', () => {
    const [steps] = rowsOf(
      'vary: { a: ["$b"], b: [x] }',
      'steps:',
      '  - getBalance: {}',
      '    fields: { language: $a, player_username: "US$a or $5" }',
    );
    expect(steps).toMatchObject([{ options: { fields: { language: '$b', player_username: 'US$a or $5' } } }]);
  });
});

describe('a call of a row', () => {
  const aboutOf = (...lines: readonly string[]): (string | undefined)[] =>
    rowsOf(...lines).flatMap((steps) => steps.map((step) => ('options' in step ? step.options.about : undefined)));

  it('is about what varies in it, by the names of the values', () => {
    const told = aboutOf(...twoAxes, '  - makeBet: { bet: $amount, win: $won }', '  - makeBet: { bet: $amount }');
    expect(told.slice(0, 4)).toEqual(['1, nothing', '1', '1, something', '1']);
  });

  it('is about nothing where nothing varies in it, and where its id says it', () => {
    const rest = ['  - makeBet: { id: one, bet: 1 }', '  - makeBet: { bet: 2, transaction_of: one, alike: $how }'];
    expect(aboutOf('vary: { how: [zeros] }', 'steps:', ...rest)).toEqual([undefined, undefined]);
  });

  it('is about what it says itself, with the names of the values in it', () => {
    const lines = ['  - getBalance: {}', '    about: $won after $amount'];
    expect(aboutOf(...twoAxes, ...lines)).toContain('something after 2.50');
  });
});
