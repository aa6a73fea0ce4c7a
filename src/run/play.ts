import { pause } from '../base/clock.ts';
import type { Amount } from '../base/money.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { CallOptions, Scenario } from '../formats/scenario/scenario.ts';
import { type Call, hearAnswer, lostOnPurpose } from '../judge/call.ts';
import { type Case, type Ending, type MetCause, openCase } from '../judge/case.ts';
import type { LaunchRecord } from '../judge/requests/judge-launches.ts';
import type { Account } from '../ledger/account.ts';
import { reportedExchange } from '../report/reported-exchange.ts';
import type { Callback } from '../spec/callback.ts';
import { isMoving } from '../spec/exchange.ts';
import type { MessageTerms, Recipient } from '../wire/compose-message.ts';
import { balanceCall } from './balance-call.ts';
import { createNames, type Names } from './names.ts';
import type { ComposedCall, Lateness, RunContext } from './run-context.ts';
import type { WantedSession } from './session-book.ts';

/** What stays in an account until a breach is confirmed, since it may be somebody else's: too much, or too little below zero. */
export interface Kept {
  readonly account: Account;
  readonly amount: Amount;
}

/** One scenario while it is played: the judgement so far, and what later steps refer to. */
export interface Play {
  readonly context: RunContext;
  readonly scenario: Scenario;
  readonly names: Names;
  readonly terms: MessageTerms;
  readonly composed: Map<string, ComposedCall>;
  readonly callbacks: Map<string, Callback>;
  readonly rounds: Map<string, string>;
  /** Every call that was sent, as reports show it, in the order of the answers: its bytes are not kept. */
  readonly exchanges: ReportedExchange[];
  readonly launches: LaunchRecord[];
  /** Played once more, to confirm what the first time showed: nothing is taken as it was left. */
  readonly isAgain: boolean;
  /** The getBalance that showed what the ledger has of an account, by its key. */
  readonly shown: Map<string, string>;
  readonly kept: Kept[];
  /** How often the calls of a row were raced, by its title. */
  readonly raced: Map<string, number>;
  /** How many connections were reset, and the calls that the agent may be at still. */
  readonly lost: { count: number; calls: readonly ComposedCall[] };
  state: Case;
}

/** A scenario before its first call. `position`: its place in the run, which its ids carry. */
export const openPlay = (context: RunContext, scenario: Scenario, position: number | string): Play => {
  const { nonce, sessions, quirks, otherToken, players, dice, catalogue } = context;
  const { file } = scenario;
  return {
    context,
    scenario,
    names: createNames({ nonce, scenario: position, sessions }),
    terms: { recipient: recipientOf(context), otherToken, players: players.known, dice: dice.fork(file) },
    composed: new Map(),
    callbacks: new Map(),
    rounds: new Map(),
    exchanges: [],
    launches: [],
    isAgain: false,
    shown: new Map(),
    kept: [],
    raced: new Map(),
    lost: { count: 0, calls: [] },
    state: openCase({
      file,
      requirements: catalogue.filter(({ id }) => scenario.requirements.includes(id)),
      quirks,
      sessionCodes: sessions.refusalCodes(),
    }),
  };
};

/** Whom the callbacks of a run go to, and how they are signed. */
export const recipientOf = ({ agent, quirks, timeoutMs, known, causes }: RunContext): Recipient => ({
  agentId: agent.id,
  url: agent.callbackUrl,
  token: agent.token,
  dialect: agent.dialect,
  nestedOrder: quirks.nestedOrder,
  timeoutMs,
  connection: causes.isSpoilt() ? 'fresh' : known.connections,
});

/** What is timed by how long a call takes waits for no slower agent than this, milliseconds. */
export const longestCallMs = 40;

/** How long a call takes, as far as it was measured, milliseconds. */
export const usualCallMs = ({ known }: Pick<RunContext, 'known'>): number =>
  Math.min(known.latencyMs ?? 1, longestCallMs);

/** Sends a composed call and keeps its exchange with the scenario. */
export const sendCall = async (
  play: Play,
  composed: ComposedCall,
  options: Pick<CallOptions, 'expect'>,
): Promise<Call> => {
  const { send, answers, lateness } = play.context;
  const exchange = await send(composed, play.scenario.file);
  const { label, line, intent, alike, http } = composed;
  for (const each of exchange.earlier ?? []) {
    const earlier = reportedExchange(each, play.scenario.file, { label, line });
    play.exchanges.push({ ...earlier, sentAgain: true });
  }
  const reported = reportedExchange(exchange, play.scenario.file, { label, line });
  play.exchanges.push(reported);
  answers?.note(reported);
  if (lostOnPurpose(exchange.answer) === 'hung-up') play.lost.calls = [...play.lost.calls, composed];
  const call = { label, line, intent, expect: options.expect, exchange, alike, http };
  if (isMoving(exchange) && lateness !== undefined && lateness.waitMs > 0) await waitUntilApplied(play, call, lateness);
  return call;
};

/** So often it is looked whether the money has moved. */
const looks = 8;

/** An agent that is known to apply later is given the time: what it does besides is judged so. */
const waitUntilApplied = async (play: Play, { intent, exchange }: Call, lateness: Lateness): Promise<void> => {
  const { clock, signal } = play.context;
  const { waitMs } = lateness;
  const answer = hearAnswer(exchange);
  const account = 'callback' in intent ? intent.callback : undefined;
  // Of calls at once one looks, the others wait.
  const isOneOfMany = lateness.waiting > 0;
  const mayLook = !isOneOfMany && answer.kind === 'balance' && account !== undefined;
  const waits = mayLook ? new Array<number>(looks).fill(waitMs / looks) : [waitMs];
  lateness.waiting += 1;
  for (const pieceMs of waits) {
    if (mayLook && (await shows(play, account, answer.balance))) break;
    if (!isOneOfMany) lateness.waitedMs += pieceMs;
    await pause(clock, pieceMs, signal);
  }
  lateness.waiting -= 1;
};

const shows = async (play: Play, account: Account, balance: string): Promise<boolean> => {
  const { callback: _, ...asked } = balanceCall(play, account, { label: 'getBalance (has the money moved?)' });
  const { exchange } = await sendCall(play, asked, plainOptions);
  const read = hearAnswer(exchange);
  return read.kind === 'balance' && read.balance === balance;
};

/** Opens the sessions that the agent does not know yet, where it can be made to. */
export const openSessions = async (
  { context, exchanges, scenario }: Play,
  wanted: readonly WantedSession[],
): Promise<void> => {
  const operations = await context.sessions.open(wanted);
  exchanges.push(...operations.map((each) => reportedExchange(each, scenario.file)));
};

/** Ends the scenario without a verdict on what is left of it. */
export const endInconclusive = (play: Play, reason: string): void => {
  play.state = { ...play.state, ending: { kind: 'inconclusive', reason } };
};

/** Ends the scenario on a cause that is told once for all that met it. */
export const endByCause = (play: Play, cause: MetCause): void => {
  play.state = { ...play.state, ending: { kind: 'cause', cause } };
};

/** What a scenario that ended without a breach gives as its reason. */
export const reasonOf = (ending: Ending | undefined): string | undefined => {
  if (ending?.kind === 'cause') return ending.cause.message;
  return ending?.kind === 'inconclusive' ? ending.reason : undefined;
};

/** A call as every step makes it when it says nothing else. */
export const plainOptions: CallOptions = {
  signature: 'valid',
  tamper: {},
  fields: {},
  without: [],
  wire: 'table',
  twice: {},
  expect: { kind: 'ledger' },
};
