import { amountOf } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import { balanceOf } from '../ledger/ledger.ts';
import type { Callback, GetBalance } from '../spec/callback.ts';
import { type CauseCode, causes } from '../spec/cause.ts';
import { findRequirement } from '../spec/requirements/catalogue.ts';
import { basicRequirement, type Situation, situations } from '../spec/situation.ts';
import type { CallKind, Case, Ending, MetCause, Refusal } from './case.ts';

/** A scenario that a refusal has ended. */
export interface RefusedScenario {
  readonly file: string;
  readonly refusal: Refusal;
  /** The breach that was found, where the scenario is about such calls. */
  readonly finding?: Finding;
}

/** What comes of a scenario that a refusal has ended, once all that were refused alike are seen. */
export type RefusalOutcome =
  /** Its breach stands, of that requirement where one is named; the others are blocked by it. */
  | { readonly kind: 'breach'; readonly requirement?: string }
  | { readonly kind: 'blocked'; readonly finding: Finding }
  /** It is told of this breach, which it is not about itself. */
  | { readonly kind: 'charged'; readonly finding: Finding }
  | { readonly kind: 'cause'; readonly cause: MetCause };

/** What the rest of the run has shown. */
interface SeenInRun {
  readonly taken: ReadonlySet<CallKind>;
  /** Limits of the agent's own that were found: whatever is refused like that is beyond them. */
  readonly limits: readonly MetCause[];
}

/**
 * One mistake, or one legal choice, is told once. Equal refusals break a requirement where the
 * agent refuses every call of a kind, or where only scenarios of that requirement met them; all
 * others hang on it. Else they are a cause: nobody can tell what the agent minds.
 */
export const settleRefusals = (
  refused: readonly RefusedScenario[],
  { taken, limits }: SeenInRun,
): ReadonlyMap<string, RefusalOutcome> => {
  const answers = new Set(refused.map(({ refusal }) => refusal.alike));
  const outcomes = [...answers].flatMap((alike) => {
    const group = refused.filter(({ refusal }) => refusal.alike === alike);
    const limit = limits.find((each) => each.alike === alike);
    return limit === undefined ? settleGroup(group, taken) : hangingOnCause(group, limit);
  });
  return new Map(outcomes);
};

const settleGroup = (group: readonly RefusedScenario[], taken: ReadonlySet<CallKind>): [string, RefusalOutcome][] => {
  const open = group.filter(({ refusal }) => refusal.role === 'open');
  // Once may be a chance.
  const mayBeUncovered = open.length > 0 && group.length > 1;
  const uncovered = mayBeUncovered ? settleUncovered(group, (kind) => taken.has(kind)) : undefined;
  if (uncovered !== undefined) return uncovered;
  const left = leftByKill(group, taken);
  if (left !== undefined) return hangingOn(group, left);
  const broken = open.length === 0 ? namedBreach(group, taken) : brokenBy(open, taken);
  if (broken === undefined && open.length === 0) return [];
  if (broken === undefined) {
    const isAnyTaken = mayBeUncovered && (taken.has('bet') || taken.has('bet-and-win'));
    const cause = refusedAlike(open.map(({ refusal }) => refusal));
    return settleUncovered(group, () => isAnyTaken) ?? hangingOnCause(group, cause);
  }
  return hangingOn(group, broken);
};

interface Broken {
  readonly requirement: string;
  readonly finding: Finding;
}

/** A breach that names itself, where every call of its kind is refused: races with such calls hang on it. */
const namedBreach = (group: readonly RefusedScenario[], taken: ReadonlySet<CallKind>): Broken | undefined => {
  const named = group.flatMap(({ refusal: { role, kind }, finding }) =>
    role === 'named' && kind !== 'together' && !taken.has(kind) ? (finding ?? []) : [],
  );
  const finding = named.find(({ requirement }) => isMust(requirement)) ?? named[0];
  return group.length === 1 || finding === undefined ? undefined : { requirement: finding.requirement, finding };
};

