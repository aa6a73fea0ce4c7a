import { setTimeout as pause } from 'node:timers/promises';
import { createDice } from '../base/dice.ts';
import { amountOf, renderAmount, scaleOf, withScales } from '../base/money.ts';
import type { LoadSecond } from '../formats/load-report.ts';
import { openingBalance } from '../judge/call.ts';
import type { Exchange } from '../spec/exchange.ts';
import { readAnswer } from '../wire/read-answer.ts';
import { amountOfUnits, type PlannedCall, unitsOf } from './account.ts';
import { createChooser, funding, givingBack } from './activities.ts';
import { Pacer } from './arrivals.ts';
import { BalanceFile } from './balance-file.ts';
import { isClear, saidOf } from './judged-group.ts';
import { LoadSender } from './load-sender.ts';
import type { LoadPlan } from './plan.ts';
import { type PlayTerms, playActivity, readAnew } from './play-activity.ts';
import { type Activity, Player } from './player.ts';
import { type LoadCounts, ShareTally } from './tally.ts';

/** What a worker tells while it plays. */
export type ShareEvent =
  /** Once a second, for the live line. */
  | { readonly kind: 'second'; readonly second: LoadSecond }
  /** The callbacks are over; accounts are given back from now on. */
  | { readonly kind: 'settling' };

/** What came of the share of one worker. */
export interface ShareTotals extends LoadCounts {
  /** How late it came to what was due: a histogram. */
  readonly lateness: string;
  readonly cpuMs: number;
  readonly heapBytes: number;
  /** Why it ended before its time: errors in the first second, or the most callbacks were sent. */
  readonly stopped?: string;
}

/** An account is asked for so often, and so long is waited between, milliseconds. */
const mostTries = 4;
const openAgainAfterMs = 1000;

/** So many accounts are given back at once. */
const settlingLanes = 32;

/** An agent that has answered nothing so often, one account after another, is not asked for the others. */
const mostSilent = 5;

/** Races need some money whatever a unit is worth: ten thousand of the smallest units. */
const leastFund = 10_000n;

/** Calls of a player that wait until they are due, or until less is under way. */
interface Waiting {
  readonly count: number;
  /** `dueAt`: Unix milliseconds. */
  readonly go: (due: { readonly dueAt: number; readonly isPaced: boolean }) => void;
}

/** Plays the share of one worker: callbacks when they are due, whether or not earlier ones were answered. */
export const playShare = (plan: LoadPlan, tell: (event: ShareEvent) => void): Share =>
  withScales(plan.scales, () => new Share(plan, tell));

/** `draining`: what is under way ends. `settling`: accounts are given back. */
type Phase = 'playing' | 'draining' | 'settling';

export class Share {
  readonly #plan: LoadPlan;
  readonly #tell: (event: ShareEvent) => void;
  /** Everything was given back that could be. */
  readonly done: Promise<ShareTotals>;
  #phase: Phase = 'playing';
  #stopped: string | undefined;
  readonly #startsAt: number;
  readonly #tally: ShareTally;
  readonly #sender: LoadSender;
  readonly #balances: BalanceFile;
  readonly #pacer: Pacer;
  readonly #terms: PlayTerms;
  readonly #choose: () => Activity;
  readonly #players: readonly Player[];
  /** Whose accounts were found, and are given back. */
  readonly #opened: Player[] = [];
  /** Who may begin something. */
  readonly #idle: Player[] = [];
  /** Who is in the midst of something, and has calls to send. */
  readonly #waiting: Waiting[] = [];
  /** How many players have come by now; the others are not opened yet. */
  #come = 0;
  /** Players with something under way. */
  #busy = 0;
  #turn = 0;
  #underWay = 0;
  /** What begins in its midst waits for its turn. */
  #isGoingOn = false;
  #mostHeap = 0;
  #drained: () => void = () => undefined;
  #failed: (error: unknown) => void = () => undefined;

