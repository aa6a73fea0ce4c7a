import { signatureVariants } from '../../../src/spec/fault.ts';
import { stepOf, stepsOf } from './parse.ts';

const bet = '- makeBet: { id: first, bet: 10 }';

describe('getBalance', () => {
  it('carries free-spin progress, finished when all are played', () => {
    expect(stepOf('- getBalance: { freespins: { played: 1, total: 3, accumulated_win: 1.50 } }')).toMatchObject({
      freespins: { played: 1, total: 3, isFinish: false, accumulatedWin: '1.5' },
    });
    expect(stepOf('- getBalance: { freespins: { played: 3, total: 3 } }')).toMatchObject({
      freespins: { isFinish: true, accumulatedWin: '0' },
    });
    expect(stepOf('- getBalance: { freespins: { played: 3, total: 3, is_finish: false } }')).toMatchObject({
      freespins: { isFinish: false },
    });
  });
});

describe('makeBet', () => {
  it('wins nothing and finishes a round of its own unless it says so', () => {
    const step = stepOf(bet);
    expect(step).toMatchObject({
      id: 'first',
      win: { kind: 'exact', text: '0' },
      roundFinished: true,
    });
    expect(step).toEqual(expect.not.objectContaining({ round: expect.anything() }));
    expect(step).toEqual(expect.not.objectContaining({ transactionOf: expect.anything() }));
  });

  it('takes the transaction of an earlier call, be it a rollback', () => {
    const late = '- makeBet: { bet: 5, round: r, round_finished: false, transaction_of: ghost }';
    expect(stepOf('- rollback: { id: ghost }', late)).toMatchObject({
      transactionOf: 'ghost',
      round: 'r',
      roundFinished: false,
    });
  });
});

describe('rollback', () => {
  it('cancels an earlier call, or a transaction that never was', () => {
    expect(stepOf(bet, '- rollback: { of: first }')).toMatchObject({ of: 'first' });
    expect(stepOf('- rollback: {}')).toEqual(expect.not.objectContaining({ of: expect.anything() }));
  });
});

describe('resend', () => {
  it('sends the same bytes unless it says how else', () => {
    expect(stepOf(bet, '- resend: first')).toMatchObject({ call: 'first', as: 'exact' });
    expect(stepOf(bet, '- resend: { call: first }')).toMatchObject({ as: 'exact' });
    expect(stepOf(bet, '- resend: { call: first, as: stale }')).toMatchObject({ as: 'stale' });
  });

  it('has a new request_id by either name, in the same step', () => {
    const named = stepOf(bet, '- resend: { call: first, as: new-request-id }');
    expect(named).toMatchObject({ as: 'resigned' });
    expect(stepOf(bet, '- resend: { call: first, as: resigned }')).toEqual(named);
  });

  it('takes other amounts in a conflict', () => {
    const step = stepOf(bet, '- resend: { call: first, as: conflict, win: 9.90 }');
    expect(step).toMatchObject({ as: 'conflict', win: { kind: 'exact', text: '9.9' } });
    expect(step).toEqual(expect.not.objectContaining({ bet: expect.anything() }));
  });

  it('names a rollback or the win of a pack', () => {
    expect(stepOf('- rollback: { id: r }', '- resend: r')).toMatchObject({ call: 'r' });
    const pack = '- pack: { id: p, total: 1, wins: [2] }';
    expect(stepOf(pack, '- resend: p')).toMatchObject({ call: 'p' });
  });
});

