import type { MakeBet } from '../spec/callback.ts';
import { groupCalls } from './choose-calls.ts';
import type { Flow } from './follow-money.ts';
import { followMoney } from './follow-money.ts';
import type { CallLink } from './link-calls.ts';
import { linkCalls, nameCalls, tellLinks } from './link-calls.ts';
import type { AccountNames } from './name-accounts.ts';
import { nameAccounts } from './name-accounts.ts';
import type { Note, RecordedCall } from './recorded-call.ts';
import { groupBy } from './recorded-call.ts';

/** All that the steps of a recording are written from; lists and maps by position of the call. */
export interface RecordingPlan {
  readonly calls: readonly RecordedCall[];
  readonly links: readonly CallLink[];
  /** Ids of the calls that later ones refer to. */
  readonly ids: ReadonlyMap<number, string>;
  /** Calls that are one step. */
  readonly groups: readonly (readonly number[])[];
  readonly flow: Flow;
  readonly names: AccountNames;
  readonly roundOf: (makeBet: MakeBet) => string | undefined;
}

/** What the calls are to each other, what their money comes to, and how everything is named. */
export const planSteps = (calls: readonly RecordedCall[], note: Note): RecordingPlan => {
  const links = linkCalls(calls);
  const groups = groupCalls(calls, note);
  tellLinks(calls, links, note);
  const freshBets = calls.flatMap(({ callback }, position) =>
    callback?.type === 'makeBet' && links[position]?.kind === 'fresh' ? [callback] : [],
  );
  return {
    calls,
    links,
    groups,
    ids: nameCalls(calls, links),
    flow: followMoney(calls, groups),
    names: nameAccounts(calls, note),
    roundOf: nameRounds(freshBets),
  };
};

/** The name of a makeBet's round; undefined where none of the other makeBets is in it. */
const nameRounds = (makeBets: readonly MakeBet[]): ((makeBet: MakeBet) => string | undefined) => {
  const shared = [...groupBy(makeBets, ({ gameRoundId }) => gameRoundId)]
    .filter(([, own]) => own.length > 1)
    .map(([id]) => id);
  const names = new Map(shared.map((id, index) => [id, `round-${index + 1}`]));
  return ({ gameRoundId }) => names.get(gameRoundId);
};
