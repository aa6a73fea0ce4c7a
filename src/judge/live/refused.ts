import { type JsonNode, memberOf } from '../../base/json.ts';
import { type Amount, parseAmount, renderAtScale, zero } from '../../base/money.ts';
import { readText, textOf } from '../../base/read-body.ts';
import type { ExchangeJudgement, Finding } from '../../formats/judgement.ts';
import { type Account, accountKey } from '../../ledger/account.ts';
import { balanceIn, type Ledger, movedApart, wasApplied } from '../../ledger/ledger.ts';
import {
  distinctWorlds,
  type Outcome,
  outcomesIn,
  refusalsIn,
  refusedIn,
  transactionIn,
} from '../../ledger/worlds/worlds.ts';
import type { Callback } from '../../spec/callback.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { Situation } from '../../spec/situation.ts';
import { type AgentAnswer, describeError, isAboutSession } from '../../wire/read-answer.ts';
import { asRefused, type Call, endOf, type Heard, type HeardRefusal, hearAnswer, openingBalance } from '../call.ts';
import { findingsIn } from '../case.ts';
import { judgeRefusable } from '../refusable.ts';
import {
  appliedAllTheSame,
  errorFindings,
  isGarbled,
  leftOnConnection,
  refusedWrongly,
  reprintedNumber,
  signatureCode,
} from '../refusals.ts';
import { type AccountState, type RefusedValid, remembered, rememberedAnswer } from './account.ts';
import {
  type At,
  doubting,
  giveUp,
  isFreshId,
  isUnknowable,
  type Judged,
  type LiveRules,
  makeUnknowable,
  provenSignature,
  settled,
  worldsNow,
} from './memory.ts';
import { findLive, lintLive, sayFitting, tell, verdictOf } from './tell.ts';

type AtRefusal = At<HeardRefusal>;

/** A quiet call that was clearly refused. */
export const judgeRefusedCall = (at: AtRefusal): Judged => {
  const { rules, state, heard } = at;
  const signature = refusedSignature(at);
  if (signature.length > 0) {
    const judgement = tell(at, { verdict: 'unjudged', sentence: '', findings: signature });
    return { state: doubting(state, heard), judgements: [judgement] };
  }
  if (state.worlds.length === 0 || isUnknowable(rules, state, heard.callback)) return judgeBlindly(at);
  const worlds = worldsNow(rules, state);
  if (worlds === undefined) return judgeBlindly({ ...at, state: giveUp(rules, state) });
  const fitting = worlds.flatMap((world) => refusalsIn(rules, world, heard));
  const [first] = fitting;
  return first === undefined ? judgeUnexpected(at, worlds) : judgeExpected(at, first, fitting);
};

/** A good signature was taken for a wrong one; a right one in an unusual form may be. */
const refusedSignature = (at: Pick<AtRefusal, 'rules' | 'heard'>): readonly Finding[] => {
  const { answer, label, callback, mayBeRefused } = at.heard;
  if (mayBeRefused || !isAboutSignature(answer) || !at.rules.proven.has(provenSignature(callback))) return [];
  const actual = describeError(answer);
  const message = `${label}: refused with ${actual}, though the signature is right.`;
  const [situation, expected] = ['balance', 'content.balance'] as const;
  // Whoever refuses right signatures without such an amount minds something else.
  const plain = signatureCode(callback) === 'refused-good-signature';
  if (plain) at.rules.proven.add(refusedPlain(callback));
  const likelyCause = at.rules.proven.has(refusedPlain(callback)) ? undefined : reprintedNumber(callback);
  const code = likelyCause === undefined ? 'refused-good-signature' : 'number-reprinted';
  return findLive(at, { code, situation, message, expected, actual, likelyCause });
};

const refusedPlain = ({ agentId }: Callback): string => `plain signature refused ${agentId}`;

