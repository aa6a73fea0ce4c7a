import type { SentByHand } from '../../../api/schemas/hand-callbacks.ts';
import type { Setup } from '../../../api/schemas/platform.ts';
import type { TrialName } from '../../../spec/trials.ts';
import { callAdmin } from '../../parts/call-admin.ts';
import { resend, rollBack } from '../composer/send-again.ts';

/** What a trial sends; the agent's own request is the agent's to send. */
type SentTrial = Exclude<TrialName, 'request'>;

/** Sends what tries the agent with it; gives all that was sent, judged. */
export const tryOut = async (trial: SentTrial, setup: Setup): Promise<SentByHand> => await trials[trial](setup);

const trials: Readonly<Record<SentTrial, (setup: Setup) => Promise<SentByHand>>> = {
  bet: (setup) => bet(setup, {}),
  win: (setup) => bet(setup, { win: '2' }),
  rollback: async (setup) => {
    const sent = await bet(setup, { win: '2' });
    return joined(sent, await rollBack(firstOf(sent)));
  },
  duplicate: async (setup) => {
    const sent = await bet(setup, { win: '2' });
    return joined(sent, await resend(firstOf(sent), { as: 'exact' }));
  },
  'lost-answer': async (setup) => {
    const fault = { direction: 'callback', fault: 'answer-lost', on: 'makeBet', times: 1 };
    await callAdmin('POST', '/faults', fault);
    const sent = await bet(setup, {});
    return joined(sent, await resend(firstOf(sent), { as: 'exact' }));
  },
  together: (setup) => bet(setup, { count: 10 }),
  overspend: async (setup) => {
    const asked = await trigger({ type: 'getBalance', ...firstAccount(setup) });
    return joined(asked, await bet(setup, { bet: above(asked.callbacks[0]?.balance) }));
  },
  signature: (setup) => bet(setup, { signature: 'wrong' }),
  'free-spins': async (setup) => {
    const game = setup.games.find(({ freespins }) => freespins !== false) ?? setup.games[0];
    const account = firstAccount(setup);
    await callAdmin('POST', '/packs', { ...account, gameId: game?.id, total: 3, bet: '1' });
    const { sessionId } = await callAdmin<{ readonly sessionId: string }>('POST', '/sessions', {
      ...account,
      gameId: game?.id,
    });
    return await trigger({ type: 'getBalance', sessionId });
  },
  currency: (setup) => bet(setup, otherAccount(setup)),
};

type Order = Readonly<Record<string, unknown>>;

const trigger = async (order: Order): Promise<SentByHand> => await callAdmin<SentByHand>('POST', '/trigger', order);

const bet = async (setup: Setup, more: Order): Promise<SentByHand> =>
  await trigger({ type: 'makeBet', ...firstAccount(setup), bet: '1', win: '0', ...more });

/** The exchange of the first callback that was sent. */
const firstOf = ({ callbacks: [first] }: SentByHand): string => first?.exchangeId ?? '';

const joined = (one: SentByHand, other: SentByHand): SentByHand => ({
  exchangeIds: [...one.exchangeIds, ...other.exchangeIds],
  callbacks: [...one.callbacks, ...other.callbacks],
});

const firstAccount = ({ players: [player] }: Setup) => ({
  playerId: player?.id,
  currency: player?.currencies[0],
});

/** Another currency of the first player, or of any other. */
const otherAccount = ({ players }: Setup) => {
  const first = players[0]?.currencies[0];
  const all = players.flatMap(({ id, currencies }) => currencies.map((currency) => ({ playerId: id, currency })));
  return all.find(({ currency }) => currency !== first) ?? {};
};

/** An amount that is more than a balance; nothing is calculated. */
export const above = (balance = '0'): string => (/^\d/.test(balance) ? `1${balance}` : '1');
