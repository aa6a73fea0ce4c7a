import { parseAmount } from '../base/money.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { hearAnswer } from '../judge/call.ts';
import type { Case } from '../judge/case.ts';
import { alikeOf } from '../judge/refused-alike.ts';
import { balanceIn, type Ledger, wasApplied } from '../ledger/ledger.ts';
import { transactionIdOf } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import { needsConfirming } from '../spec/finding.ts';
import { amountOfUnits, type PlannedCall, unitsOf } from './account.ts';
import { reading } from './activities.ts';
import { breachOf, evidenceOf } from './breaches.ts';
import {
  answerOf,
  breachesIn,
  callsIn,
  isClear,
  isOf,
  judgeGroup,
  ledgerOfTaken,
  type PlayedCall,
  type PlayedGroup,
  saidOf,
  unexplained,
  wasNotSent,
} from './judged-group.ts';
import type { Activity, Group, Player } from './player.ts';
import type { ShareTally, ToldDoubt } from './tally.ts';

/** What the players of a share are played with. */
export interface PlayTerms {
  readonly tally: ShareTally;
  /** Sends calls at once when they are due; resolves with what came of each, in their order. */
  readonly send: (calls: readonly PlannedCall[]) => Promise<readonly Exchange[]>;
  readonly pause: (durationMs: number) => Promise<void>;
}

/** Like the platform's own retries of a call without a clear answer. */
const retryAfterMs = [1000, 2000, 4000] as const;

/** So often a call goes out again at once that met a kept connection which had closed. */
const mostClosed = 3;

/** So long is waited before a balance that nobody expected is read again: it may be an older one. */
const readAgainAfterMs = [150, 1000] as const;

/** So often the same is played again before anybody is accused of what no call explains. */
const mostConfirmed = 3;

/** After so many calls that something stood in the way of, a player is not called any more. */
const mostTroubles = 5;

const unexplainedReason =
  'A balance differs by an amount that no call explains: somebody else may use the account, or the agent moves money by itself.';

const refusedAfterLost =
  'A makeBet whose answer was lost is refused when it is sent again: nobody can tell whether it was accepted before.';

/** What an agent says that has limits of its own. */
const ownLimit = /limit|maxim|minim|stake|too.?(?:high|low|large|small|many)/i;

/**
 * Plays an activity to its end: each group is sent and judged before the next, and what speaks against the agent is
 * told.
 */
export const playActivity = async (terms: PlayTerms, player: Player, activity: Activity): Promise<void> =>
  await new ActivityPlay(terms, player, activity).play();

/** Reads what the account has, whatever it should have: the player goes on from there. */
export const readAnew = async (terms: PlayTerms, player: Player): Promise<void> =>
  await new ActivityPlay(terms, player, reading).goOnFromRead();

/** A call, and each time that it was sent. */
interface Sending {
  readonly planned: PlannedCall;
  /** `makeBet t-1 again`. */
  readonly label: string;
  readonly exchanges: Exchange[];
}

/** The last time that it was sent: its answer counts. */
const lastOf = ({ label, exchanges }: Sending): Exchange => {
  const last = exchanges.at(-1);
  if (last === undefined) throw new TypeError(`${label} was not sent.`);
  return last;
};

/** The call with its last answer, and the times before. */
const playedCall = (sending: Sending): PlayedCall => {
  const { planned, label, exchanges } = sending;
  const [last, earlier] = [lastOf(sending), exchanges.slice(0, -1)];
  const exchange = earlier.length === 0 ? last : { ...last, earlier };
  const intent = { kind: 'valid', callback: planned.callback } as const;
  return { planned, call: { label, intent, expect: { kind: 'ledger' }, exchange } };
};

const leftAt = ({ call: { exchange } }: PlayedCall): number => (exchange.earlier?.[0] ?? exchange).startedAt;

class ActivityPlay {
  readonly #terms: PlayTerms;
  readonly #player: Player;
  readonly #activity: Activity;
  readonly #start: Ledger;
  readonly #groups: PlayedGroup[] = [];
  /** Names of its transactions, in the order in which they were sent. */
  readonly #names = new Map<string, string>();
  /** How often a balance that nobody expected was read again. */
  #reads = 0;

  constructor(terms: PlayTerms, player: Player, activity: Activity) {
    this.#terms = terms;
    this.#player = player;
    this.#activity = activity;
    player.account.begin();
    this.#start = player.account.ledger;
  }