  constructor(plan: LoadPlan, tell: (event: ShareEvent) => void) {
    this.#plan = plan;
    this.#tell = tell;
    const { arrivals, startAt, seed, nonce, mix, players } = plan;
    const dice = createDice(`${seed}/${nonce}`);
    this.#startsAt = performance.now() + Math.max(0, startAt - Date.now());
    this.#tally = new ShareTally((said) => {
      if (this.#pacer.isBeginning) this.stop(`Stopped in the first second: the agent answered ${said}.`);
    });
    this.#sender = new LoadSender(plan);
    this.#balances = new BalanceFile(plan.balances);
    this.#terms = { tally: this.#tally, send: async (calls) => await this.#send(calls), pause };
    this.#choose = createChooser(mix, createDice(`${seed}/activities`));
    this.#players = players.map((who, number) => new Player(who, number, plan, dice));
    this.#pacer = new Pacer({
      arrivals,
      startsAt: this.#startsAt,
      onAsked: () => this.#tally.asked(),
      onDue: () => this.#goOn(),
      onEnd: () => this.stop(),
    });
    this.done = this.#play();
  }

  /** No new activity: what is under way ends, and accounts are given back. `why`: it ends before its time. */
  stop(why?: string): void {
    if (this.#phase !== 'playing') return;
    this.#phase = 'draining';
    this.#stopped = why;
    this.#pacer.stop();
    setImmediate(() => this.#goOn());
  }

  async #play(): Promise<ShareTotals> {
    const cpuBefore = process.cpuUsage();
    const seconds = this.#tellSeconds();
    try {
      await new Promise<void>((resolve, reject) => {
        this.#drained = resolve;
        this.#failed = reject;
      });
      this.#phase = 'settling';
      this.#tell({ kind: 'settling' });
      await this.#giveBack();
    } finally {
      this.#pacer.stop();
      seconds.end();
      await this.#balances.close();
      await this.#sender.close();
    }
    const { user, system } = process.cpuUsage(cpuBefore);
    return {
      ...this.#tally.counts(),
      lateness: this.#pacer.lateness(),
      cpuMs: (user + system) / 1000,
      heapBytes: this.#mostHeap,
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }),
    };
  }

  /** Sends what is due, as far as there are players and connections, and ends what is over. */
  #goOn(): void {
    if (this.#isGoingOn) return;
    this.#isGoingOn = true;
    while (this.#underWay < this.#plan.maxConnections && this.#sendNext());
    this.#isGoingOn = false;
    if (this.#busy > 0) return;
    if (this.#phase === 'playing' && this.#come === this.#players.length && this.#idle.length === 0) {
      this.stop('Stopped: no player is left whose account could be called.');
    }
    if (this.#phase === 'draining') this.#drained();
  }

  /** Whether there was something to send: who is in the midst of something goes first. */
  #sendNext(): boolean {
    const isPaced = this.#phase === 'playing';
    if (isPaced && this.#pacer.backlog === 0) return false;
    if (isPaced && this.#waiting.length === 0) this.#beginNext();
    const next = this.#waiting.shift();
    if (next === undefined) return false;
    this.#underWay += next.count;
    const due = (isPaced ? this.#pacer.take(next.count) : undefined) ?? performance.now();
    next.go({ dueAt: performance.timeOrigin + due, isPaced });
    return true;
  }

  /** Sends calls at once when they are due; what came of each, in their order. */
  async #send(calls: readonly PlannedCall[]): Promise<readonly Exchange[]> {
    const due = await new Promise<Parameters<Waiting['go']>[0]>((go) => {
      this.#waiting.push({ count: calls.length, go });
      this.#goOn();
    });
    const { maxCallbacks } = this.#plan;
    if (this.#tally.calls + this.#underWay >= maxCallbacks) {
      this.stop(`Stopped after ${maxCallbacks} callbacks, the most that may be sent.`);
    }
    return await Promise.all(
      calls.map(async (call) => {
        if (call.afterMs !== undefined) await pause(call.afterMs);
        const exchange = await this.#sender.send(call, calls.length);
        this.#underWay -= 1;
        this.#tally.sent(call.callback.type, due, exchange);
        return exchange;
      }),
    );
  }

  /** Who comes and who is there take turns. */
  #beginNext(): void {
    this.#turn += 1;
    const isNew = this.#come < this.#players.length && (this.#idle.length === 0 || this.#turn % 2 === 0);
    const player = isNew ? this.#players[this.#come] : this.#idle.shift();
    if (isNew) this.#come += 1;
    if (player !== undefined) void this.#live(player);
  }

  /** A player does one thing, and is idle again. */
  async #live(player: Player): Promise<void> {
    this.#busy += 1;
    try {
      if (player.state === 'closed') await this.#open(player);
      else await playActivity(this.#terms, player, player.confirming?.activity ?? this.#choose());
    } catch (error) {
      this.#failed(error);
    }
    this.#busy -= 1;
    if (player.state === 'open') this.#idle.push(player);
    this.#goOn();
  }

  /**
   * Takes the balance of an account as it is found, into its file before any money is moved; then funds what has too
   * little.
   */
  async #open(player: Player): Promise<void> {
    const { id: playerId, username, currency, language } = player.who;
    const { sessionId } = player;
    const balance = await this.#openingBalance(player);
    if (balance === undefined) return;
    await this.#balances.append({ playerId, username, currency, language, sessionId, balance });
    if (this.#phase !== 'playing') return;
    const { scale, balance: has } = player.account;
    const wanted = unitsOf(amountOf(this.#plan.fund), scale);
    const missing = (wanted > leastFund ? wanted : leastFund) - has;
    if (missing > 0n) await playActivity(this.#terms, player, funding(missing));
  }

  /** The balance as a decimal; undefined where the account cannot be played. */
  async #openingBalance(player: Player): Promise<string | undefined> {
    for (let tries = 1; ; tries += 1) {
      const [exchange] = await this.#send([player.getBalance()]);
      if (exchange === undefined) return undefined;
      const read = readAnswer(exchange.answer);
      const amount = read.kind === 'balance' ? openingBalance(read.balance, player.who.currency) : undefined;
      if (amount !== undefined) {
        const text = renderAmount(amount);
        const scale = Math.max(scaleOf(player.who.currency), text.split('.')[1]?.length ?? 0);
        player.open(scale, unitsOf(amount, scale));
        this.#opened.push(player);
        this.#tally.opened(player);
        return text;
      }
      const said =
        read.kind === 'balance'
          ? `the balance ${read.balance.slice(0, 40)}, which is no amount of money`
          : saidOf(read);
      this.#tally.error('getBalance', said);
      if (isClear(false, exchange) || tries === mostTries) {
        player.state = 'parked';
        this.#tally.doubt({ reason: `An account could not be opened: ${said}`, evidence: [] }, player);
        return undefined;
      }
      if (this.#phase !== 'playing') return undefined;
      await pause(openAgainAfterMs);
    }
  }

  /** One makeBet gives an account what it had; where nobody knows what it has, it is read before. */
  async #giveBack(): Promise<void> {
    const left = this.#opened.values();
    let silent = 0;
    const lane = async (): Promise<void> => {
      for (const player of left) {
        if (player.state === 'parked' && silent < mostSilent) {
          player.state = 'open';
          await readAnew(this.#terms, player);
        }
        if (player.state === 'open') await playActivity(this.#terms, player, givingBack);
        silent = player.state === 'open' ? 0 : silent + 1;
        this.#tellResidue(player);
      }
    };
    await Promise.all(Array.from({ length: settlingLanes }, lane));
  }

  #tellResidue(player: Player): void {
    const { balance, opening, scale } = player.account;
    if (player.state !== 'open') this.#tally.residue(player, 'unknown: no clear answer');
    else if (balance !== opening) this.#tally.residue(player, amountOfUnits(balance - opening, scale).toFixed(scale));
  }

  /** Tells each second as it ends, and keeps the most memory that was taken. */
  #tellSeconds(): { readonly end: () => void } {
    let number = 0;
    let timer: NodeJS.Timeout | undefined;
    const tellOne = (): void => {
      this.#mostHeap = Math.max(this.#mostHeap, process.memoryUsage().heapUsed);
      const second = this.#tally.second(number, { backlog: this.#pacer.backlog, underWay: this.#underWay });
      number += 1;
      this.#tell({ kind: 'second', second });
    };
    const wait = (): void => {
      timer = setTimeout(
        () => {
          tellOne();
          wait();
        },
        Math.max(0, this.#startsAt + (number + 1) * 1000 - performance.now()),
      );
    };
    wait();
    return {
      end: () => {
        clearTimeout(timer);
        tellOne();
      },
    };
  }
}