/** What such refusals break for certain; undefined where nobody can tell. */
const brokenBy = (group: readonly RefusedScenario[], taken: ReadonlySet<CallKind>): Broken | undefined => {
  const always = group.filter(({ refusal }) => isAlwaysRefused(refusal, taken));
  const kinds = new Set(always.map(({ refusal }) => refusal.kind));
  // An agent that takes no makeBet at all minds something else: the session, the game, the player.
  if (kinds.has('bet') && (kinds.has('win') || kinds.has('bet-and-win'))) return undefined;
  const owners = always.length > 0 ? always.map(basicOf) : group.flatMap(({ refusal }) => refusal.owners);
  const distinct = [...new Set(owners)].toSorted((a, b) => a.localeCompare(b));
  const [requirement] = distinct;
  // What it minds is the pack, where it has taken such calls of another one.
  const inGroup = group.map(({ refusal: { kind } }) => kind);
  const isOfPacks = inGroup.every((kind) => ofPacks.has(kind)) && inGroup.some((kind) => taken.has(kind));
  const isOpen = always.length === 0 && distinct.length > 1 && group.length > 1 && !isOfPacks;
  if (requirement === undefined || isOpen) return undefined;
  const finding = group.find(
    (each) => each.refusal.owners.includes(requirement) && each.finding !== undefined,
  )?.finding;
  return finding && { requirement, finding: { ...finding, requirement } };
};

/**
 * The balance that the agent shows covers the bet, and the agent says that none does, where it has taken such bets before:
 * no rule of its own is called so. Undefined where the refusals may be of anything else.
 */
const settleUncovered = (
  group: readonly RefusedScenario[],
  isTaken: (kind: CallKind) => boolean,
): [string, RefusalOutcome][] | undefined => {
  const uncovered = group.filter(({ refusal }) => isUncovered(refusal) && isTaken(refusal.kind));
  const named = uncovered.flatMap(({ finding }) => (finding?.requirement === leftBehind ? finding : []))[0];
  if (named !== undefined) return hangingOn(group, { requirement: leftBehind, finding: named });
  const teller = uncovered.find(({ refusal }) => refusal.isCovered);
  if (teller === undefined) return undefined;
  const { file, refusal } = teller;
  const finding: Finding = {
    code: 'refused-valid',
    requirement: leftBehind,
    weight: 'breach',
    message: `A bet that the balance covers is refused with ${refusal.said}, and so is what came after it.`,
    likelyCause: otherBalance,
    scenario: file,
    exchanges: [refusal.exchange],
  };
  return group.map((each) => [each.file, { kind: each === teller ? 'charged' : 'blocked', finding }]);
};

/** What a refused call leaves behind. */
const leftBehind = 'ROB-14';

/** What a kill leaves behind, such as a lock: calls are refused from then on that were taken before. */
const leftByKill = (group: readonly RefusedScenario[], taken: ReadonlySet<CallKind>): Broken | undefined => {
  for (const { finding, refusal } of group) {
    const requirement = taken.has(refusal.kind) ? refusal.owners.find((id) => ofKills.has(id)) : undefined;
    if (finding !== undefined && requirement !== undefined)
      return { requirement, finding: { ...finding, requirement } };
  }
  return undefined;
};

const ofKills: ReadonlySet<string> = new Set(['IDEM-18', 'RB-19']);

/** A bet for which the agent says that the balance is too small, and it is not. */
export const isUncovered = ({ code, kind }: Pick<Refusal, 'code' | 'kind'>): boolean =>
  code === 'insufficient_balance' && (kind === 'bet' || kind === 'bet-and-win');

/** Why a bet that is covered is refused as one that is not. */
export const otherBalance =
  'the balance that is checked is not the one that is shown: a refused bet keeps its money reserved';

const ofPacks: ReadonlySet<CallKind> = new Set(['balance-with-freespins', 'end-of-pack', 'end-of-empty-pack']);

/** The scenario is about calls of just this kind, and the agent has taken none in the whole run. */
const isAlwaysRefused = ({ kind, owners }: Refusal, taken: ReadonlySet<CallKind>): boolean =>
  !taken.has(kind) && owners.includes(basicOfKind(kind));

const basicOf = ({ refusal }: RefusedScenario): string => basicOfKind(refusal.kind);

/** The requirement that calls of the kind show. */
export const basicOfKind = (kind: CallKind): string => {
  switch (kind) {
    case 'end-of-pack':
      return 'FS-03';
    case 'end-of-empty-pack':
      return 'FS-06';
    case 'win-of-pack':
      return 'FS-04';
    case 'balance-after-pack':
      return 'FS-07';
    case 'whole-balance':
      return 'BET-05';
    default:
      return basicRequirement[kind];
  }
};

const hangingOn = (group: readonly RefusedScenario[], { requirement, finding }: Broken): [string, RefusalOutcome][] => {
  const isAlone = group.length === 1;
  const hanging = isMust(requirement)
    ? group
    : group.filter(({ refusal, finding: own }) => !isBrokenMust(refusal, own));
  return hanging.map(({ file, refusal }) => [
    file,
    refusal.kind !== 'together' && refusal.owners.includes(requirement)
      ? { kind: 'breach', ...(isAlone ? {} : { requirement }) }
      : { kind: 'blocked', finding },
  ]);
};

