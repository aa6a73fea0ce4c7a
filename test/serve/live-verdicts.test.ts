import { expect, it, jest } from '@jest/globals';
import { variants } from '../../fixtures/agents/example/index.js';
import type { AgentOptions } from '../../fixtures/agents/example/types.d.ts';
import type { ExchangeJudgement } from '../../src/formats/judgement.ts';
import { openServer } from '../../src/serve/open-server.ts';
import type { RunHost } from '../../src/serve/run-host.ts';
import { openAgent } from '../fixtures/open-agent.ts';
import { handAt, playEverything } from './play-by-hand.ts';
import { serverOptions } from './server-options.ts';

/** What is said of every callback when a developer plays everything by hand against such an agent. */
const judgementsOn = async (options: Partial<AgentOptions>): Promise<ExchangeJudgement[]> => {
  // Some agents log their own errors.
  const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const agent = await openAgent(options);
  const server = await openServer(serverOptions({ callbackUrl: () => agent.url }));
  try {
    await playEverything(handAt(server));
    const { rows } = await server.journal.rows({ direction: 'callback', limit: 500 });
    return rows.flatMap(({ judgement }) => judgement ?? []);
  } finally {
    await server.close();
    await agent.close();
    log.mockRestore();
  }
};

it.each([
  { name: 'the example agent', options: {} },
  ...variants.map(({ name }) => ({
    name: `a right agent that is ${name}`,
    options: { variant: name },
  })),
])('says nothing against $name', async ({ options }) => {
  const judgements = await judgementsOn(options);
  const against = judgements.filter(({ verdict }) => verdict === 'wrong' || verdict === 'risky');
  expect(against).toEqual([]);
});

it('judges nearly all that a right agent answers', async () => {
  const judgements = await judgementsOn({});
  const open = judgements.filter(({ verdict }) => verdict !== 'right');
  // The answer that was lost, and a player whom nobody knows.
  expect(open.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('dropped on purpose'),
    expect.stringContaining('player_not_found'),
  ]);
  expect(judgements.length).toBeGreaterThan(40);
});

it.each([
  ['any-signature-accepted', 'SIG-03 accepted-bad-signature'],
  ['empty-values-dropped', 'SIG-01 refused-good-signature'],
  ['balance-as-text', 'BAL-01 balance-not-a-number'],
  ['float-sums', 'BAL-08 too-many-digits'],
  ['bet-not-debited', 'BET-02 bet-not-debited'],
  ['no-balance-check', 'BET-06 accepted-overdraft'],
  ['no-duplicate-check', 'IDEM-01 double-application'],
  ['duplicate-by-request-id', 'IDEM-01 double-application'],
  ['duplicate-race', 'CON-01 double-application'],
  ['duplicate-error', 'IDEM-08 duplicate-refused'],
  ['undelivered-forgotten', 'IDEM-01 double-application'],
  ['win-kept', 'RB-02 win-not-reverted'],
  ['rollback-repeats', 'RB-04 rollback-applied-again'],
  ['errors-as-500', 'ERR-04 business-error-5xx'],
])('names the defect %s', async (defect, finding) => {
  const [first] = (await judgementsOn({ defect })).flatMap(({ findings }) => findings);
  expect(`${first?.requirement} ${first?.code}`).toBe(finding);
});

it('signs as a run has found that the agent reads, and judges from then on', async () => {
  const agent = await openAgent({ variant: 'python-spaced-signer' });
  let runHost: RunHost | undefined;
  const options = serverOptions({ callbackUrl: () => agent.url });
  const server = await openServer({
    ...options,
    openRuns: async (given) => {
      runHost = given;
      return await options.openRuns(given);
    },
  });
  try {
    const hand = handAt(server);
    await hand.trigger({ type: 'getBalance', playerId: 'player-1' });
    runHost?.useDialect('python');
    await hand.trigger({ type: 'getBalance', playerId: 'player-1' });
    const rows = await hand.callbacks();
    expect(rows.map(({ verdict }) => verdict)).toEqual(['unjudged', 'right']);
    const { dialect } = await hand.setup();
    expect(dialect).toBe('python');
  } finally {
    await server.close();
    await agent.close();
  }
});
