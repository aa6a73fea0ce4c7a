import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { mixFaults, parseFaults } from '../../src/formats/load-mix.ts';
import { builtInMix, mixJsonSchema, parseMix } from '../../src/formats/parse-mix.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';

const errorOf = (run: () => unknown): WalletproofError => {
  try {
    run();
  } catch (error) {
    if (error instanceof WalletproofError) return error;
    throw error;
  }
  throw new Error('no error');
};

const parse = (text: string) => parseMix({ text, file: 'mix.yaml' });

const messageOf = (text: string): string => errorOf(() => parse(text)).message;

/** A mix of one activity with these steps. */
const mixOf = (steps: string, more = ''): string =>
  `mix: M\nactivities:\n  - title: a spin\n    steps: [ ${steps} ]\n${more}`;

const stepOf = (step: string) => parse(mixOf(step)).activities[0]?.steps[0];

describe('a mix', () => {
  it('is activities with weights, and the shares of faults', () => {
    const text = `mix: Mine
activities:
  - title: a round
    weight: 8
    steps:
      - makeBet: { bet: 0.20..2, times: 2..4 }
      - makeBet: { win: 0..20 }
  - title: free spins
    steps: [ { pack: { spins: 3..8, win: 0..10 } }, { session: new }, { getBalance: {} } ]
faults: { duplicates: 2%, late-rollbacks: 0.5 % , races: 0.07 }
`;
    expect(parse(text)).toEqual({
      title: 'Mine',
      activities: [
        {
          title: 'a round',
          weight: 8,
          steps: [
            {
              kind: 'makeBet',
              bet: { from: '0.2', to: '2' },
              win: { from: '0', to: '0' },
              times: { from: '2', to: '4' },
            },
            {
              kind: 'makeBet',
              bet: { from: '0', to: '0' },
              win: { from: '0', to: '20' },
              times: { from: '1', to: '1' },
            },
          ],
        },
        {
          title: 'free spins',
          weight: 1,
          steps: [
            { kind: 'pack', spins: { from: '3', to: '8' }, win: { from: '0', to: '10' } },
            { kind: 'new-session' },
            { kind: 'getBalance' },
          ],
        },
      ],
      faults: {
        duplicates: 0.02,
        races: 0.07,
        'lost-answers': 0,
        rollbacks: 0,
        'late-rollbacks': 0.005,
        overspends: 0,
      },
    });
  });

  it('keeps every digit of an amount', () => {
    expect(stepOf('{ makeBet: { bet: 1234567890123456.123456789 } }')).toMatchObject({
      bet: { from: '1234567890123456.123456789', to: '1234567890123456.123456789' },
    });
    expect(stepOf('{ makeBet: { bet: 0.10..90071992547409931.03 } }')).toMatchObject({
      bet: { from: '0.1', to: '90071992547409931.03' },
    });
  });
});

/** What is wrong, the text, its place, and words that are told. */
const mistakes: readonly (readonly [string, string, string, string])[] = [
  ['an unknown step', mixOf('{ makeBat: { bet: 1 } }'), '4:16', 'did you mean `makeBet`?'],
  ['an unknown key of a step', mixOf('{ makeBet: { bets: 1 } }'), '4:27', 'did you mean `bet`?'],
  ['two actions in a step', mixOf('{ getBalance: {}, session: new }'), '4:14', 'exactly one action'],
  ['no action', mixOf('{}'), '4:14', 'exactly one action'],
  ['a step without its mapping', mixOf('getBalance'), '4:14', 'write `- getBalance: {}`'],
  ['a makeBet of nothing', mixOf('{ makeBet: {} }'), '4:25', 'a `bet`, a `win` or both'],
  ['an amount that is a word', mixOf('{ makeBet: { bet: much } }'), '4:32', 'such as 0.20..5, not `much`'],
  ['a negative amount', mixOf('{ makeBet: { bet: -1 } }'), '4:32', 'not `-1`'],
  ['three bounds', mixOf('{ makeBet: { bet: 1..2..3 } }'), '4:32', 'not `1..2..3`'],
  ['a span the wrong way round', mixOf('{ makeBet: { bet: 5..0.20 } }'), '4:32', 'write 0.20..5'],
  ['an absurd amount', mixOf(`{ makeBet: { bet: 1${'0'.repeat(60)} } }`), '4:32', 'at most 40 digits'],
  ['a number of bets with decimals', mixOf('{ makeBet: { bet: 1, times: 1.5 } }'), '4:42', 'not `1.5`'],
  ['no spins', mixOf('{ pack: { spins: 0..3 } }'), '4:31', 'from 1 to 1000'],
  ['a session that is not new', mixOf('{ session: old }'), '4:25', 'expected `new`'],
  ['no steps', mixOf(''), '4:12', 'at least 1'],
  ['a weight of nothing', mixOf('{ getBalance: {} }').replace('steps', 'weight: 0\n    steps'), '4:13', 'above 0'],
  ['an unknown fault', mixOf('{ getBalance: {} }', 'faults: { race: 1% }'), '5:11', 'did you mean `races`?'],
  ['a share above all', mixOf('{ getBalance: {} }', 'faults: { races: 101% }'), '5:18', 'at most 100%, not `101%`'],
  ['shares above all', mixOf('{ getBalance: {} }', 'faults: { races: 60%, rollbacks: 60% }'), '5:9', '120 %'],
  ['an unknown key', mixOf('{ getBalance: {} }', 'fault: {}'), '5:1', 'did you mean `faults`?'],
  ['no title', 'activities: []', '1:1', 'needs the key `mix`'],
  ['a scenario', 'scenario: S\nsteps: []', '1:1', 'this is a scenario'],
  ['nothing', '', '1:1', 'expected `mix:`'],
  ['what is no YAML', 'mix: [', '1:6', 'never closed'],
];

