import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Call } from '../judges/call.ts';
import { findingsIn, type MetCause } from '../judges/case.ts';
import { judgeCall } from '../judges/judge-call.ts';
import type { Account } from '../ledger/account.ts';
import { parseAmount, renderAmount } from '../money/amount.ts';
import { causes as causeRecords } from '../spec/cause.ts';
import type { Failure } from '../spec/exchange.ts';
import { signWrongly } from '../wire/compose-message.ts';
import { describeError, type ErrorAnswer, isAboutSession, isAboutSignature } from '../wire/error-answer.ts';
import { type AgentAnswer, readAnswer } from '../wire/read-answer.ts';
import { balanceCall, ownScenario, readBalance, readWithFreespins } from './own-calls.ts';
import { openPlay, type Play, plainOptions, sendCall } from './play.ts';
import { probeAccounts } from './probe-accounts.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { mainAccount, type RunPlayers } from './run-players.ts';
import type { PlacedScenario } from './schedule.ts';
import { beforeJson, notJson, strangeAddress } from './strange-address.ts';

/** The one reason why an agent cannot be judged, and what to do about it. */
export interface Root {
  readonly reason: string;
  readonly remedy: string;
  /** Where it is one of those that have a name. */
  readonly cause?: MetCause;
}

/** How the agent answered the first getBalance, which was signed in that dialect. */
export interface FirstAnswer {
  readonly said: 'accepted' | 'refused';
  readonly dialect: string;
  /** The body as it went over the wire. */
  readonly text: string;
  /** The balance that it showed. */
  readonly balance?: string;
}

export interface Preflight {
  readonly exchanges: readonly ReportedExchange[];
  /** Absent when the agent answers a signed getBalance as an agent does. */
  readonly root?: Root;
  /** What the preflight itself has shown to be broken. */
  readonly findings: readonly Finding[];
  /** The players and currencies that the agent has. */
  readonly players: RunPlayers;
  /** How the first call was taken, where that says something about its signature. */
  readonly firstAnswer?: FirstAnswer;
  /** The first call was refused, and not for its signature: perhaps for its session. */
  readonly refusal?: ErrorAnswer;
}

const scenario = ownScenario('preflight', 'The agent answers a signed getBalance');

/** What the preflight is to ask for. */
export interface Asking extends Pick<RunOrder, 'firstCall'> {
  /** The accounts whose balance is wanted; all that are configured when absent. */
  readonly accounts?: readonly Account[];
}

/** Before anything else: is somebody there, does the signature fit, and whom does the agent know? */
export const preflight = async (context: RunContext, asking: Asking): Promise<Preflight> => {
  const play = openPlay(context, scenario, 0);
  const { call, judged, before } = await lookFirst(play, asking);
  const { root, first, firstAnswer, refusal } = call;
  const players =
    root === undefined && first !== undefined ? await probeAccounts(play, first, asking.accounts) : context.players;
  return {
    exchanges: [...before, ...play.exchanges],
    root,
    findings: findingsIn(judged.state),
    players,
    firstAnswer,
    refusal,
  };
};

/** The first call, and where its findings are. */
interface FirstLook {
  readonly call: FirstCall;
  readonly judged: Play;
  /** What was sent before the other balances are asked for. */
  readonly before: readonly ReportedExchange[];
}

const lookFirst = async (play: Play, { firstCall }: Asking): Promise<FirstLook> => {
  if (firstCall === undefined) return { call: await askBalance(play), judged: play, before: [] };
  const lively = openPlay(play.context, scenario, 'f');
  const { call: accepted, odd } = await askWithFreespins(lively);
  const ofLively = { judged: lively, before: lively.exchanges };
  if (accepted !== undefined) return { ...ofLively, call: accepted };
  const call = await askBalance(play);
  // A stored run that began with free spins has no plain call, whatever became of its answer.
  const isMissing = call.root !== undefined && play.exchanges.every(isUnanswered);
  if (isMissing && odd !== undefined) return { ...ofLively, call: odd };
  // A stored run is judged by the calls of the preflight: what was refused was a probe.
  const before = lively.exchanges.map((each) => ({ ...each, scenario: 'dialect' }));
  return { call, judged: play, before };
};

