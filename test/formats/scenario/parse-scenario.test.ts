import { readFileSync, writeFileSync } from 'node:fs';
import { parseScenario } from '../../../src/formats/scenario/parse-scenario.ts';
import { actions, scenarioJsonSchema } from '../../../src/formats/scenario/scenario-schema.ts';
import { parse, stepOf } from './parse.ts';

const options = {
  signature: 'valid',
  tamper: {},
  fields: {},
  without: [],
  wire: 'table',
  twice: {},
  expect: { kind: 'ledger' },
};

describe('the head of a scenario', () => {
  it('has defaults', () => {
    const source = 'scenario: A bet is debited\nsteps: [{ getBalance: {} }]\n';
    expect(parse(source)).toEqual({
      source,
      file: 'x.yaml',
      title: 'A bet is debited',
      requirements: [],
      players: 1,
      currencies: 1,
      fund: '100',
      steps: [{ kind: 'getBalance', place: { line: 2, column: 9 }, options }],
    });
  });

  it('keeps what it says', () => {
    const head = [
      'description: Twice, to be sure.',
      'requirements: [IDEM-01, IDEM-08]',
      'players: 3',
      'currencies: 2',
      'fund: 12345678901234567890.10',
    ];
    const text = ['scenario: T', ...head, 'steps: [{ getBalance: {} }]'].join('\n');
    expect(parse(text)).toMatchObject({
      description: 'Twice, to be sure.',
      requirements: ['IDEM-01', 'IDEM-08'],
      players: 3,
      currencies: 2,
      fund: '12345678901234567890.1',
    });
  });
});

describe('what a scenario needs', () => {
  it('is as many players and currencies as its steps use', () => {
    const steps = [
      'together: { steps: [{ getBalance: {}, player: 3 }, { getBalance: {}, player: unknown }] }',
      'repeat: { count: 2, step: { getBalance: {}, currency: second, player: 2 } }',
    ];
    const text = `scenario: T\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`;
    expect(parse(text)).toMatchObject({ players: 3, currencies: 2 });
  });

  it('may be any requirement of the right form when no catalogue is given', () => {
    const text = 'scenario: T\nrequirements: [XYZ-99]\nsteps: [{ getBalance: {} }]\n';
    expect(parse(text).requirements).toEqual(['XYZ-99']);
    const knownRequirements = ['IDEM-01'];
    expect(() => parseScenario({ text, file: 'x.yaml', knownRequirements })).toThrow('`XYZ-99`');
  });
});

describe('the place of a step', () => {
  it('is the line and column where it begins, in groups too', () => {
    const text = [
      'scenario: T',
      'steps:',
      '  - getBalance: {}',
      '  - together:',
      '      count: 2',
      '      steps:',
      '        - getBalance: {}',
      '        -   makeBet: { bet: 1 }',
    ].join('\r\n');
    const [first, group] = parse(text).steps;
    expect(first?.place).toEqual({ line: 3, column: 5 });
    const places = group?.kind === 'together' ? group.steps.map(({ place }) => place) : [];
    const [a, b] = [
      { line: 7, column: 11 },
      { line: 8, column: 13 },
    ];
    expect(places).toEqual([a, b, a, b]);
  });
});

describe('an amount', () => {
  it.each([
    ['10', { kind: 'exact', text: '10' }],
    ['0.1', { kind: 'exact', text: '0.1' }],
    ['10.50', { kind: 'exact', text: '10.5' }],
    ['"10.50"', { kind: 'exact', text: '10.5' }],
    ['1234567.89', { kind: 'exact', text: '1234567.89' }],
    ['1e3', { kind: 'exact', text: '1000' }],
    ['0.30000000000000004', { kind: 'exact', text: '0.30000000000000004' }],
    ['12345678901234567890', { kind: 'exact', text: '12345678901234567890' }],
    ['0.1000000000000000055511151231257827', { kind: 'exact', text: '0.1000000000000000055511151231257827' }],
    ['balance', { kind: 'balance', sign: 1, text: '0' }],
    ['balance + 0.010', { kind: 'balance', sign: 1, text: '0.01' }],
    ['balance+0.01', { kind: 'balance', sign: 1, text: '0.01' }],
    ['balance - 5', { kind: 'balance', sign: -1, text: '5' }],
    ['balance-12345678901234567890', { kind: 'balance', sign: -1, text: '12345678901234567890' }],
  ])('%s reaches us exactly', (written, amount) => {
    expect(stepOf(`- makeBet: { bet: ${written}, win: ${written} }`)).toMatchObject({
      bet: amount,
      win: amount,
    });
  });

  it.each(['balance * 2', '2 + balance', 'balance + balance', '-1', '1/2', '$BET', 'balance + -1'])(
    '%j is none',
    (written) => {
      expect(() => stepOf(`- makeBet: { bet: "${written}" }`)).toThrow('x.yaml:3:21: `bet`');
    },
  );
});

describe('the example of the design', () => {
  it('is a scenario', () => {
    const text = readFileSync(new URL('./example.yaml', import.meta.url), 'utf8');
    expect(parse(text).steps.map(({ kind }) => kind)).toEqual([
      'makeBet',
      'resend',
      'resend',
      'makeBet',
      'getBalance',
      'makeBet',
      'together',
      'rollback',
      'pack',
      'getBalance',
    ]);
  });
});

const file = new URL('../../../docs/scenario.schema.json', import.meta.url);

describe('docs/scenario.schema.json', () => {
  it('is the JSON Schema of the scenarios that are parsed', () => {
    // UPDATE=1 writes it anew; the formatter may then break its lines.
    if (process.env['UPDATE'] === '1') {
      writeFileSync(file, `${JSON.stringify(scenarioJsonSchema(), undefined, 1)}\n`);
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(scenarioJsonSchema());
  });

  it('completes every action, and wants one of them', () => {
    expect(scenarioJsonSchema()).toMatchObject({
      required: ['scenario', 'steps'],
      definitions: {
        step: {
          properties: Object.fromEntries(actions.map((action) => [action, expect.anything()])),
          oneOf: actions.map((action) => ({ required: [action] })),
        },
      },
    });
  });
});
