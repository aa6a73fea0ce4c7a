import { describe, expect, it } from '@jest/globals';
import type { ReportedExchange, Run } from '../../src/formats/run.ts';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import type { RunContext, RunOrder } from '../../src/run/run-context.ts';
import { runPlayersOf } from '../../src/run/run-players.ts';
import { canonicalText, sign } from '../../src/signing/sign.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { token } from './run-against.ts';
import { runSimulated, type SimulatedAgent, type SimulatedRun } from './simulated-run.ts';

const scenarioOf = (yaml: string, file = 'own.yaml') => parseScenario({ text: yaml, file });

const oneBet = scenarioOf('scenario: A bet\nsteps:\n  - makeBet: { bet: 5 }\n');

const oddName = scenarioOf(
  'scenario: A name\nrequirements: [SIG-10]\nsteps:\n  - makeBet: { bet: 5 }\n    fields: { player_username: "Игрок" }\n',
  'odd-name.yaml',
);

const asPlay: Partial<RunOrder> = { ownCalls: 'balances' };

const asTest: Partial<RunOrder> = {
  firstCall: 'with-freespins',
  measures: 'by-calls',
};

const players = [
  { id: 'player-1', username: 'Player One', currencies: ['USD', 'EUR'], language: 'en' },
  { id: 'player-2', username: 'Player Two', currencies: ['USD'], language: 'en' },
];

/** Nothing is configured: what is to be known of the agent, the run has to learn. */
const unknown: Partial<RunContext> = {
  agent: { id: 1001, token, callbackUrl: 'http://127.0.0.1:1/callback' },
  players: runPlayersOf(players, 'n1'),
};

const run = async (
  order: Pick<RunOrder, 'scenarios'> & Partial<RunOrder>,
  agent: SimulatedAgent = {},
  given: Partial<RunContext> = {},
): Promise<SimulatedRun> => await runSimulated(agent, order, { ...unknown, ...given });

const said = ({ requestBody }: ReportedExchange): string => {
  const body = JSON.parse(requestBody) as Record<string, unknown>;
  const { type, player_id, currency, bet, win } = body;
  const money = type === 'makeBet' ? ` ${String(bet)}/${String(win)}` : '';
  const pack = 'freespins' in body ? ' with freespins' : '';
  return `${String(type)} ${String(player_id)} ${String(currency)}${money}${pack}`;
};

/** What asks which dialect the agent verifies, and the end of the pack that it began. */
const probed = Array<string>(5).fill('getBalance player-1 USD with freespins');

const sentBy = ({ run: { exchanges } }: SimulatedRun): string[] => exchanges.map(said);

/** What is sent before the first scenario. */
const preludeOf = ({ run: { exchanges } }: SimulatedRun): string[] =>
  exchanges.filter(({ scenario }) => !scenario.endsWith('.yaml')).map(said);

const resultOf = (told: Run, id: string) => told.requirements.find((each) => each.id === id);

/** The example agent behind a check of its own: it verifies that dialect. */
const verifying = (dialect: string): SimulatedAgent => ({
  alter: (agent) => (call) => {
    const { text, signature } = call;
    const isRight = signature === sign(canonicalText(text, dialect), token);
    const resigned = sign(canonicalText(text, 'minimal'), token);
    return agent.answer({ ...call, signature: isRight ? resigned : 'f'.repeat(64) });
  },
});

/** Takes every bet for a free spin while a pack of the player goes on. */
const playsPacks: SimulatedAgent = {
  alter: (agent) => {
    let isInPack = false;
    return async (call) => {
      const body = JSON.parse(call.text) as { readonly type?: string; readonly freespins?: { is_finish: boolean } };
      if (body.freespins !== undefined) isInPack = !body.freespins.is_finish;
      if (body.type !== 'makeBet' || !isInPack) return await agent.answer(call);
      const text = JSON.stringify({ ...body, bet: 0 });
      return await agent.answer({ ...call, text, signature: sign(canonicalText(text, 'minimal'), token) });
    };
  },
};

const scenariosOf = (stored: Run) => stored.scenarios.map(({ file, source = '' }) => scenarioOf(source, file));

describe('what play sends', () => {
  it('is the balance that the scenario begins with, probes of the dialect, and its one bet', async () => {
    const played = await run({ ...asPlay, scenarios: [oneBet] });
    expect(sentBy(played)).toEqual(['getBalance player-1 USD', ...probed, 'makeBet player-1 USD 5/0']);
    expect(played.balances['player-1 USD']).toBe(99_500n);
  });

  it('leaves what was moved with the player, and says so', async () => {
    const { run: told } = await run({ ...asPlay, scenarios: [oneBet] });
    expect(told.scenarios).toMatchObject([{ verdict: 'passed', residue: ['player-1 USD: -5.00'] }]);
  });

  it('funds an account where the scenario says so, and only then', async () => {
    const agent = { purses: { 'player-1': { USD: '7.00', EUR: '0' }, 'player-2': { USD: '0' } } };
    const funded = scenarioOf('scenario: A bet\nfund: 20\nsteps:\n  - makeBet: { bet: 5 }\n');
    expect(sentBy(await run({ ...asPlay, scenarios: [oneBet] }, agent))).toEqual([
      'getBalance player-1 USD',
      ...probed,
      'makeBet player-1 USD 5/0',
    ]);
    expect(sentBy(await run({ ...asPlay, scenarios: [funded] }, agent))).toEqual([
      'getBalance player-1 USD',
      ...probed,
      'makeBet player-1 USD 0/13',
      'makeBet player-1 USD 5/0',
    ]);
  });

  it('is in the order of the scenarios, each on player one, with a balance before each', async () => {
    const other = scenarioOf('scenario: Two\nsteps:\n  - makeBet: { bet: 1, win: 2 }\n', 'b.yaml');
    expect(sentBy(await run({ ...asPlay, scenarios: [oneBet, other] }))).toEqual([
      'getBalance player-1 USD',
      ...probed,
      'makeBet player-1 USD 5/0',
      'getBalance player-1 USD',
      'makeBet player-1 USD 1/2',
    ]);
  });

  it('is judged alike from the stored run', async () => {
    const { run: stored } = await run({ ...asPlay, scenarios: [oneBet] });
    const again = await judgeAgain(stored, {
      scenarios: scenariosOf(stored),
      catalogue: requirements,
    });
    expect(again.scenarios).toEqual(stored.scenarios);
    expect(again.verdict).toBe(stored.verdict);
  });
});