/** A right signature that was refused, whatever else happened. */
export const signatureFindings = (rules: LiveRules, heard: Heard): readonly Finding[] => {
  const refused = asRefused(heard);
  return refused === undefined ? [] : refusedSignature({ rules, heard: refused });
};

const isAboutSignature = ({ error = '' }: HeardRefusal['answer']): boolean => /signature/i.test(error);

/** Nothing is known to judge it by. */
const judgeBlindly = (at: AtRefusal): Judged => {
  const { rules, state, heard } = at;
  const { answer, callback, label } = heard;
  const why =
    isAboutSignature(answer) && !rules.proven.has(provenSignature(callback))
      ? 'does it have the same token, and does it serialise the JSON differently? A run of the suite finds out how.'
      : 'nothing is known to judge it by.';
  const sentence = `${label}: refused with ${describeError(answer)}; ${why}`;
  const judgement = tell(at, {
    verdict: 'unjudged',
    because: 'account-unknown',
    sentence,
    findings: lintLive(at, 'balance'),
  });
  if (callback.type !== 'getBalance') makeUnknowable(rules, state, new Set([callback.transactionId]));
  return { state: doubting(state, heard), judgements: [judgement] };
};

/** A right agent refuses it. */
const judgeExpected = (at: AtRefusal, first: Outcome, fitting: readonly Outcome[]): Judged => {
  const { rules, state, heard } = at;
  const { situation, standing } = first;
  const status = errorFindings(rules.scratch, { call: heard.call, answer: heard.answer, situation, taken: first });
  const remark = status.find(({ code }) => /-code$/.test(code));
  const say = sayFitting(at, first);
  const judgement = tell(at, {
    ...say,
    sentence: say.sentence + (remark === undefined ? '' : ` But: ${remark.message}`),
    findings: [...lintLive(at, situation), ...status],
  });
  const worlds = distinctWorlds(fitting.map(({ world }) => world));
  const next = doubting({ ...state, worlds }, heard);
  const mustMoveNothing = standing === 'expected' || situation === 'late-bet';
  return { state: mustMoveNothing ? next : settled(next, worlds), judgements: [judgement] };
};

/** No right agent refuses it, by what is known here. */
const judgeUnexpected = (at: AtRefusal, worlds: readonly Ledger[]): Judged => {
  const { rules, state, heard } = at;
  const { answer, label, callback } = heard;
  const [first] = worlds;
  if (first === undefined) return { state, judgements: [] };
  const situations = worlds.map((world) => outcomesIn(rules, world, callback)[0]?.situation);
  const [situation = 'balance'] = situations;
  const isSure = situations.every((each) => each === situation) && isTelling(at, situation);
  const [said, before] = [describeError(answer), balanceIn(first)];
  const code = situation === 'duplicate' ? 'duplicate-refused' : 'refused-valid';
  const message = refusedWrongly(label, answer);
  const breach = isSure ? findLive(at, { code, situation, message, expected: 'content.balance', actual: said }) : [];
  const judgement = tell(at, {
    verdict: 'unjudged',
    sentence: `${label}: refused with ${said}; as far as walletproof knows the balance is ${renderAtScale(before, callback.currency)}, so there is no reason to refuse.`,
    findings: [...breach, ...lintLive(at, situation)],
    before,
  });
  const after = distinctWorlds(worlds.map((world) => refusedIn(rules, world, callback)));
  const valid = refusedValid(rules, worlds, heard);
  return { state: doubting({ ...state, worlds: after }, heard, valid), judgements: [judgement] };
};

/** The refusal itself says that the agent is wrong, wherever its money comes from. */
const isTelling = ({ rules, heard }: AtRefusal, situation: Situation): boolean => {
  const { error = '' } = heard.answer;
  // What is not there is none of the transaction: an agent may keep sessions in memory, and begin anew.
  if (isAboutSession(heard.answer)) return false;
  switch (situation) {
    case 'duplicate':
      return /duplic|exist|already|processed|transaction|insufficient/i.test(error);
    case 'rollback-of-bet':
    case 'rollback-of-bet-and-win':
    case 'rollback-of-win':
    case 'rollback-again':
      return /not.?found|already/i.test(error);
    case 'win':
    case 'zero':
      return error === 'insufficient_balance' && isFreshId(rules, heard);
    default:
      return false;
  }
};