describe('raw', () => {
  it('is a signed POST of JSON unless it says otherwise', () => {
    const usual = { method: 'POST', contentType: 'application/json', signed: true };
    expect(stepOf('- raw: "{"')).toMatchObject({ ...usual, body: '{', expect: { kind: 'ledger' } });
    expect(stepOf('- raw: { body: "[]" }', '  expect: any')).toMatchObject({
      ...usual,
      body: '[]',
      expect: { kind: 'any' },
    });
    expect(stepOf('- raw: { method: PUT, body: x, content_type: text/plain, signed: false }')).toMatchObject({
      method: 'PUT',
      body: 'x',
      contentType: 'text/plain',
      signed: false,
    });
  });

  it.each(['signature: wrong', 'player: 2', 'tamper: { bet: 1 }', 'wire: sorted'])('takes no %s', (option) => {
    expect(() => stepOf('- raw: x', `  ${option}`)).toThrow('does not go with `raw`');
  });
});

describe('together', () => {
  it('is multiplied out', () => {
    const step = stepOf(bet, '- together: { count: 3, step: { resend: first } }');
    expect(step?.kind === 'together' && step.steps.map(({ kind }) => kind)).toEqual(['resend', 'resend', 'resend']);
  });

  it('holds a bet that races its own rollback', () => {
    const inner = '[{ makeBet: { id: b, bet: 1 } }, { rollback: { of: b } }]';
    expect(stepOf(`- together: { steps: ${inner} }`)).toMatchObject({
      steps: [{ id: 'b' }, { of: 'b' }],
    });
  });

  it('is made once for each row beside it, one call of the row before each of its own', () => {
    const bets = 'steps: [{ makeBet: { bet: 1 } }, { makeBet: { bet: 4 } }]';
    const rows = '{ a getBalance: { step: { getBalance: {} } }, a rollback: { count: 2, step: { rollback: {} } } }';
    const step = stepOf(`- together: { ${bets}, beside: ${rows} }`);
    const races = step?.kind === 'repeat' && step.count === 1 ? step.steps : [];
    const told = races.map((race) =>
      race.kind === 'together' ? [race.title, ...race.steps.map(({ kind }) => kind)] : [],
    );
    expect(told).toEqual([
      ['bets beside a getBalance', 'getBalance', 'makeBet', 'makeBet'],
      ['bets beside a rollback', 'rollback', 'makeBet', 'rollback', 'makeBet'],
    ]);
  });

  it('checks the names that a row uses', () => {
    const text = '- together: { step: { getBalance: {} }, beside: { it: { step: { resend: no } } } }';
    expect(() => stepOf(text)).toThrow('no earlier call has the id `no`');
  });

  it('takes at most 200 of a call', () => {
    expect(() => stepOf('- together: { count: 201, step: { getBalance: {} } }')).toThrow(
      '`count`: expected at most 200, not `201`',
    );
  });
});

describe('repeat', () => {
  it('keeps its steps and their count, one repeat inside another', () => {
    const inner = '{ repeat: { count: 3, step: { wait: 10ms } } }';
    expect(stepOf(`- repeat: { count: 2, steps: [${inner}, { getBalance: {} }] }`)).toMatchObject({
      count: 2,
      steps: [{ kind: 'repeat', count: 3, steps: [{ durationMs: 10 }] }, { kind: 'getBalance' }],
    });
  });

  it('gives ids anew each time', () => {
    const steps = '[{ makeBet: { id: b, bet: 1 } }, { together: { count: 9, step: { resend: b } } }]';
    expect(stepsOf(`- repeat: { count: 3, steps: ${steps} }`, '- rollback: { of: b }')).toHaveLength(2);
  });

  it('comes to 10000 calls at most', () => {
    const repeat = (count: number) => `- repeat: { count: ${count}, step: { getBalance: {} } }`;
    expect(stepsOf(repeat(5000), repeat(5000))).toHaveLength(2);
    expect(() => stepsOf(repeat(5000), repeat(5000), '- getBalance: {}')).toThrow('10001 calls');
  });
});

describe('pack', () => {
  it('has a win and a bet for each spin', () => {
    expect(stepOf('- pack: { id: p, total: 3, wins: [0, 1.50], bets: [1] }')).toMatchObject({
      id: 'p',
      total: 3,
      wins: ['0', '1.5', '0'],
      bets: ['1', '0', '0'],
    });
  });

  it('takes a player but no expectation', () => {
    const pack = '- pack: { total: 1 }';
    expect(stepOf(pack, '  player: 2')).toMatchObject({ options: { player: 2 } });
    expect(() => stepOf(pack, '  expect: refused')).toThrow('does not go with `pack`');
  });
});

