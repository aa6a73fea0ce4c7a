import { memberOf } from '../base/json.ts';
import { type Amount, parseAmount, renderAmount } from '../base/money.ts';
import { readText, textOf } from '../base/read-body.ts';
import { visibleLine } from '../base/visible-text.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import type { Call } from '../judge/call.ts';
import { findingsIn, type MetCause } from '../judge/case.ts';
import { judgeCall } from '../judge/one-call.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import { causes as causeRecords } from '../spec/cause.ts';
import type { Answer, Exchange, Failure } from '../spec/exchange.ts';
import { signWrongly } from '../wire/compose-message.ts';
import {
  type AgentAnswer,
  describeError,
  type ErrorAnswer,
  isAboutSession,
  isAboutSignature,
  readAnswer,
} from '../wire/read-answer.ts';
import { balanceCall } from './balance-call.ts';
import { mayMoveMoney, ownScenario, readBalance, readWithFreespins, shownBalance } from './own-calls.ts';
import { openPlay, type Play, plainOptions, sendCall } from './play.ts';
import type { RunContext, RunOrder } from './run-context.ts';
import { mainAccount, type RefusedAccount, type RunPlayers } from './run-players.ts';
import type { PlacedScenario } from './schedule.ts';

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
export const preflight = async (context: RunContext, { firstCall, accounts }: Asking): Promise<Preflight> => {
  const play = openPlay(context, scenario, 0);
  const lively = openPlay(context, scenario, 'f');
  const asked = firstCall === undefined ? {} : await askWithFreespins(lively);
  const plain = asked.first === undefined ? await askBalance(play) : undefined;
  // A stored run that began with free spins has no plain call, whatever became of its answer.
  const isMissing = plain?.root !== undefined && play.exchanges.every(({ status }) => status === null);
  const isLively = plain === undefined || (isMissing && asked.root !== undefined);
  const { first, root, firstAnswer, refusal } = isLively ? asked : plain;
  // A stored run is judged by the calls of the preflight: what was refused was a probe.
  const before = isLively ? lively.exchanges : lively.exchanges.map((each) => ({ ...each, scenario: 'dialect' }));
  const players = first === undefined ? context.players : await probeAccounts(play, first, accounts);
  const findings = findingsIn((isLively ? lively : play).state);
  return { exchanges: [...before, ...play.exchanges], root, findings, players, firstAnswer, refusal };
};

/** How the first call was taken. */
interface FirstCall extends Pick<Preflight, 'root' | 'firstAnswer' | 'refusal'> {
  /** Where it was answered with a balance. */
  readonly first?: Call;
}

/** An ordinary getBalance of a player who has free spins: where it is accepted a plain one would tell no more. */
const askWithFreespins = async (play: Play): Promise<FirstCall> => {
  if (play.context.players.known.length === 0) return {};
  const first = await readWithFreespins(play, mainAccount(play.context.players), 'first');
  const answer = readAnswer(first.exchange.answer);
  if (answer.kind === 'odd') return { root: oddRoot(play, first, answer) };
  return answer.kind === 'balance' ? { first, firstAnswer: firstAnswerIn(first, answer) } : {};
};

const firstAnswerIn = ({ exchange }: Call, answer: AgentAnswer): FirstAnswer => ({
  said: answer.kind === 'balance' ? 'accepted' : 'refused',
  dialect: exchange.dialect ?? 'minimal',
  text: Buffer.from(exchange.request.body).toString('utf8'),
  balance: shownAmounts(answer)[0],
});

/** The balance of an answer that has one, exact and written alike: 1000 and 1000.00 are one balance. */
export const shownAmounts = (answer: AgentAnswer): string[] => {
  const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  return balance === undefined ? [] : [renderAmount(balance)];
};

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

/** One signed getBalance for player one, and a wrongly signed one where it is refused for its signature. */
const askBalance = async (play: Play): Promise<FirstCall> => {
  const { context } = play;
  if (context.players.known.length === 0) return { root: noPlayer };
  const account = mainAccount(context.players);
  const first = await readBalance(play, account, 'opening');
  const answer = readAnswer(first.exchange.answer);
  switch (answer.kind) {
    case 'balance':
      return { first, firstAnswer: firstAnswerIn(first, answer) };
    case 'odd':
      return { root: oddRoot(play, first, answer) ?? notJson(first.exchange) };
    case 'none':
      return { root: silentRoot(first, answer) };
    case 'error':
      return await lookIntoRefusal(play, first, answer);
  }
};

