import type { AgentAnswer } from '../callbacks/read-answer.ts';
import { readAnswer } from '../callbacks/read-answer.ts';
import type { Finding } from '../formats/judgement.ts';
import type { Call } from '../judges/call.ts';
import { judgeCall } from '../judges/judge-call.ts';
import { describeError, isSignatureRefusal } from '../judges/judge-refusal.ts';
import type { Account } from '../ledger/ledger.ts';
import { accountKey } from '../ledger/ledger.ts';
import type { Amount } from '../money/amount.ts';
import { parseAmount } from '../money/amount.ts';
import type { Failure } from '../spec/exchange.ts';
import { balanceCall, ownScenario, readBalance } from './own-calls.ts';
import type { Play } from './play.ts';
import { openPlay, plainOptions, sendCall } from './play.ts';
import type { RunContext } from './run-context.ts';
import type { RefusedAccount, RunPlayers } from './run-players.ts';
import { mainAccount } from './run-players.ts';

/** The one reason why an agent cannot be judged, and what to do about it. */
export interface Root {
  readonly reason: string;
  readonly remedy: string;
}

export interface Preflight {
  readonly calls: readonly Call[];
  /** Absent when the agent answers a signed getBalance as an agent does. */
  readonly root?: Root;
  /** What the preflight itself has shown to be broken. */
  readonly findings: readonly Finding[];
  /** The players and currencies that the agent has. */
  readonly players: RunPlayers;
  /** How the first call was taken, where that says something about its signature. */
  readonly firstAnswer?: FirstAnswer;
}

const scenario = ownScenario('preflight', 'The agent answers a signed getBalance');

/** Before anything else: is somebody there, does the signature fit, and whom does the agent know? */
export const preflight = async (context: RunContext): Promise<Preflight> => {
  const play = openPlay(context, scenario, 0);
  const root = await askBalance(play);
  const firstAnswer = firstAnswerOf(play, root);
  const players = root === undefined ? await probeAccounts(play) : context.players;
  return { calls: play.sent, root, players, findings: play.state.findings, firstAnswer };
};

/** Whether the agent is still there after a scenario that it left without an answer. */
export const findRoot = async (context: RunContext): Promise<Root | undefined> =>
  await askBalance(openPlay(context, scenario, 0));

/** Whether the signature was accepted; undefined where the answer is about something else. */
const firstAnswerOf = (
  { sent: [call, wrongly] }: Play,
  root: Root | undefined,
): FirstAnswer | undefined => {
  if (call === undefined) return undefined;
  const text = Buffer.from(call.exchange.request.body).toString('utf8');
  if (root === undefined) return { said: 'accepted', text };
  const isRefused = wrongly !== undefined && readAnswer(wrongly.exchange.answer).kind !== 'balance';
  return isRefused ? { said: 'refused', text } : undefined;
};

/** One signed getBalance for player one. */
const askBalance = async (play: Play): Promise<Root | undefined> => {
  const { context } = play;
  if (context.players.known.length === 0) return noPlayer;
  const account = mainAccount(context.players);
  const call = await readBalance(play, account, 'opening');
  const answer = readAnswer(call.exchange.answer);
  if (answer.kind === 'odd' && answer.problem !== 'not-json') return oddRoot(play, call, answer);
  if (answer.kind === 'error' && isAboutSignature(answer) && !isHtml(call)) {
    return signatureRoot(context, answer, await askWronglySigned(play, account));
  }
  return rootOf(context, call, answer);
};

/** Not the shape of section 6: a breach in itself, on which everything else hangs. */
const oddRoot = (
  play: Play,
  call: Call,
  { detail }: Extract<AgentAnswer, { kind: 'odd' }>,
): Root => {
  play.state = judgeCall(play.state, call);
  return {
    reason: `The answer to a signed getBalance has no balance: ${detail}`,
    remedy: 'Answer {"content":{"balance":1000.50}} with the balance as a JSON number (section 6).',
  };
};

/** How the agent answers a getBalance whose signature is wrong. */
const askWronglySigned = async (play: Play, account: Account): Promise<AgentAnswer> => {
  const right = balanceCall(play, account, { label: 'getBalance (wrong signature)' });
  const headers = { ...right.headers, 'x-signature': play.signing.dice.hex(signatureLength) };
  const intent = { kind: 'badly-signed', variant: 'wrong' } as const;
  const call = await sendCall(play, { ...right, headers, intent }, plainOptions);
  return readAnswer(call.exchange.answer);
};

/** Hexadecimal digits of an HMAC SHA-256. */
const signatureLength = 64;

const noPlayer: Root = {
  reason: 'No player is configured.',
  remedy: 'Name a player that the agent has: --player player-1:USD',
};

const rootOf = (context: RunContext, call: Call, answer: AgentAnswer): Root | undefined => {
  switch (answer.kind) {
    case 'balance':
      return undefined;
    case 'none':
      return silentRoot(answer.failure, answer.message);
    case 'error':
      return refusedRoot(context, call, answer);
    case 'odd':
      return notJsonRoot(call);
  }
};