/** A valid call that was refused, with what the account is where it was applied all the same; undefined where it moves nothing. */
export const refusedValid = (rules: LiveRules, worlds: readonly Ledger[], heard: Heard): RefusedValid | undefined => {
  const { answer, callback } = heard;
  if (answer.kind !== 'error' || callback.type === 'getBalance') return undefined;
  const moving = worlds
    .flatMap((world) => outcomesIn(rules, world, callback).slice(0, 1))
    .filter((each) => each.answer.kind === 'balance' && !balanceIn(each.before).eq(balanceIn(each.world)));
  const [first] = moving;
  if (first === undefined) return undefined;
  const { situation, before } = first;
  const kept = { ...remembered(heard), answer: rememberedAnswer(answer) };
  return { heard: kept, situation, before, applied: moving.map(({ world }) => world) };
};

/** The agent failed at the call, by its own word: what a proxy says for it is nobody's word. */
export const isOwnFailure = ({ answer }: Heard): boolean =>
  answer.kind === 'error' && answer.error !== undefined && (answer.status < 500 || answer.error === 'internal_error');

/**
 * Whether the balance that was answered now is only there where the failed call was applied before.
 * The same call once more tells nothing: it may have been applied by that.
 */
export const isAppliedIn = (
  rules: LiveRules,
  { heard: { callback } }: RefusedValid,
  fitting: readonly Outcome[],
): boolean =>
  callback.type !== 'getBalance' &&
  fitting.every(({ before }) => {
    const known = transactionIn(rules, before, callback.transactionId);
    if (known === undefined) return false;
    return callback.type === 'rollback' ? known.state === 'rolled-back' : wasApplied(known);
  });

/** The refused call, told anew: the money moved all the same, as the answer to a later call proves. `is`: the account with it. */
export const tellApplied = (
  rules: LiveRules,
  { heard, situation, before }: RefusedValid,
  { proof, is }: { readonly proof: Heard; readonly is: Ledger | undefined },
): ExchangeJudgement => {
  const { call, callback, answer, exchangeId } = heard;
  const shown = (world: Ledger): string => renderAtScale(balanceIn(world), callback.currency);
  const findings = appliedAllTheSame(rules.scratch, {
    ...{ call, callback, answer, situation, is: is && shown(is), must: shown(before) },
    proof: proof.call.exchange,
  });
  return { exchangeId, verdict: 'wrong', sentence: findings[0]?.message ?? '', findings };
};

/** Whether one more balance tells what a call did that was answered already. */
export const isLookedFor = ({ doubt, failed, gapCause }: AccountState): boolean =>
  failed !== undefined || gapCause?.open !== undefined || (doubt?.kind === 'refused' && doubt.valid !== undefined);

/** A call that no right agent takes: its signature, a field or its form is wrong. */
export const judgeForbidden = (rules: LiveRules, call: Call): ExchangeJudgement => {
  const { exchange, label, intent } = call;
  const answer = hearAnswer(exchange);
  const silence = silenceOf(call, answer);
  if (silence !== undefined) {
    return {
      exchangeId: exchange.id,
      verdict: 'unjudged',
      because: 'no-answer',
      sentence: `${label}: ${silence}`,
      findings: [],
    };
  }
  const findings = findingsIn(judgeRefusable(rules.scratch, call, answer));
  const verdict = verdictOf(rules, { verdict: 'right', findings });
  const [first] = findings;
  const right = `${label}: refused, as it must be: ${reasons[intent.kind] ?? 'it is no callback'}.`;
  const told = first && (verdict === 'right' ? `${right} But: ${first.message}` : first.message);
  return { exchangeId: exchange.id, verdict, sentence: told ?? right, findings };
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
};