describe('clock', () => {
  it.each([
    ['{ freeze: true }', { freeze: true }],
    ['{ set: 2030-01-01T00:00:00Z }', { set: '2030-01-01T00:00:00Z' }],
    ['{ freeze: true, set: 2030-01-01T00:00:00+02:00 }', { freeze: true, set: '2030-01-01T00:00:00+02:00' }],
    ['{ advance: 24h }', { advance: '24h' }],
    ['{ resume: true }', { resume: true }],
  ])('takes %s', (written, order) => {
    expect(stepOf(`- clock: ${written}`)).toMatchObject({ kind: 'clock', order });
  });
});

describe('wait', () => {
  it.each([
    ['500ms', 500],
    ['1.5s', 1500],
    ['2m', 120_000],
  ])('reads %s', (written, durationMs) => {
    expect(stepOf(`- wait: ${written}`)).toMatchObject({ kind: 'wait', durationMs });
  });
});

const withOption = (option: string) => stepOf('- getBalance: {}', `  ${option}`);

describe('the options beside a call', () => {
  it.each([
    ['expect: refused', { expect: { kind: 'refused' } }],
    ['expect: any', { expect: { kind: 'any' } }],
    ['expect: { refused: player_not_found }', { expect: { kind: 'refused', code: 'player_not_found' } }],
    ['without: [player_id, currency]', { without: ['player_id', 'currency'] }],
    ['wire: shuffled', { wire: 'shuffled' }],
    ['player: 2', { player: 2 }],
    ['player: unknown', { player: 'unknown' }],
    ['session: other', { session: 'other' }],
    ['currency: EUR', { currency: 'EUR' }],
    ['currency: second', { currency: 'second' }],
  ])('%s', (option, typed) => {
    expect(withOption(option)).toMatchObject({ options: typed });
  });

  it.each(Object.keys(signatureVariants))('know the signature %s', (signature) => {
    expect(withOption(`signature: ${signature}`)).toMatchObject({ options: { signature } });
  });

  it('say nothing of player, session and currency unless they are written', () => {
    const step = withOption('wire: table');
    const options = { wire: 'table', player: undefined, session: undefined, currency: undefined };
    expect(step).toMatchObject({ options });
  });
});

describe('the value of a field', () => {
  it.each([
    ['5', 5],
    ['-5', -5],
    ['10.5', 10.5],
    ['text', 'text'],
    ['"5"', '5'],
    ['null', null],
    ['true', true],
    ['[1, two]', [1, 'two']],
    ['{ a: 1 }', { a: 1 }],
    ['0x1F', 31],
    ['.5', 0.5],
    ['10.50', { json: '10.50' }],
    ['1e309', { json: '1e309' }],
    ['-0', { json: '-0' }],
    ['12345678901234567890', { json: '12345678901234567890' }],
    ['[1, 0.10]', { json: '[1,0.10]' }],
    ['{ a: 10.50, b: [x, null] }', { json: '{"a":10.50,"b":["x",null]}' }],
    ["{ json: '1e309' }", { json: '1e309' }],
    ['{ json: \'{"bet":1,"bet":2}\' }', { json: '{"bet":1,"bet":2}' }],
    ["[{ json: '1.00' }]", { json: '[1.00]' }],
  ])('%s goes out as it is written', (written, value) => {
    expect(withOption(`fields: { bet: ${written} }`)).toMatchObject({
      options: { fields: { bet: value } },
    });
    expect(withOption(`tamper: { a.b: ${written} }`)).toMatchObject({
      options: { tamper: { 'a.b': value } },
    });
  });

  it.each(['.nan', '-.inf', "{ json: '{' }", '{ json: 5 }', "{ json: '1', other: 2 }"])('is not %s', (written) => {
    expect(() => withOption(`fields: { bet: ${written} }`)).toThrow(/x\.yaml:4:/);
  });

  it('has a name without empty parts', () => {
    expect(() => withOption('fields: { a..b: 1 }')).toThrow('x.yaml:4:15: `a..b`: expected a field');
  });
});