  async play(): Promise<void> {
    const { account } = this.#player;
    for (const group of this.#activity.begin(this.#player)) {
      if (!(await this.#playGroup(group))) return;
    }
    // What a lost answer left open, a quiet read tells.
    if (account.isUnsure && !(await this.#playGroup([this.#player.getBalance()]))) return;
    this.#noteConfirmed();
    this.#terms.tally.played(this.#player, this.#activity, { before: this.#start, after: account.ledger });
  }

  /** What the account has, by a quiet getBalance; parks a player whose answer is none. */
  async goOnFromRead(): Promise<void> {
    const { account } = this.#player;
    const [read] = (await this.#deliver([this.#player.getBalance()])) ?? [];
    if (read === undefined) return;
    const balance = this.#balanceOf(read);
    if (balance === undefined) {
      this.#player.state = 'parked';
      return;
    }
    const expected = this.#groups.length === 0 ? [] : this.#expected();
    const [first] = expected;
    if (first !== undefined && !expected.includes(balance)) this.#terms.tally.drift(this.#player, balance - first);
    const after =
      account.state.ending === undefined ? account.ledger : ledgerOfTaken(this.#start, this.#seen, 'refused');
    this.#terms.tally.played(this.#player, this.#activity, { before: this.#start, after });
    account.reopen(balance);
  }

  /** Whether the activity goes on after it. */
  async #playGroup(group: Group): Promise<boolean> {
    const calls = await this.#deliver(group);
    if (calls === undefined) return false;
    if (calls.length === 1) return await this.#judge({ calls });
    const race = calls.toSorted((one, other) => leftAt(one) - leftAt(other));
    const [read] = (await this.#deliver([this.#player.getBalance()], race)) ?? [];
    return read !== undefined && (await this.#judge({ calls: race, read }));
  }

  /**
   * Sends calls at once, and again those that no clear answer comes to; undefined where none came in the end: the
   * player is parked. `before`: calls at once that a quiet read belongs to.
   */
  async #deliver(group: readonly PlannedCall[], before: readonly PlayedCall[] = []): Promise<PlayedCall[] | undefined> {
    const sendings = group.map(
      (planned): Sending => ({ planned, label: this.#labelOf(planned.callback), exchanges: [] }),
    );
    const tried = { tries: 0, closed: 0 };
    for (let left = await this.#sendOnce(sendings); left.length > 0; left = await this.#sendOnce(left)) {
      const unclear = left.map(playedCall);
      const afterMs = this.#retryAfter(unclear, tried);
      if (afterMs === undefined) return this.#giveUp([...before, ...unclear], unclear);
      this.#terms.tally.resent(unclear.length);
      if (afterMs > 0) await this.#terms.pause(afterMs);
    }
    this.#terms.tally.judged(group.length);
    return sendings.map(playedCall);
  }

  /** Those of the calls that no clear answer came to. */
  async #sendOnce(sendings: readonly Sending[]): Promise<readonly Sending[]> {
    const exchanges = await this.#terms.send(sendings.map(({ planned }) => planned));
    for (const [index, sending] of sendings.entries()) sending.exchanges.push(...exchanges.slice(index, index + 1));
    return sendings.filter((each) => !isClear(each.planned.isLost, lastOf(each)));
  }

  /** How long is waited before calls go out again, milliseconds; undefined where they were sent often enough. */
  #retryAfter(unclear: readonly PlayedCall[], tried: { tries: number; closed: number }): number | undefined {
    for (const each of unclear) {
      if (!wasNotSent(each)) this.#terms.tally.error(each.planned.callback.type, saidOf(answerOf(each)));
    }
    if (tried.closed < mostClosed && unclear.every(wasNotSent)) {
      tried.closed += 1;
      return 0;
    }
    tried.tries += 1;
    return retryAfterMs[tried.tries - 1];
  }

  #giveUp(calls: readonly PlayedCall[], [first]: readonly PlayedCall[]): undefined {
    this.#groups.push({ calls });
    const said = first === undefined ? '' : ` (${saidOf(answerOf(first))})`;
    this.#player.state = 'parked';
    this.#doubt({
      reason: `No clear answer came, though the call was sent ${retryAfterMs.length + 1} times${said}: nobody can tell whether it was applied.`,
    });
    return undefined;
  }

  /** Whether the activity goes on after the answers to a group; where it does not, why is told. */
  async #judge(first: PlayedGroup): Promise<boolean> {
    const { account } = this.#player;
    const before = account.state;
    let group = first;
    let state = this.#judgementOf(before, group);
    while (state.ending?.kind === 'breach' && this.#showsBalance(group.read ?? group.calls[0])) {
      const afterMs = readAgainAfterMs[this.#reads];
      if (afterMs === undefined) break;
      this.#reads += 1;
      await this.#terms.pause(afterMs);
      const [read] = (await this.#deliver([this.#player.getBalance()])) ?? [];
      if (read === undefined) return false;
      group = group.read === undefined ? { calls: [read] } : { ...group, read };
      state = this.#judgementOf(before, group);
      if (state.ending === undefined) this.#terms.tally.late();
    }
    this.#groups.push(group);
    const planned = group.calls.map((each) => each.planned);
    if (state.ending === undefined) {
      this.#tellBreaches(breachesIn(state));
      // Told once: the judgement goes on without them.
      account.take({ ...state, found: undefined }, planned);
      return true;
    }
    account.state = state;
    const isLimit = await this.#isRefusedAlone(group, state);
    if (isLimit === undefined) return false;
    if (!isLimit) this.#tellEnding(state);
    await this.goOnFromRead();
    return false;
  }

  /**
   * The judgement after a group. A getBalance among calls at once may show a balance of a moment ago, as that of a copy
   * may be.
   */
  #judgementOf(before: Case, group: PlayedGroup): Case {
    const state = judgeGroup(before, group);
    const calls = group.calls.filter((each) => !this.#isOld(each));
    if (group.read === undefined || calls.length === group.calls.length || breachesIn(state).length === 0) return state;
    const withoutOld = judgeGroup(before, { ...group, calls });
    if (breachesIn(withoutOld).length > 0) return state;
    this.#terms.tally.late();
    return withoutOld;
  }

  #isOld(heard: PlayedCall): boolean {
    const balance = isOf(heard, 'getBalance') ? this.#balanceOf(heard) : undefined;
    return balance !== undefined && this.#player.account.past.includes(balance);
  }

  /** A getBalance, answered with an amount: it may be an old one. */
  #showsBalance(heard: PlayedCall | undefined): boolean {
    return heard !== undefined && isOf(heard, 'getBalance') && hearAnswer(heard.call.exchange).kind === 'balance';
  }

  /** The balance of an answer in units; undefined where it has none, or more digits. */
  #balanceOf(heard: PlayedCall): bigint | undefined {
    const answer = answerOf(heard);
    const amount = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
    if (amount === undefined) return undefined;
    const { scale } = this.#player.account;
    const units = unitsOf(amount, scale);
    return amountOfUnits(units, scale).eq(amount) ? units : undefined;
  }

  /**
   * A bet was refused among calls at once, though the account covers it. An agent may have a least or a highest bet:
   * whether it refuses that one alone as well is asked before anybody is accused. Undefined where no answer came.
   */
  async #isRefusedAlone({ calls, read }: PlayedGroup, { ending }: Case): Promise<boolean | undefined> {
    const isRefusal = ending?.kind === 'breach' && ending.finding.code === 'refused-valid';
    if (!isRefusal || read === undefined) return false;
    const balance = this.#balanceOf(read) ?? 0n;
    const refused = calls.find(
      (each) => isOf(each, 'makeBet') && answerOf(each).kind === 'error' && each.planned.bet <= balance,
    );
    if (refused === undefined) return false;
    const [alone] = (await this.#deliver([this.#player.makeBet(refused.planned)])) ?? [];
    if (alone === undefined) return undefined;
    this.#groups.push({ calls: [alone] });
    const answer = answerOf(alone);
    if (answer.kind !== 'error') return false;
    const said = saidOf(answer);
    const reason = `Bets at once are refused with ${said}, and such a bet is refused alone as well: the agent does not take it, and what was at once is not judged.`;
    this.#tellRefused({ reason, alike: alikeOf(said) }, said);
    return true;
  }

  /** Tells why the activity was not judged to its end: a breach, or what stood in its way. */
  #tellEnding({ ending }: Case): void {
    switch (ending?.kind) {
      case 'breach':
        if (this.#isRefusedAfterLost()) this.#tellRefused({ reason: refusedAfterLost });
        else if (unexplained.has(ending.finding.code)) this.#confirm();
        else this.#tellBreaches(breachesIn(this.#player.account.state), ending.finding);
        return;
      case 'inconclusive':
        this.#player.state = 'parked';
        this.#doubt({ reason: ending.reason });
        return;
      case 'cause':
        this.#tellRefused({ reason: ending.cause.message, alike: ending.refusal?.alike }, ending.refusal?.said);
    }
  }

  /** An agent may have limits of its own, and say so; whom nothing is accepted of is not called any more. */
  #tellRefused(doubt: Omit<ToldDoubt, 'evidence'>, said = ''): void {
    const isLimit = ownLimit.test(said);
    this.#player.troubles += isLimit ? 0 : 1;
    if (this.#player.troubles > mostTroubles) this.#player.state = 'parked';
    this.#doubt(isLimit ? { ...doubt, about: 'note' } : doubt);
  }

  /** What no call explains is played again before anybody is accused. */
  #confirm(): void {
    const player = this.#player;
    if (player.confirming === undefined) {
      player.confirming = { activity: this.#activity, left: mostConfirmed, evidence: this.#evidence() };
      return;
    }
    player.confirming = undefined;
    this.#tellBreaches(breachesIn(player.account.state));
  }

  /** An activity that was played again and came to nothing: what it showed the first time nobody can tell. */
  #noteConfirmed(): void {
    const player = this.#player;
    const { confirming } = player;
    if (confirming?.activity !== this.#activity) return;
    if (confirming.left > 1) {
      player.confirming = { ...confirming, left: confirming.left - 1 };
      return;
    }
    player.confirming = undefined;
    player.state = 'parked';
    this.#terms.tally.doubt({ reason: unexplainedReason, about: 'money', evidence: confirming.evidence }, player);
  }

  /** `ending`: what ended the judgement; a doubt where none of them is about what a load is about. */
  #tellBreaches(found: readonly Finding[], ending?: Finding): void {
    // What ended the judgement leads: an error body may lack its message besides.
    const first = found.find((each) => each === ending) ?? found[0];
    if (first === undefined) {
      if (ending !== undefined) this.#doubt({ reason: ending.message });
      return;
    }
    const { tally } = this.#terms;
    const restsOn = unexplained.has(first.code) || needsConfirming(first.code) ? 'balance' : 'calls';
    const { who } = this.#player;
    const about = {
      player: who.id,
      currency: who.currency,
      activity: this.#activity.title,
      fault: this.#activity.fault,
      restsOn,
    } as const;
    const before = balanceIn(this.#start);
    const wanted = tally.isWanted(first.code)
      ? breachOf(first, about, { calls: callsIn(this.#groups), before })
      : undefined;
    tally.breach(first.code, wanted);
  }

  #doubt(doubt: Omit<ToldDoubt, 'evidence'>): void {
    this.#terms.tally.doubt({ ...doubt, evidence: this.#evidence() }, this.#player);
  }

  #evidence(): ReportedExchange[] {
    return evidenceOf(callsIn(this.#groups));
  }

  get #seen(): { readonly groups: readonly PlayedGroup[]; readonly state: Case } {
    return { groups: this.#groups, state: this.#player.account.state };
  }

  /** What the account must have: as a breach says, or as the ledger has it; else what was accepted, applied once. */
  #expected(): readonly bigint[] {
    const { account } = this.#player;
    const { ending } = account.state;
    if (account.isUnsure || this.#isRefusedAfterLost()) return [];
    const units = (ledger: Ledger): bigint => unitsOf(balanceIn(ledger), account.scale);
    if (ending?.kind !== 'breach') return [units(account.ledger)];
    const [text = ''] = (ending.finding.expected ?? '').split(' or ');
    const told = parseAmount(text);
    if (told !== undefined) return [unitsOf(told, account.scale)];
    // Where answers were odd, nobody knows whether they were refusals.
    return (['refused', 'taken'] as const).map((odd) => units(ledgerOfTaken(this.#start, this.#seen, odd)));
  }

  /**
   * Whether a repeated makeBet was refused that nobody has seen accepted: the answer to the first was
   * lost, and may have been the same refusal.
   */
  #isRefusedAfterLost(): boolean {
    const { ending } = this.#player.account.state;
    const [last] = this.#groups.at(-1)?.calls ?? [];
    if (ending?.kind !== 'breach' || ending.finding.code !== 'duplicate-refused') return false;
    if (last === undefined || !isOf(last, 'makeBet')) return false;
    const id = transactionIdOf(last.planned.callback) ?? '';
    const wasAccepted = this.#groups
      .flatMap(({ calls }) => calls)
      .some(
        (each) =>
          isOf(each, 'makeBet') && transactionIdOf(each.planned.callback) === id && answerOf(each).kind === 'balance',
      );
    const known = this.#start.transactions.get(id);
    return !wasAccepted && (known === undefined || !wasApplied(known));
  }

  /** `makeBet t-1 again`. */
  #labelOf(callback: PlannedCall['callback']): string {
    if (callback.type === 'getBalance') return 'getBalance';
    const known = this.#names.get(callback.transactionId);
    const name = known ?? `t-${this.#names.size + 1}`;
    this.#names.set(callback.transactionId, name);
    if (callback.type === 'rollback') return `rollback of ${name}`;
    return known === undefined ? `makeBet ${name}` : `makeBet ${name} again`;
  }
}