const isUnanswered = ({ status }: ReportedExchange): boolean => status === null;

interface AskedWithFreespins {
  /** Where it was accepted: then a plain one would tell no more. */
  readonly call?: FirstCall;
  /** Where it was not understood. */
  readonly odd?: FirstCall;
}

/** An ordinary getBalance of a player who has free spins. */
const askWithFreespins = async (play: Play): Promise<AskedWithFreespins> => {
  if (play.context.players.known.length === 0) return {};
  const first = await readWithFreespins(play, mainAccount(play.context.players));
  const answer = readAnswer(first.exchange.answer);
  if (answer.kind === 'odd') return { odd: { root: oddRoot(play, first, answer) } };
  return answer.kind === 'balance' ? { call: { first, firstAnswer: firstAnswerIn(first, answer) } } : {};
};

const firstAnswerIn = ({ exchange }: Call, answer: AgentAnswer): FirstAnswer => ({
  said: answer.kind === 'balance' ? 'accepted' : 'refused',
  dialect: exchange.dialect ?? 'minimal',
  text: Buffer.from(exchange.request.body).toString('utf8'),
  balance: shownAmounts(answer)[0],
});

/** How the agent takes a plain getBalance, signed as the context says. */
export const firstAnswerOf = async (context: RunContext): Promise<Pick<FirstCall, 'root' | 'firstAnswer'>> =>
  await askBalance(openPlay(context, scenario, 0));

/**
 * Whether the agent is still there after a scenario that it left without an answer, and what was
 * asked to find out: a stored run is judged by it.
 */
export const findRoot = async (
  context: RunContext,
  { scenario: { file, title }, position }: PlacedScenario,
): Promise<Pick<Preflight, 'root' | 'exchanges'>> => {
  const play = openPlay(context, ownScenario(file, title), `${position}-root`);
  const { root } = await askBalance(play);
  return { root, exchanges: play.exchanges };
};

interface FirstCall {
  readonly first?: Call;
  readonly root?: Root;
  readonly firstAnswer?: FirstAnswer;
  readonly refusal?: ErrorAnswer;
}

/** One signed getBalance for player one, and a wrongly signed one where it is refused for its signature. */
const askBalance = async (play: Play): Promise<FirstCall> => {
  const { context } = play;
  if (context.players.known.length === 0) return { root: noPlayer };
  const account = mainAccount(context.players);
  const first = await readBalance(play, account, 'opening');
  const answer = readAnswer(first.exchange.answer);
  if (answer.kind === 'balance') return { first, firstAnswer: firstAnswerIn(first, answer) };
  const odd = answer.kind === 'odd' ? oddRoot(play, first, answer) : undefined;
  if (odd !== undefined) return { root: odd };
  const isElsewhere = strangeAddress(first.exchange) !== undefined;
  if (answer.kind !== 'error' || !isAboutSignature(answer) || isElsewhere) {
    const refusal = answer.kind === 'error' && !isElsewhere ? answer : undefined;
    return { root: rootOf(context, first, answer), refusal };
  }
  const wrongly = await askWronglySigned(play, account);
  return {
    root: signatureRoot(context, answer, wrongly),
    firstAnswer: wrongly.kind === 'balance' ? undefined : firstAnswerIn(first, answer),
  };
};

/** The balance of an answer that has one, exact and written alike: 1000 and 1000.00 are one balance. */
export const shownAmounts = (answer: AgentAnswer): string[] => {
  const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  return balance === undefined ? [] : [renderAmount(balance)];
};

/**
 * Not the shape of section 6: a breach in itself, on which everything else hangs. Undefined where
 * no agent seems to answer.
 */