/** It breaks a must by itself, whatever else is refused alike: a should blocks no must. */
const isBrokenMust = ({ role }: Refusal, own: Finding | undefined): boolean =>
  role === 'named' && own !== undefined && isMust(own.requirement);

const isMust = (id: string): boolean => findRequirement(id)?.level === 'must';

const hangingOnCause = (group: readonly RefusedScenario[], cause: MetCause): [string, RefusalOutcome][] =>
  group.map(({ file, refusal }) => [file, { kind: 'cause', cause: { ...cause, exchanges: [refusal.exchange] } }]);

/** Equal refusals as a cause: which calls, with which answer, and what may cure it. */
export const refusedAlike = (refusals: readonly Refusal[]): MetCause => {
  const [first] = refusals;
  const said = first?.said ?? '';
  const kinds = [...new Set(refusals.map(({ kind }) => wordsOf(kind)))];
  const code: CauseCode = /session/i.test(said) ? 'unknown-session' : 'refused-alike';
  return {
    code,
    message: `${sentenceStart(kinds)} is refused with ${said}.`,
    alike: first?.alike ?? '',
    remedy: remedies.find(([word]) => word.test(said))?.[1] ?? causes[code].remedy,
    exchanges: refusals.map(({ exchange }) => exchange),
  };
};

const wordsOf = (kind: CallKind): string => {
  switch (kind) {
    case 'end-of-pack':
      return 'a getBalance with is_finish';
    case 'end-of-empty-pack':
      return 'a getBalance with is_finish of a pack that won nothing';
    case 'win-of-pack':
      return 'the win of a pack after its is_finish';
    case 'balance-after-pack':
      return 'a getBalance after the end of a pack';
    case 'whole-balance':
      return 'a bet of the whole balance';
    default:
      return situations[kind];
  }
};

const mostKinds = 3;

const sentenceStart = (kinds: readonly string[]): string => {
  const more = kinds.length - mostKinds;
  const shown = kinds.slice(0, mostKinds).join(', or ');
  const text = more > 0 ? `${shown}, or another valid call` : shown;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
};

/** Settings that cure a refusal, by what the agent says: the first that fits. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [/session/i, causes['unknown-session'].remedy],
  [/too many|rate/i, causes['rate-limited'].remedy],
  [/limit|maxim|exceed/i, causes['stake-limited'].remedy],
  [/currenc/i, 'Name the currencies that the player may play in: --player ID:USD.'],
  [/game/i, 'Name a game that the agent has: --game ID.'],
  [/player|user|account|block|suspend/i, 'Name players whom the agent lets play: --player ID:USD.'],
];

/** What was said without what differs from call to call: words with digits, which ids and amounts are. */
export const alikeOf = (said: string): string => {
  const [status = ''] = /^HTTP \d+/.exec(said) ?? [];
  // Word by word: a pattern with a digit somewhere in it takes hours for a long word without one.
  const words = said.slice(status.length).replaceAll(/\S+/g, (word) => (/\d/.test(word) ? '#' : word));
  return `${status}${words}`;
};

/** What the call is to the wallet. */
export const callKind = (state: Case, callback: Callback, situation: Situation): CallKind => {
  if (callback.type === 'getBalance') return kindOfGetBalance(state, callback, situation);
  if (situation === 'win' && state.isPackOver === true) return 'win-of-pack';
  if (callback.type !== 'makeBet' || (situation !== 'bet' && situation !== 'bet-and-win')) {
    return situation;
  }
  return balanceOf(state.ledger, callback)?.eq(amountOf(callback.bet)) === true ? 'whole-balance' : situation;
};

const kindOfGetBalance = ({ isPackOver = false }: Case, { freespins }: GetBalance, situation: Situation): CallKind => {
  if (freespins?.isFinish === true) {
    return amountOf(freespins.accumulatedWin).eq(0) ? 'end-of-empty-pack' : 'end-of-pack';
  }
  return isPackOver && situation === 'balance' ? 'balance-after-pack' : situation;
};

/** The refusal that ended a scenario, if one did. */
export const refusedIn = (file: string, ending: Ending | undefined): RefusedScenario[] => {
  if (ending?.kind === 'breach') {
    const { refusal, finding } = ending;
    return refusal === undefined ? [] : [{ file, refusal, finding }];
  }
  if (ending?.kind !== 'cause' || ending.refusal === undefined) return [];
  return [{ file, refusal: ending.refusal }];
};