describe('what test sends first', () => {
  it('is one getBalance with free spins, the other balances, probes, and three that are measured', async () => {
    expect(preludeOf(await run({ ...asTest, scenarios: [oneBet] }))).toEqual([
      'getBalance player-1 USD with freespins',
      'getBalance player-1 EUR',
      'getBalance player-2 USD',
      ...probed,
      ...Array<string>(3).fill('getBalance player-1 USD'),
    ]);
  });

  it.each([
    ['test', asTest],
    ['play', asPlay],
  ])('ends the pack that it began: no bet of %s is taken for one of its spins', async (_, order) => {
    const { run: told } = await run({ ...order, scenarios: [oneBet] }, playsPacks);
    expect(told.verdict).toBe('conformant');
  });

  it('is the same where the dialect is remembered', async () => {
    const known = { dialect: 'python' };
    const played = await run({ ...asTest, scenarios: [oneBet] }, verifying('python'), { known });
    expect(preludeOf(played)[0]).toBe('getBalance player-1 USD with freespins');
    expect(preludeOf(played)).toHaveLength(10);
  });

  it('has no name but those of the players, and one in probes', async () => {
    const { run: told } = await run({ ...asTest, scenarios: [oneBet] });
    const others = told.exchanges.filter(({ scenario }) => scenario !== 'dialect');
    const names = others.map(
      ({ requestBody }) => (JSON.parse(requestBody) as { player_username: string }).player_username,
    );
    expect(new Set(names)).toEqual(new Set(['Player One', 'Player Two']));
  });

  it('is getBalance alone where the free spins are refused', async () => {
    const played = await run({ ...asTest, scenarios: [oneBet] }, verifying('php'));
    expect(played.run.dialect).toMatchObject({ name: 'php', how: 'found' });
    expect(played.run.verdict).toBe('conformant');
    expect(new Set(preludeOf(played).map((each) => each.split(' ')[0]))).toEqual(new Set(['getBalance']));
  });
});

describe('a dialect that an ordinary call does not tell', () => {
  const orders: [string, Partial<RunOrder>][] = [
    ['play', asPlay],
    ['test', asTest],
  ];

  it.each(orders)('is found before the first scenario: %s', async (_, as) => {
    const { run: told } = await run({ ...as, scenarios: [oneBet, oddName] }, verifying('ascii'));
    expect(told.verdict).toBe('conformant');
    expect(resultOf(told, 'SIG-10')?.verdict).toBe('passed');
    expect(told.setup.dialect).toBe(told.dialect?.name);
    expect(told.dialect).toMatchObject({ name: 'ascii', how: 'found' });
  });

  it('is found before the first bet, so that none is refused for it', async () => {
    const again = { ...oddName, file: 'again.yaml' };
    const { run: told } = await run({ ...asPlay, scenarios: [oddName, again] }, verifying('ascii'));
    const bets = told.exchanges.filter(({ kind }) => kind === 'makeBet');
    expect(bets.map(({ scenario, status }) => [scenario, status])).toEqual([
      ['odd-name.yaml', 200],
      ['again.yaml', 200],
    ]);
  });

  it('is judged alike from the stored run', async () => {
    const { run: stored } = await run({ ...asTest, scenarios: [oddName] }, verifying('ascii'));
    const again = await judgeAgain(stored, {
      scenarios: scenariosOf(stored),
      catalogue: requirements,
    });
    expect(again.requirements).toEqual(stored.requirements);
    expect(again.verdict).toBe('conformant');
  });
});

describe('a name that the agent refuses in every form', () => {
  it('breaks what the scenario shows, and nothing is played again', async () => {
    const refusing: SimulatedAgent = {
      alter: (agent) => (call) =>
        agent.answer(call.text.includes('Игрок') ? { ...call, signature: 'f'.repeat(64) } : call),
    };
    const { run: told } = await run({ ...asPlay, scenarios: [oddName] }, refusing);
    expect(resultOf(told, 'SIG-10')).toMatchObject({
      verdict: 'failed',
      findings: [{ code: 'refused-good-signature' }],
    });
  });
});

describe('an agent that answers free spins in another form', () => {
  const broken: SimulatedAgent = {
    alter: (agent) => async (call) => {
      const said = await agent.answer(call);
      return call.text.includes('"freespins"') ? { ...said, body: '{"content":{}}' } : said;
    },
  };

  it('is asked plainly, and the run goes on', async () => {
    const told = await run({ ...asTest, scenarios: [oneBet] }, broken);
    expect(preludeOf(told).slice(0, 2)).toEqual(['getBalance player-1 USD with freespins', 'getBalance player-1 USD']);
    expect(told.run.scenarios).toMatchObject([{ verdict: 'passed' }]);
  });
});
