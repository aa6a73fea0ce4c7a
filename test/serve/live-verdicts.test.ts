import { expect, it } from '@jest/globals';
import { variants } from '../../fixtures/agents/example/index.ts';
import type { AgentOptions } from '../../fixtures/agents/example/types.ts';
import type { ExchangeJudgement } from '../../src/formats/judgement.ts';
import { openServer } from '../../src/serve/open-server.ts';
import type { RunHost } from '../../src/serve/run-host.ts';
import { openAgent } from '../fixtures/open-agent.ts';
import { openExample, openHand } from './agent-by-hand.ts';
import { nobodyWaits } from './nobody-waits.ts';
import { handAt, playEverything } from './play-by-hand.ts';
import { serverOptions } from './server-options.ts';

nobodyWaits();

/** What is said of every callback when a developer plays everything by hand against such an agent. */
const judgementsOn = async (options: Partial<AgentOptions>): Promise<readonly ExchangeJudgement[]> => {
  const agent = openExample(options);
  const hand = openHand(agent.deliver);
  await playEverything(hand);
  agent.close();
  return hand.judgements();
};

/** The same over HTTP, with the admin API and the journal. */
const judgementsOverHttp = async (options: Partial<AgentOptions>): Promise<ExchangeJudgement[]> => {
  const agent = await openAgent(options);
  const server = await openServer(serverOptions({ callbackUrl: () => agent.url }));
  try {
    await playEverything(handAt(server));
    const { rows } = await server.journal.rows({ direction: 'callback', limit: 500 });
    return rows.flatMap(({ judgement }) => judgement ?? []);
  } finally {
    await server.close();
    await agent.close();
  }
};

const against = (judgements: readonly ExchangeJudgement[]): readonly ExchangeJudgement[] =>
  judgements.filter(({ verdict }) => verdict === 'wrong' || verdict === 'risky');

it.each(variants.map(({ name }) => name))('says nothing against a right agent that is %s', async (variant) => {
  expect(against(await judgementsOn({ variant }))).toEqual([]);
});

// They do something of their own with requests, answers or connections. Side by side: one writes
// its answers in halves, and TCP lets it wait.
it('says nothing against right agents that speak HTTP in their own way', async () => {
  const names = [
    ...['two-writes', 'rate-limited', 'chunked-answers', 'connection-closed'],
    ...['content-type-spelled-otherwise', 'large-bodies-refused', 'lengths-demanded'],
  ];
  const told = names.map(async (variant) => [variant, against(await judgementsOverHttp({ variant }))]);
  expect(await Promise.all(told)).toEqual(names.map((name) => [name, []]));
});

it('judges nearly all that a right agent answers', async () => {
  const judgements = await judgementsOverHttp({});
  const open = judgements.filter(({ verdict }) => verdict !== 'right');
  // The answer that was lost, and a player whom nobody knows.
  expect(open.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('dropped on purpose'),
    expect.stringContaining('player_not_found'),
  ]);
  expect(judgements.length).toBeGreaterThan(40);
});

const firstOf = (judgements: readonly ExchangeJudgement[]): string => {
  const [first] = judgements.flatMap(({ findings }) => findings);
  return `${first?.requirement} ${first?.code}`;
};

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
  ['win-kept', 'RB-02 win-not-reverted'],
  ['rollback-repeats', 'RB-04 rollback-applied-again'],
  ['errors-as-500', 'ERR-04 business-error-5xx'],
])('names the defect %s', async (defect, finding) => {
  expect(firstOf(await judgementsOn({ defect }))).toBe(finding);
});

it('names the defect undelivered-forgotten, which shows where a connection breaks', async () => {
  const judgements = await judgementsOverHttp({ defect: 'undelivered-forgotten' });
  expect(firstOf(judgements)).toBe('IDEM-01 double-application');
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