const lookIntoRefusal = async (play: Play, first: Call, answer: ErrorAnswer): Promise<FirstCall> => {
  const { context, terms } = play;
  const strange = strangeAddress(first.exchange);
  if (strange !== undefined) return { root: strange };
  if (!isAboutSignature(answer)) return { root: refusedRoot(context, first, answer), refusal: answer };
  const label = 'getBalance (wrong signature)';
  const right = balanceCall(play, mainAccount(context.players), { label });
  const { exchange } = await sendCall(play, { label, ...signWrongly(right, terms.dice) }, plainOptions);
  const wrongly = readAnswer(exchange.answer);
  return {
    root: signatureRoot(context, answer, wrongly),
    firstAnswer: wrongly.kind === 'balance' ? undefined : firstAnswerIn(first, answer),
  };
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

const noPlayer: Root = {
  reason: 'No player is configured.',
  remedy: 'Name a player whom the agent knows: --player player-1:USD',
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

/**
 * The players without the accounts that the agent refuses to show: a player or a currency that it
 * does not have is no breach, only less to play with. Player one's main account is not asked again.
 */
const probeAccounts = async (play: Play, first: Call, wanted?: readonly Account[]): Promise<RunPlayers> => {
  const { known, unknown } = play.context.players;
  const keys = wanted?.map(accountKey);
  const refused: RefusedAccount[] = [];
  const balances = new Map<string, Amount>();
  const [, ...others] = known.flatMap(({ id, currencies }) =>
    currencies.map((currency) => ({ playerId: id, currency })),
  );
  noteBalance(play, balances, first);
  for (const account of others) {
    if (keys?.includes(accountKey(account)) === false) continue;
    const call = await readBalance(play, account, 'opening');
    noteBalance(play, balances, call);
    const answer = readAnswer(call.exchange.answer);
    // Some answer business errors with 500, in the form of section 7.
    if (answer.kind !== 'error' || (answer.status >= 500 && answer.error === undefined)) continue;
    const { playerId, currency } = account;
    const reason = `the agent refuses getBalance for ${playerId} in ${currency}: ${describeError(answer)}`;
    refused.push({ ...account, reason });
  }
  const gone = new Set(refused.map(accountKey));
  const kept = known.map((player) => ({
    ...player,
    currencies: player.currencies.filter((currency) => !gone.has(accountKey({ playerId: player.id, currency }))),
  }));
  return { unknown, known: kept.filter(({ currencies }) => currencies.length > 0), refused, balances };
};

/** Notes the balance that the agent showed, by account key. */
export const noteBalance = (play: Play, balances: Map<string, Amount>, call: Call): void => {
  const { intent, exchange } = call;
  const answer = readAnswer(exchange.answer);
  const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
  if (!('callback' in intent) || balance === undefined) return;
  const { callback } = intent;
  balances.set(accountKey(callback), balance);
  if (mayMoveMoney(play)) return;
  // Asked for the first scenario that needs it: it is not asked again.
  play.context.book.leave(callback, shownBalance(call, callback.currency), exchange.id);
};

type Asked = Pick<Exchange, 'request' | 'answer'>;

/** The URL is one of something else, or not the last one. Undefined where that cannot be said. */
export const strangeAddress = (asked: Asked): Root | undefined =>
  redirect(asked) ?? (isHtml(asked.answer) ? notJson(asked) : undefined);

/** Callbacks do not follow redirects: what is signed goes where it was meant to go. */
const redirect = ({ request: { url }, answer }: Asked): Root | undefined => {
  if (answer.kind !== 'answered' || answer.status < 300 || answer.status > 399) return undefined;
  const { location } = answer.headers;
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const { href } = new URL(location, url);
  return {
    reason: `The callback URL answers a signed getBalance with a redirect (HTTP ${answer.status}, Location: ${visibleLine(location, longest)}), which callbacks do not follow.`,
    remedy: `Give the URL that answers callbacks itself (\`walletproof test URL\`, or --callback-url): it may be ${visibleLine(href, longest)}`,
  };
};

/** No agent answers there. */
export const notJson = ({ request, answer }: Asked): Root => {
  const status = answer.kind === 'answered' ? `HTTP ${answer.status}` : 'nothing';
  const what = isHtml(answer) ? 'an HTML page' : 'something that is no JSON';
  return {
    reason: `The callback URL answers a signed getBalance with ${what} (${status}).`,
    remedy: `Correct the callback URL: ${request.url} does not look like an agent's.`,
  };
};

const isHtml = (answer: Answer): boolean =>
  answer.kind === 'answered' && /^\s*</.test(Buffer.from(answer.body.slice(0, 100)).toString());

/** An agent's answer follows, and something stands before it; undefined where it is not so. */
export const beforeJson = (answer: Answer): Root | undefined => {
  const text = answer.kind === 'answered' ? textOf(answer.body) : undefined;
  const before = text === undefined ? '' : partBeforeJson(text);
  if (before === '') return undefined;
  const isMark = before === '\uFEFF';
  const line = visibleLine(before.trim().replaceAll(/\s+/g, ' '), longest);
  const what = isMark ? 'a byte order mark' : `"${line}"`;
  const cure = isMark
    ? 'save the files of the handler as UTF-8 without a byte order mark'
    : 'what the handler prints besides, such as warnings, belongs into a log (PHP: display_errors=0)';
  return {
    reason: `The answer to a signed getBalance is not JSON: before the JSON stands ${what}.`,
    remedy: `Answer the JSON alone: ${cure}.`,
  };
};

const longest = 200;
/** So many braces are tried for the beginning of the JSON. */
const mostTries = 20;

const partBeforeJson = (text: string): string => {
  let start = text.indexOf('{');
  for (let tries = 0; start !== -1 && tries < mostTries; tries += 1) {
    if (isAnswer(text.slice(start))) return text.slice(0, start);
    start = text.indexOf('{', start + 1);
  }
  return '';
};

const isAnswer = (text: string): boolean => {
  const read = readText(text);
  return read.kind === 'json' && memberOf(read.node, 'content') !== undefined;
};
