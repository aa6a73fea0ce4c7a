import type { ExchangeJudgement, Finding } from '../../formats/judgement.ts';
import { type JsonNode, memberOf } from '../../json/json-node.ts';
import { parseJson } from '../../json/parse-json.ts';
import type { Account } from '../../ledger/account.ts';
import { balanceIn, type Ledger, movedApart } from '../../ledger/ledger.ts';
import { type Amount, parseAmount, zero } from '../../money/amount.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { AgentAnswer } from '../../wire/read-answer.ts';
import type { Call } from '../call.ts';
import { findingsIn } from '../case.ts';
import { hearAnswer, openingBalance } from '../hear.ts';
import { judgeRefusable } from '../judge-refusable.ts';
import type { AccountState } from './account-state.ts';
import type { LiveRules } from './memory.ts';
import { endOf, verdictOf } from './tell.ts';

/** A call that no right agent takes: its signature, a field or its form is wrong. */
export const judgeForbidden = (rules: LiveRules, call: Call): ExchangeJudgement => {
  const answer = hearAnswer(call.exchange);
  const exchangeId = call.exchange.id;
  const silence = silenceOf(call, answer);
  if (silence !== undefined) {
    const sentence = `${call.label}: ${silence}`;
    return { exchangeId, verdict: 'unjudged', sentence, findings: [] };
  }
  const findings = findingsIn(judgeRefusable(rules.scratch, call, answer));
  const verdict = verdictOf(rules, { verdict: 'right', findings });
  return { exchangeId, verdict, sentence: sentenceOf(call, verdict, findings), findings };
};

/** Why the answer says nothing: there is none, or it may be a proxy's. */
const silenceOf = ({ intent }: Call, answer: AgentAnswer): string | undefined => {
  if (answer.kind === 'none') return answer.message;
  if (answer.kind !== 'error' || answer.error !== undefined || answer.status < 500) return undefined;
  const isCrash = intent.kind === 'malformed' && answer.status === 500;
  return isCrash ? undefined : `the agent answered HTTP ${answer.status}.`;
};

const reasons: Partial<Record<Call['intent']['kind'], string>> = {
  'badly-signed': 'its signature is missing or wrong',
  invalid: 'a field is missing or wrong',
  malformed: 'it is no callback',
};

const sentenceOf = (
  { label, intent }: Call,
  verdict: ExchangeJudgement['verdict'],
  findings: readonly Finding[],
): string => {
  const [first] = findings;
  const reason = reasons[intent.kind] ?? 'it is no callback';
  const right = `${label}: refused, as it must be: ${reason}.`;
  if (first === undefined) return right;
  return verdict === 'right' ? `${right} But: ${first.message}` : first.message;
};

/**
 * The account after a call that must be refused. What the agent says that it took by it was told
 * with its answer; what it moved in silence, the next balance tells.
 */
export const afterForbidden = (state: AccountState, call: Call, forbidden: ForbiddenCall): AccountState => {
  if (state.worlds.length === 0) return state;
  const { bet, win } = forbidden;
  const answer = hearAnswer(call.exchange);
  const actual = answer.kind === 'balance' ? openingBalance(answer.balance, state.account.currency) : undefined;
  const isTaken = (world: Ledger): boolean => actual?.minus(balanceIn(world)).eq(win.minus(bet)) === true;
  if (!win.eq(bet) && state.worlds.every(isTaken)) {
    const worlds = state.worlds.map((world) => movedApart(world, 'gap', win.minus(bet)));
    const gapCause = { exchangeId: call.exchange.id, at: endOf(call) };
    return { ...state, worlds, gapCause, doubt: undefined };
  }
  const { label, exchange } = call;
  const refused = { kind: 'refused', exchangeId: exchange.id, label, bet, win } as const;
  return { ...state, doubt: { ...refused, isForbidden: true } };
};

/** What a call that must be refused says of money: it must not move. */
interface ForbiddenCall {
  readonly account: Account;
  readonly transactionId?: string;
  readonly bet: Amount;
  readonly win: Amount;
}

/** Reads it from the bytes that were sent; undefined where they name no account. */
export const forbiddenCall = ({ request }: Exchange): ForbiddenCall | undefined => {
  const body = bodyOf(request.body);
  const playerId = textOf(body, 'player_id');
  const currency = textOf(body, 'currency');
  if (playerId === undefined || currency === undefined) return undefined;
  return {
    account: { playerId, currency },
    transactionId: textOf(body, 'transaction_id'),
    bet: amountIn(body, 'bet'),
    win: amountIn(body, 'win'),
  };
};

const bodyOf = (bytes: Uint8Array): JsonNode | undefined => {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
};

const textOf = (body: JsonNode | undefined, name: string): string | undefined => {
  const node = body === undefined ? undefined : memberOf(body, name);
  return node?.kind === 'string' ? node.value : undefined;
};

const amountIn = (body: JsonNode | undefined, name: string): Amount => {
  const node = body === undefined ? undefined : memberOf(body, name);
  return (node?.kind === 'number' ? parseAmount(node.text) : undefined) ?? zero;
};
