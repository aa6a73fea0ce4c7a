import type { ExchangePage, ExchangeRow } from '../../../api/schemas/exchanges.ts';
import type { TriggerOrder } from '../../../api/schemas/hand-callbacks.ts';
import { groupDigits } from '../../../components/money.tsx';
import { callbackTypes } from '../../../spec/callback.ts';
import { namesOf } from '../../../spec/closed-list.ts';
import { type CallbackFault, callbackFaults, type SignatureVariant, signatureVariants } from '../../../spec/fault.ts';
import { decimalSign } from '../../parts/amounts.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import type { Draft, FormField } from '../../parts/order-schema.ts';
import { useLoaded } from '../../parts/requests.ts';
import { knownPlayers, store } from '../../parts/store.ts';
import { clockText } from '../../parts/time.tsx';

/** What the form of a callback makes: the order, and a fault for this callback alone. */
export type CallbackOrder = TriggerOrder & { readonly fault?: CallbackFault };

type Field = FormField<keyof CallbackOrder>;

/** What is filled in of a callback. */
export type CallbackDraft = Draft & { readonly [Name in keyof CallbackOrder]?: string };

export const emptyCallback: CallbackDraft = {
  ...{ type: 'makeBet', bet: '1', win: '2', count: '1', 'freespins.played': '1', 'freespins.total': '10' },
  ...{ 'freespins.isFinish': 'false', 'freespins.accumulatedWin': '0' },
};

interface Fields {
  readonly fields: readonly Field[];
  /** Those that are seldom changed. */
  readonly folded: readonly Field[];
}

/** The fields of a callback; what a callback of this type has not is not there. */
export const callbackFields = (draft: CallbackDraft, bets: readonly ExchangeRow[]): Fields => {
  const rollback = { fields: [transactionField(bets)], folded: [] };
  const own: Fields = { getBalance, makeBet, rollback }[draft.type as TriggerOrder['type']];
  return {
    fields: [type, ...accountFields(draft), ...own.fields],
    folded: [sessionField(draft), ...own.folded, ...deviations(draft)],
  };
};

const type: Field = {
  ...{ name: 'type', label: 'Callback', options: callbackTypes, look: 'segments' },
  also: () => ({ transactionId: '' }),
};

const makeBet: Fields = {
  fields: [
    { name: 'bet', required: true },
    { name: 'win', required: true },
    { name: 'count', label: 'How many at once', required: true },
  ],
  folded: [
    { name: 'transactionId', help: 'Empty: a fresh one. Repeat one to see whether it is applied once.' },
    { name: 'gameRoundId', label: 'Round id' },
    { name: 'roundFinished', empty: 'yes' },
  ],
};

const getBalance: Fields = {
  fields: [],
  folded: [{ name: 'freespins', label: 'Free spins', help: 'Their accumulated win must not move the balance.' }],
};

/** Player and currency: those of the session, of the configuration, those that were called about, or any other. */
export const accountFields = ({ type, playerId, sessionId }: Draft): readonly FormField<'playerId' | 'currency'>[] => {
  const players = store.setup.value?.players ?? [];
  const session = store.sessions.value.find((each) => each.sessionId === sessionId);
  const player = session?.playerId ?? players[0]?.id;
  const options = players.find(({ id }) => id === (playerId || player))?.currencies ?? [];
  const standing = session?.currency ?? options[0];
  const empty = standing === undefined ? 'the main one' : undefined;
  // A bet of another player is not what is rolled back then.
  const also = () => ({ currency: '', sessionId: '', ...(type === 'rollback' ? { transactionId: '' } : {}) });
  return [
    { name: 'playerId', label: 'Player', options: knownPlayers(), standing: player, also },
    { name: 'currency', options, standing, empty, also: () => ({ sessionId: '' }) },
  ];
};

const mostSessions = 30;

const sessionField = ({ playerId = '' }: CallbackDraft): Field => {
  const sessions = store.sessions.value.filter((each) => playerId === '' || each.playerId === playerId);
  const find = (id: string) => sessions.find(({ sessionId }) => sessionId === id);
  return {
    ...{ name: 'sessionId', label: 'Session', empty: 'the newest one' },
    options: sessions.slice(0, mostSessions).map(({ sessionId }) => sessionId),
    nameOf: (id) => {
      const { game = 'a game', currency = id, createdAt = '' } = find(id) ?? {};
      return currency === id ? id : `${game}, ${currency}, ${clockText(createdAt)}`;
    },
    // Player and currency of the session stand there then.
    also: (id): Draft => (find(id) === undefined ? {} : { playerId: '', currency: '' }),
  };
};

/** How it is signed, and what happens to it on its way. */
const deviations = ({ signature, fault }: CallbackDraft): readonly Field[] => [
  { name: 'signature', empty: 'valid', help: signatureHelp((signature || 'valid') as SignatureVariant) },
  {
    ...{ name: 'fault', label: 'Fault for this call', empty: 'none', schema: { enum: namesOf(callbackFaults) } },
    help: fault ? callbackFaults[fault as CallbackFault].meaning : '',
  },
];

/** `upper-case` is right by the bytes; whether an agent takes it is observed, not judged. */
export const signatureHelp = (variant: SignatureVariant): string => {
  const due = {
    valid: 'the agent must take it',
    'upper-case': 'the specification leaves open whether it is taken',
    spaced: 'the specification leaves open whether it is taken',
  }[variant as string];
  const meaning = signatureVariants[variant].replace(/^./, (first) => first.toUpperCase());
  return `${meaning}: ${due ?? 'the agent must refuse with 403 invalid_signature, and move no money'}.`;
};

/** Which transaction is rolled back. */
const transactionField = (bets: readonly ExchangeRow[]): Field => {
  const find = (id: string) => bets.find(({ transactionId }) => transactionId === id);
  return {
    ...{ name: 'transactionId', label: 'Transaction', empty: 'one that nobody knows' },
    options: bets.flatMap(({ transactionId }) => transactionId ?? []),
    nameOf: (id) => betName(find(id)) ?? id,
    also: (id) => rollbackOf(find(id)),
  };
};

/** `14:02:31 bet 1.00, win 2.00 USD`. */
const betName = (row: ExchangeRow | undefined): string | undefined => {
  if (row === undefined) return undefined;
  const { startedAt, bet = '0', win = '', currency = '' } = row;
  const won = decimalSign(win) === 'zero' ? '' : `, win ${groupDigits(win)}`;
  return `${clockText(startedAt)} bet ${groupDigits(bet)}${won} ${currency}`;
};

/** The account and the transaction of a bet; nothing where there is none. */
export const rollbackOf = (bet: ExchangeRow | undefined): CallbackDraft => {
  if (bet === undefined) return {};
  const { transactionId = '', playerId = '', currency = '', sessionId = '' } = bet;
  return { transactionId, playerId, currency, sessionId };
};

/** The newest bets of the player first, read again with each of `sent`; none where no rollback is made. */
export const useBets = ({ type: wanted, playerId = '' }: CallbackDraft, sent: number): readonly ExchangeRow[] => {
  const query = new URLSearchParams({ kind: 'makeBet', limit: '20', ...(playerId === '' ? {} : { playerId }) });
  const read = async (signal: AbortSignal): Promise<readonly ExchangeRow[]> => {
    if (wanted !== 'rollback') return [];
    const page = await callAdmin<ExchangePage>('GET', `/exchanges?${query}`, undefined, signal);
    return page.rows.toReversed();
  };
  const loaded = useLoaded(read, wanted === 'rollback' ? `${query} ${sent}` : 'none', 'bets');
  return loaded.kind === 'loaded' ? loaded.value : [];
};