const oddRoot = (
  play: Play,
  call: Call,
  { detail, problem }: Extract<AgentAnswer, { kind: 'odd' }>,
): Root | undefined => {
  const before = problem === 'not-json' ? beforeJson(call.exchange.answer) : undefined;
  if (problem === 'not-json' && before === undefined) return undefined;
  play.state = judgeCall(play.state, call);
  if (before !== undefined) return before;
  return {
    reason: `The answer to a signed getBalance has no balance: ${detail}`,
    remedy: 'Answer {"content":{"balance":1000.50}} with the balance as a JSON number (section 6).',
  };
};

/** How the agent answers a getBalance whose signature is wrong. */
const askWronglySigned = async (play: Play, account: Account): Promise<AgentAnswer> => {
  const label = 'getBalance (wrong signature)';
  const right = balanceCall(play, account, { label });
  const wrong = { label, ...signWrongly(right, play.terms.dice) };
  const call = await sendCall(play, wrong, plainOptions);
  return readAnswer(call.exchange.answer);
};

const noPlayer: Root = {
  reason: 'No player is configured.',
  remedy: 'Name a player whom the agent knows: --player player-1:USD',
};

const rootOf = (context: RunContext, call: Call, answer: Exclude<AgentAnswer, { kind: 'balance' }>): Root => {
  switch (answer.kind) {
    case 'none':
      return silentRoot(call, answer);
    case 'error':
      return refusedRoot(context, call, answer);
    case 'odd':
      return notJson(call.exchange);
  }
};

const remedies: Partial<Record<Failure, string>> = {
  refused: 'Start the agent, or correct the callback URL.',
  unreachable: 'Correct the host of the callback URL.',
  certificate: causeRecords['certificate-refused'].remedy,
  timeout: 'Check whether the agent hangs on this callback; --timeout allows more time.',
  closed: "Check the agent's log: it closed the connection instead of answering.",
  'forbidden-target': 'Only private and loopback hosts are called; --allow-public-target allows others.',
};

const silentRoot = ({ exchange }: Call, { failure, message }: Extract<AgentAnswer, { kind: 'none' }>): Root => {
  const remedy = remedies[failure] ?? "Check the agent's log.";
  if (failure === 'certificate') {
    const cause = { code: 'certificate-refused', message, exchanges: [exchange.id] } as const;
    return { reason: message, remedy, cause };
  }
  return { reason: `The agent did not answer a signed getBalance: ${message}`, remedy };
};

const refusedRoot = ({ players, sessions }: RunContext, call: Call, answer: ErrorAnswer): Root => {
  const strange = strangeAddress(call.exchange);
  if (strange !== undefined) return strange;
  const reason = `The agent refuses a signed getBalance for player ${players.known[0]?.id ?? ''}: ${describeError(answer)}.`;
  if (isAboutSession(answer)) {
    const problem = sessions.problem();
    const { remedy } = causeRecords['unknown-session'];
    const cure = problem === undefined ? remedy : `${problem}: check the agent's log.`;
    const code = 'unknown-session';
    const cause = { code, message: reason, remedy: cure, exchanges: [call.exchange.id] } as const;
    return { reason, remedy: cure, cause };
  }
  return {
    reason,
    remedy: 'Name a player and a currency that the agent has: --player ID:USD; and its --agent-id.',
  };
};

const signatureRoot = ({ agent }: RunContext, answer: ErrorAnswer, wrongly: AgentAnswer): Root => ({
  reason: `The agent refuses the signature of a correctly signed getBalance: ${describeError(answer)}.`,
  remedy:
    wrongly.kind === 'balance'
      ? 'It accepts a wrong signature all the same: look whether the comparison is the wrong way round.'
      : `Give both sides the same token (--token, for agent ${agent.id}); if it is, let the agent's handler print what it computes, and give that with the body: \`walletproof explain body.json --direction callback --signature HEX\` names the mistake.`,
});
