import { beforeAll, describe, expect, it } from '@jest/globals';
import { exitCodes } from '../../src/spec/walletproof-error.ts';
import { hostileAgents } from './agents.ts';
import type { HostileAgent } from './hostile-agent.ts';
import { leaksIn, problemsOf } from './judge-output.ts';
import { type Answered, type OpenPlatform, openPlatform } from './open-platform.ts';

const isRight = ({ verdicts }: HostileAgent): boolean => verdicts.join() === 'conformant';

/** Who is right has the time that it needs on a busy machine. */
const groups = [
  ['agents that break something', '500ms', hostileAgents.filter((agent) => !isRight(agent))],
  ['agents that are right', '60s', hostileAgents.filter(isRight)],
] as const;

/** What is kept of a hundred agents, and no body of theirs. */
const mostGrownMib = 200;

describe.each(groups)('%s', (_, timeout, agents) => {
  let platform: OpenPlatform;
  let memoryMib: number;
  beforeAll(async () => {
    platform = await openPlatform(timeout);
    memoryMib = await platform.mostMemoryMib();
  });

  it.each(agents.map((agent) => [agent.name, agent] as const))('serves %s', async (__, agent) => {
    const open = await agent.open();
    try {
      expect((await platform.admin('agents/1001', { callbackUrl: open.url }, 'PATCH')).status).toBe(200);
      await platform.admin('reset', {});
      const { sent, meanwhile } = await sendBeside(platform);
      expect(meanwhile).toEqual([200, 200]);
      const [id = ''] = sent;
      const shown = await platform.admin(`exchanges/${id}`);
      const again = await platform.admin(`exchanges/${id}/resend`, { as: 'exact' });
      const recorded = await platform.admin('scenarios/record', { exchangeIds: [id] });
      expect([shown, again, recorded].map(({ status }) => status)).toEqual([200, 200, 200]);
      expect([shown, again, recorded].flatMap(({ text }) => leaksIn(text))).toEqual([]);
      if (isRight(agent) && agent.oneCall === undefined) expect(verdictIn(shown)).toBe('right');
    } finally {
      await open.close();
    }
  });

  it('writes a log that nothing obeys, takes no memory for it, and ends when it is told to', async () => {
    const problems = problemsOf(platform.output(), 'for people');
    const grownMib = (await platform.mostMemoryMib()) - memoryMib;
    expect(await platform.end()).toBe(exitCodes.interrupted);
    expect(problems).toEqual([]);
    expect(grownMib).toBeLessThan(mostGrownMib);
  });
});

/** Sends a makeBet by hand; the platform answers others while it is under way. */
const sendBeside = async (platform: OpenPlatform) => {
  const order = { type: 'makeBet', playerId: 'player-1', currency: 'USD', bet: '1', win: '0' };
  await platform.admin('trigger', { ...order, type: 'getBalance' });
  const sending = platform.admin('trigger', order);
  const meanwhile = await Promise.all([platform.admin('health'), platform.listGames()]);
  const sent = await sending;
  expect(sent.status).toBe(200);
  const { exchangeIds } = JSON.parse(sent.text) as { readonly exchangeIds: readonly string[] };
  return { sent: exchangeIds, meanwhile: meanwhile.map(({ status }) => status) };
};

const verdictIn = ({ text }: Answered): unknown => (JSON.parse(text) as Judged).judgement?.verdict;

interface Judged {
  readonly judgement?: { readonly verdict: string };
}