describe('an id that looks like another one', () => {
  const twin = (alike: string) => `- makeBet: { bet: 2, transaction_of: first, alike: ${alike} }`;

  it('marks the call that it is alike to, so that its id can have a twin', () => {
    const [named, alike] = stepsOf(bet, twin('zeros'));
    expect(alike).toMatchObject({ transactionOf: 'first', alike: { as: 'zeros' } });
    expect(named).toMatchObject({ twin: { as: 'zeros' } });
  });

  it('shares as many characters as it says, or all up to a text', () => {
    expect(stepOf(bet, twin('{ prefix: 32 }'))).toMatchObject({ alike: { as: 'prefix', detail: '32' } });
    expect(stepOf(bet, twin('{ after: ":" }'))).toMatchObject({ alike: { as: 'after', detail: ':' } });
  });

  it('marks a rollback that it is alike to as well', () => {
    const [undone] = stepsOf('- rollback: { id: first }', twin('dashes'));
    expect(undone).toMatchObject({ kind: 'rollback', twin: { as: 'dashes' } });
  });

  it('leaves the other id as it is where any can be alike to it', () => {
    for (const alike of ['case', 'space']) {
      expect(stepsOf(bet, twin(alike))[0]).toEqual(expect.not.objectContaining({ twin: expect.anything() }));
    }
  });

  it('is looked for in groups as well', () => {
    const inner = `[{ makeBet: { id: first, bet: 1 } }, { makeBet: { bet: 1, transaction_of: first, alike: number } }]`;
    expect(stepOf(`- repeat: { count: 2, steps: ${inner} }`)).toMatchObject({
      steps: [{ twin: { as: 'number' } }, {}],
    });
    expect(stepOf(`- together: { steps: ${inner} }`)).toMatchObject({
      steps: [{ twin: { as: 'number' } }, {}],
    });
  });

  it('can be that of a rollback, or of a player', () => {
    expect(stepOf(bet, '- rollback: { of: first, alike: case }')).toMatchObject({
      alike: { as: 'case' },
    });
    expect(stepOf('- getBalance: {}', '  player: { alike: case }')).toMatchObject({
      options: { player: { alike: 'case', of: 1 } },
    });
  });
});

describe('a signature', () => {
  it('is forged by a name, from an earlier call where the forgery needs one', () => {
    expect(stepOf('- getBalance: {}', '  signature: { forged: empty-key }')).toMatchObject({
      options: { signature: 'empty-key' },
    });
    expect(stepOf(bet, '- getBalance: {}', '  signature: { forged: reused, of: first }')).toMatchObject({
      options: { signature: 'reused', forgedFrom: 'first' },
    });
  });
});

describe('a resend with one thing changed', () => {
  it('sets that field, and names it', () => {
    const step = stepOf(bet, '- resend: first', '  changed: { game_round_id: other }');
    expect(step).toMatchObject({
      changed: 'game_round_id',
      options: { fields: { game_round_id: 'other' } },
    });
  });

  it('takes the session by its name', () => {
    const step = stepOf(bet, '- resend: first', '  changed: { session_id: evening }');
    expect(step).toMatchObject({
      changed: 'session_id',
      options: { session: 'evening', fields: {} },
    });
  });
});

it('writes what is no JSON, and text of any length, as fields', () => {
  expect(stepOf(bet, '- getBalance: {}', '  fields: { a: { raw: NaN }, b: { characters: 9 } }')).toMatchObject({
    options: { fields: { a: { raw: 'NaN' }, b: { characters: 9 } } },
  });
});