/**
 * The account after a call that must be refused. What the agent says that it took by it was told
 * with its answer; what it moved in silence, the next balance tells.
 */
export const afterForbidden = (state: AccountState, call: Call, { bet, win }: ForbiddenCall): AccountState => {
  if (state.worlds.length === 0) return state;
  const { label, exchange } = call;
  const answer = hearAnswer(exchange);
  const actual = answer.kind === 'balance' ? openingBalance(answer.balance, state.account.currency) : undefined;
  const isTaken = (world: Ledger): boolean => actual?.minus(balanceIn(world)).eq(win.minus(bet)) === true;
  if (!win.eq(bet) && state.worlds.every(isTaken)) {
    const worlds = state.worlds.map((world) => movedApart(world, 'gap', win.minus(bet)));
    return { ...state, worlds, gapCause: { exchangeId: exchange.id, at: endOf(call) }, doubt: undefined };
  }
  return { ...state, doubt: { kind: 'refused', exchangeId: exchange.id, label, bet, win, isForbidden: true } };
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
  // An agent may well read what begins with a byte order mark.
  const body = readText(textOf(request.body)?.replace(/^\uFEFF/, '') ?? '');
  if (body.kind !== 'json') return undefined;
  const fieldOf = (name: string): string | undefined => {
    const node = memberOf(body.node, name);
    return node?.kind === 'string' ? node.value : undefined;
  };
  const [playerId, currency] = [fieldOf('player_id'), fieldOf('currency')];
  if (playerId === undefined || currency === undefined) return undefined;
  const [bet, win] = [amountIn(body.node, 'bet'), amountIn(body.node, 'win')];
  return { account: { playerId, currency }, transactionId: fieldOf('transaction_id'), bet, win };
};

const amountIn = (body: JsonNode, name: string): Amount => {
  const node = memberOf(body, name);
  return (node?.kind === 'number' ? parseAmount(node.text) : undefined) ?? zero;
};

/** A refused call, and one right after it that the agent could not read. */
interface Garbled {
  readonly previous: { readonly id: string; readonly status: number };
  readonly heard: Heard;
}

/**
 * Looks whether calls are spoilt by the refused call before them. A connection may be closed at any
 * time, so that once is chance; the second time is proof.
 */
export class Leftovers {
  readonly #rules: LiveRules;
  #last: Exchange | undefined;
  #garbled: Garbled | undefined;

  constructor(rules: LiveRules) {
    this.#rules = rules;
  }

  /** Takes any exchange, once it is judged. */
  note(exchange: Exchange): void {
    this.#last = exchange;
  }

  /** Takes the answer to a callback; gives what it tells of the one before. */
  take(heard: Heard): readonly ExchangeJudgement[] {
    const { answer } = this.#last ?? {};
    const isRefusal = answer?.kind === 'answered' && answer.status >= 400;
    if (this.#last !== undefined && isRefusal && isGarbled(heard.call)) {
      this.#garbled = { previous: { id: this.#last.id, status: answer.status }, heard };
      return [];
    }
    const garbled = this.#garbled;
    if (garbled === undefined || !isSameAnswered(garbled.heard, heard)) return [];
    this.#garbled = undefined;
    return this.#rules.seenOnce.isAgain('body-left-on-connection') ? [this.#tell(garbled, heard)] : [];
  }

  #tell({ previous, heard }: Garbled, again: Heard): ExchangeJudgement {
    const findings = leftOnConnection(this.#rules.scratch, { previous, call: heard.call, again: again.call });
    return { exchangeId: heard.exchangeId, verdict: 'wrong', sentence: findings[0]?.message ?? '', findings };
  }
}

/** The same kind of call on the account, answered as it must be. */
const isSameAnswered = (garbled: Heard, { said, callback }: Heard): boolean =>
  said.kind === 'balance' &&
  callback.type === garbled.callback.type &&
  accountKey(callback) === accountKey(garbled.callback);