describe('what is wrong in a mix is pointed at', () => {
  it.each(mistakes)('%s', (_what, text, place, words) => {
    const message = messageOf(text);
    expect(message).toContain(`mix.yaml:${place}: `);
    expect(message).toContain('^');
    expect(message).toContain(words);
  });

  it('as a mistake of the configuration', () => {
    expect(errorOf(() => parse('')).code).toBe('configuration');
  });
});

describe('the mix of the package', () => {
  it('reads, bets, wins, plays rounds and packs, and ends sessions, under every fault', () => {
    const { title, activities, faults } = builtInMix();
    const steps = activities.flatMap((activity) => activity.steps);
    expect(title).toBe('An evening at the casino');
    expect(new Set(steps.map(({ kind }) => kind))).toEqual(new Set(['getBalance', 'makeBet', 'pack', 'new-session']));
    expect(steps).toContainEqual(expect.objectContaining({ times: { from: '2', to: '4' } }));
    expect(mixFaults.filter((name) => faults[name] === 0)).toEqual([]);
  });
});

describe('faults of the command line', () => {
  it('are the named ones, and no others', () => {
    expect(parseFaults('duplicates=7%, races=0.02')).toEqual({
      duplicates: 0.07,
      races: 0.02,
      'lost-answers': 0,
      rollbacks: 0,
      'late-rollbacks': 0,
      overspends: 0,
    });
    expect(Object.values(parseFaults('none'))).toEqual([0, 0, 0, 0, 0, 0]);
    expect(parseFaults('races=100%').races).toBe(1);
  });

  it.each([
    ['duplicate=2%', 'there is no fault `duplicate`; did you mean `duplicates`?'],
    ['races=2%,fire=1%', 'there is no fault `fire`'],
    ['races', '`races` has no share'],
    ['races=', '`races=` has no share'],
    ['races=1=2', '`races=1=2` has no share'],
    ['races=2', '`races=2`: expected a share'],
    ['races=-1%', '`races=-1%`: expected a share'],
    ['races=two', '`races=two`: expected a share'],
    ['races=1%,races=2%', '`races` is named twice'],
    ['races=60%,duplicates=60%', 'together are 120 %'],
    ['', 'there is no fault ``'],
  ])('are told where they are wrong: %s', (text, words) => {
    const { code, message, remedy } = errorOf(() => parseFaults(text));
    expect(code).toBe('usage');
    expect(message).toContain(words);
    expect(remedy).toContain('`overspends`');
  });
});

const file = new URL('../../docs/mix.schema.json', import.meta.url);

describe('docs/mix.schema.json', () => {
  it('is the JSON Schema of the mix that is parsed', () => {
    // UPDATE=1 writes it anew; the formatter may then break its lines.
    if (process.env['UPDATE'] === '1') {
      writeFileSync(file, `${JSON.stringify(mixJsonSchema(), undefined, 1)}\n`);
    }
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(mixJsonSchema());
  });
});
