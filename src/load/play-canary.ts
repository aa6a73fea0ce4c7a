import { randomBytes } from 'node:crypto';
import type { LoadBreach, LoadReport } from '../formats/load-report.ts';
import { withScales } from '../money/currency-scale.ts';
import type { FindingCode } from '../spec/finding.ts';
import { type CanaryAgent, openCanaryAgent, type PlantedMistake } from './canary-agent.ts';
import type { LoadPlan } from './load-plan.ts';
import { createLoadSender } from './load-sender.ts';
import { beginActivity, callsToSend, hearAnswers, type Next } from './play-activity.ts';
import { playFault } from './play-fault.ts';
import { createPlayTerms } from './play-terms.ts';
import { type Activity, createPlayer, type Player } from './player.ts';
import type { LoadSender, Sent } from './sent-call.ts';
import { createShareTally, type ShareTally } from './share-tally.ts';

/** What is planted, and the code that a breach by it has. */
const mistakes: Readonly<Record<PlantedMistake, FindingCode>> = {
  'double debit': 'double-application',
  'lost update': 'lost-update',
};

/**
 * Plays an account that exists here alone, behind an agent of its own with one double debit and one
 * lost update: what writes, sends, reads and judges the callbacks of a load must find both, and
 * nothing else.
 */
export const playCanary = async (plan: LoadPlan): Promise<LoadReport['canary']> => {
  const token = randomBytes(16).toString('hex');
  const { dialect } = plan.recipient;
  const agent = await openCanaryAgent({ token, dialect, scale, balance });
  try {
    const breaches = await withScales({}, async () => await playWith(plan, agent, token));
    return foundIn(breaches);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { planted: 2, found: 0, problems: [problem] };
  } finally {
    agent.close();
  }
};

const scale = 2;
const balance = 100_000n;

const foundIn = (breaches: readonly LoadBreach[]): LoadReport['canary'] => {
  const wanted = Object.entries(mistakes);
  const codes = breaches.map(({ code }) => code as string);
  const missed = wanted.filter(([, code]) => !codes.includes(code));
  const left = [...codes];
  for (const [, code] of wanted) if (left.includes(code)) left.splice(left.indexOf(code), 1);
  return {
    planted: wanted.length,
    found: wanted.length - missed.length,
    problems: [
      ...missed.map(([mistake]) => `the ${mistake} was not found`),
      ...left.map((code) => `${code} was told, and nothing was planted that it is`),
    ],
  };
};

/** The right agent first and last: what is told of it is a mistake of ours. */
const programme: readonly { readonly plant?: PlantedMistake; readonly activity: Activity }[] = [
  { activity: faulty('duplicates') },
  { plant: 'double debit', activity: faulty('duplicates') },
  { activity: faulty('races') },
  { plant: 'lost update', activity: faulty('races') },
  { activity: faulty('lost-answers') },
  { activity: faulty('rollbacks') },
  { activity: faulty('races') },
];

function faulty(fault: Parameters<typeof playFault>[1]): Activity {
  return { title: `${fault} of the canary`, fault, begin: (make) => playFault(make, fault, 0) };
}

const playWith = async (plan: LoadPlan, agent: CanaryAgent, token: string): Promise<readonly LoadBreach[]> => {
  const own: LoadPlan = {
    ...plan,
    recipient: { ...plan.recipient, url: agent.url, token, connection: 'kept' },
    nonce: `${plan.nonce}-canary`,
    scales: {},
  };
  const tally = createShareTally({ mostBreaches: 10, onTrouble: () => undefined });
  const terms = termsOf(own, tally);
  const sender = createLoadSender({
    ...own.recipient,
    ...{ maxConnections: 10, allowPublicTarget: false },
  });
  const player = openPlayer(own);
  try {
    for (const { plant, activity } of programme) {
      if (plant !== undefined) agent.plant(plant);
      await playOne({ ...terms, sender }, player, beginActivity(terms, player, activity));
      if (player.state === 'parked') throw new Error(`nothing came of the ${activity.title}`);
    }
  } finally {
    await sender.close();
  }
  return tally.totals().breaches;
};

const openPlayer = ({ nonce }: LoadPlan): Player => {
  const who = { id: 'canary', username: 'Canary', currency: 'USD', language: 'en' };
  const player = createPlayer(who, 0, nonce);
  Object.assign(player.account, { scale, balance, opening: balance });
  player.state = 'open';
  return player;
};

const termsOf = (plan: LoadPlan, tell: ShareTally) =>
  createPlayTerms({ plan, tell, seed: `${plan.seed}/canary`, prefix: 'canary' });

type CanaryTerms = ReturnType<typeof termsOf> & { readonly sender: LoadSender };

const playOne = async (terms: CanaryTerms, player: Player, first: Next): Promise<void> => {
  for (let next = first; next.kind === 'send'; ) {
    const { afterMs } = next;
    if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
    next = hearAnswers(terms, player, await sendAll(terms, callsToSend(player)));
  }
};

const sendAll = async (
  { sender, writer }: CanaryTerms,
  calls: ReturnType<typeof callsToSend>,
): Promise<readonly Sent[]> =>
  await Promise.all(
    calls.map(
      async ({ callback, isLost }) =>
        await new Promise<Sent>((resolve) => {
          sender.send(writer.write(callback), { lose: isLost }, resolve);
        }),
    ),
  );