const remedies: Partial<Record<Failure, string>> = {
  refused: 'Start the agent, or correct the callback URL.',
  unreachable: 'Correct the host of the callback URL.',
  timeout: 'Look whether the agent hangs on this callback; --timeout gives it longer.',
  closed: 'Look into the log of the agent: it closed the connection instead of answering.',
  'forbidden-target':
    'Only private and loopback hosts are called; --allow-public-target allows others.',
};

const silentRoot = (failure: Failure, message: string): Root => ({
  reason: `The agent did not answer a signed getBalance: ${message}`,
  remedy: remedies[failure] ?? 'Look into the log of the agent.',
});

const refusedRoot = (
  { players }: RunContext,
  call: Call,
  answer: Extract<AgentAnswer, { kind: 'error' }>,
): Root => {
  if (isHtml(call)) return notJsonRoot(call);
  return {
    reason: `The agent refuses a signed getBalance for player ${players.known[0]?.id ?? ''}: ${describeError(answer)}.`,
    remedy: 'Name a player and a currency that the agent has: --player ID:USD; and its --agent-id.',
  };
};

const isAboutSignature = (answer: Extract<AgentAnswer, { kind: 'error' }>): boolean =>
  isSignatureRefusal(answer) || (answer.status === 403 && answer.error === undefined);

const signatureRoot = (
  { agent }: RunContext,
  answer: Extract<AgentAnswer, { kind: 'error' }>,
  wrongly: AgentAnswer,
): Root => ({
  reason: `The agent refuses the signature of a rightly signed getBalance: ${describeError(answer)}.`,
  remedy:
    wrongly.kind === 'balance'
      ? 'It accepts a wrong signature all the same: look whether the comparison is the wrong way round.'
      : `Give both sides the same token (--token, for agent ${agent.id}); if it is, let the agent's handler print what it computes, and give that with the body: \`walletproof explain body.json --direction callback --signature HEX\` names the mistake.`,
});

const notJsonRoot = ({ exchange }: Call): Root => {
  const { answer } = exchange;
  const status = answer.kind === 'answered' ? `HTTP ${answer.status}` : 'nothing';
  const what = isHtml({ exchange }) ? 'an HTML page' : 'something that is no JSON';
  return {
    reason: `The callback URL answers a signed getBalance with ${what} (${status}).`,
    remedy: `Correct the callback URL: ${exchange.request.url} does not look like an agent's.`,
  };
};

const isHtml = ({ exchange: { answer } }: Pick<Call, 'exchange'>): boolean =>
  answer.kind === 'answered' && /^\s*</.test(Buffer.from(answer.body.slice(0, 100)).toString());

/** How the agent answered a plain getBalance that was signed as `minimal`. */
export interface FirstAnswer {
  readonly said: 'accepted' | 'refused';
  /** The body as it went over the wire. */
  readonly text: string;
}

/**
 * The players without the accounts that the agent refuses to show: a player or a currency that it
 * does not have is no breach, only less to play with. Player one's main account is not asked again.
 */
const probeAccounts = async (play: Play): Promise<RunPlayers> => {
  const { players } = play.context;
  const refused: RefusedAccount[] = [];
  for (const account of accountsToAsk(players)) {
    const reason = await refusalOf(play, account);
    if (reason !== undefined) refused.push({ ...account, reason });
  }
  const balances = shownBalances(play.sent);
  const isKnown = (playerId: string, currency: string): boolean =>
    !refused.some((account) => account.playerId === playerId && account.currency === currency);
  const known = players.known.map((player) => ({
    ...player,
    currencies: player.currencies.filter((currency) => isKnown(player.id, currency)),
  }));
  return {
    unknown: players.unknown,
    known: known.filter(({ currencies }) => currencies.length > 0),
    refused,
    balances,
  };
};

/** The balances that the agent showed, by account key. */
const shownBalances = (calls: readonly Call[]): Map<string, Amount> =>
  new Map(
    calls.flatMap(({ intent, exchange }) => {
      const answer = readAnswer(exchange.answer);
      const balance = answer.kind === 'balance' ? parseAmount(answer.balance) : undefined;
      if (!('callback' in intent) || balance === undefined) return [];
      return [[accountKey(intent.callback), balance] as const];
    }),
  );

const accountsToAsk = ({ known }: RunPlayers): Account[] =>
  known
    .flatMap(({ id, currencies }) => currencies.map((currency) => ({ playerId: id, currency })))
    .slice(1);

const refusalOf = async (play: Play, account: Account): Promise<string | undefined> => {
  const call = await readBalance(play, account, 'opening');
  const answer = readAnswer(call.exchange.answer);
  if (answer.kind !== 'error' || answer.status >= 500) return undefined;
  const { playerId, currency } = account;
  return `the agent refuses getBalance for ${playerId} in ${currency}: ${describeError(answer)}`;
};
