import type { ExchangeJudgement, Finding } from '../../formats/judgement.ts';
import { type JsonNode, memberOf } from '../../json/json-node.ts';
import { parseJson } from '../../json/parse-json.ts';
import { type Account, accountKey } from '../../ledger/account.ts';
import { balanceIn, type Ledger, movedApart, wasApplied } from '../../ledger/ledger.ts';
import { type Outcome, outcomesIn, refusalsIn, refusedIn, transactionIn } from '../../ledger/worlds/outcomes.ts';
import { distinctWorlds } from '../../ledger/worlds/possible-worlds.ts';
import { type Amount, parseAmount, zero } from '../../money/amount.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { Exchange } from '../../spec/exchange.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { Situation } from '../../spec/situation.ts';
import { describeError } from '../../wire/error-answer.ts';
import type { AgentAnswer } from '../../wire/read-answer.ts';
import { asRefused, type Call, endOf, type Heard, type HeardRefusal, hearAnswer, openingBalance } from '../call.ts';
import { findingsIn } from '../case.ts';
import { judgeRefusable } from '../refusable.ts';
import { appliedAllTheSame, errorFindings, isGarbled, leftOnConnection, refusedWrongly } from '../refusals.ts';
import { type AccountState, type RefusedValid, remembered, rememberedAnswer } from './account.ts';
import {
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

/** A quiet call that was clearly refused. */
export const judgeRefusedCall = (rules: LiveRules, state: AccountState, reading: HeardRefusal): Judged => {
  const signature = refusedSignature(rules, reading);
  if (signature.length > 0) {
    const said = { verdict: 'unjudged', sentence: '', findings: signature } as const;
    return { state: doubting(state, reading), judgements: [tell(rules, reading, said)] };
  }
  if (state.worlds.length === 0 || isUnknowable(rules, state, reading.callback)) {
    return judgeBlindly(rules, state, reading);
  }
  const worlds = worldsNow(rules, state);
  if (worlds === undefined) return judgeBlindly(rules, giveUp(rules, state), reading);
  const fitting = worlds.flatMap((world) => refusalsIn(rules, world, reading));
  const [first, ...others] = fitting;
  return first === undefined
    ? judgeUnexpectedRefusal(rules, state, { reading, worlds })
    : judgeExpected(rules, state, { reading, fitting: [first, ...others] });
};

/** A good signature was taken for a wrong one; a right one in an unusual form may be. */
const refusedSignature = (rules: LiveRules, reading: HeardRefusal): readonly Finding[] => {
  const { answer, label, mayBeRefused } = reading;
  if (mayBeRefused || !isAboutSignature(reading) || !rules.proven.has(provenSignature)) return [];
  const said = describeError(answer);
  const message = `${label}: refused with ${said}, though the signature is right.`;
  return findLive(rules, reading, {
    code: 'refused-good-signature',
    situation: 'balance',
    message,
    expected: 'content.balance',
    actual: said,
  });
};

const isAboutSignature = ({ answer }: HeardRefusal): boolean => /signature/i.test(answer.error ?? '');

const judgeBlindly = (rules: LiveRules, state: AccountState, reading: HeardRefusal): Judged => {
  const sentence = `${reading.label}: refused with ${describeError(reading.answer)}; ${whyUnjudged(rules, reading)}`;
  const findings = lintLive(rules, reading, 'balance');
  const judgement = tell(rules, reading, { verdict: 'unjudged', sentence, findings });
  const { callback } = reading;
  if (callback.type !== 'getBalance') {
    makeUnknowable(rules, state, new Set([callback.transactionId]));
  }
  return { state: doubting(state, reading), judgements: [judgement] };
};

const whyUnjudged = (rules: LiveRules, reading: HeardRefusal): string =>
  isAboutSignature(reading) && !rules.proven.has(provenSignature)
    ? 'does it have the same token, and does it serialise the JSON differently? A run of the suite finds out how.'
    : 'nothing is known to judge it by.';

interface Expected {
  readonly reading: HeardRefusal;
  readonly fitting: readonly [Outcome, ...Outcome[]];
}

const judgeExpected = (rules: LiveRules, state: AccountState, { reading, fitting }: Expected): Judged => {
  const [first] = fitting;
  const { call, callback } = reading;
  const { standing, answer, sentence, situation } = first;
  const branch = { standing: 'expected', answer, sentence, ledger: rules.scratch.ledger } as const;
  const about = { call, answer: reading.answer, situation, branch };
  const status = errorFindings(rules.scratch, about);
  const say = sayFitting(state, callback, first);
  const judgement = tell(rules, reading, {
    ...say,
    sentence: say.sentence + codeRemark(status),
    findings: [...lintLive(rules, reading, situation), ...status],
  });
  const worlds = distinctWorlds(fitting.map(({ world }) => world));
  const isUncovered = standing === 'expected';
  const next = doubting({ ...state, worlds }, reading);
  return { state: isUncovered ? next : settled(next, worlds), judgements: [judgement] };
};

const codeRemark = (findings: readonly Finding[]): string => {
  const remark = findings.find(({ code }) => /-code$/.test(code));
  return remark === undefined ? '' : ` But: ${remark.message}`;
};

interface Unexpected {
  readonly reading: HeardRefusal;
  readonly worlds: readonly Ledger[];
}

/** No right agent refuses it, by what is known here. */
const judgeUnexpectedRefusal = (rules: LiveRules, state: AccountState, { reading, worlds }: Unexpected): Judged => {
  const { answer, label, callback } = reading;
  const [first] = worlds;
  if (first === undefined) return { state, judgements: [] };
  const situations = worlds.map((world) => outcomesIn(rules, world, callback)[0]?.situation);
  const [situation = 'balance'] = situations;
  const isSure = situations.every((each) => each === situation) && isTelling(rules, situation, reading);
  const said = describeError(answer);
  const before = balanceIn(first);
  const message = refusedWrongly(label, answer);
  const code: FindingCode = situation === 'duplicate' ? 'duplicate-refused' : 'refused-valid';
  const breach = isSure
    ? findLive(rules, reading, {
        code,
        situation,
        message,
        expected: 'content.balance',
        actual: said,
      })
    : [];
  const judgement = tell(rules, reading, {
    verdict: 'unjudged',
    sentence: `${label}: refused with ${said}; as far as walletproof knows the balance is ${renderAtScale(before, callback.currency)}, so there is no reason to refuse.`,
    findings: [...breach, ...lintLive(rules, reading, situation)],
    before,
  });
  const after = distinctWorlds(worlds.map((world) => refusedIn(rules, world, callback)));
  const valid = refusedValid(rules, worlds, reading);
  return { state: doubting({ ...state, worlds: after }, reading, valid), judgements: [judgement] };
};

/** The refusal itself says that the agent is wrong, wherever its money comes from. */
const isTelling = (rules: LiveRules, situation: Situation, reading: HeardRefusal): boolean => {
  const { error = '' } = reading.answer;
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
      return error === 'insufficient_balance' && isFreshId(rules, reading);
    default:
      return false;
  }
};

/** A right signature that was refused, whatever else happened. */
export const signatureFindings = (rules: LiveRules, reading: Heard): readonly Finding[] => {
  const refused = asRefused(reading);
  return refused === undefined ? [] : refusedSignature(rules, refused);
};

/** A valid call that was refused, with what the account is where it was applied all the same; undefined where it moves nothing. */
export const refusedValid = (rules: LiveRules, worlds: readonly Ledger[], reading: Heard): RefusedValid | undefined => {
  const { answer, callback } = reading;
  if (answer.kind !== 'error' || callback.type === 'getBalance') return undefined;
  const outcomes = worlds.flatMap((world) => outcomesIn(rules, world, callback).slice(0, 1));
  const moving = outcomes.filter(
    (each) => each.answer.kind === 'balance' && !balanceIn(each.before).eq(balanceIn(each.world)),
  );
  const [first] = moving;
  if (first === undefined) return undefined;
  const applied = moving.map(({ world }) => world);
  const { situation, before } = first;
  const kept = { ...remembered(reading), answer: rememberedAnswer(answer) };
  return { reading: kept, situation, before, applied };
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
  { reading: { callback } }: RefusedValid,
  fitting: readonly Outcome[],
): boolean =>
  callback.type !== 'getBalance' &&
  fitting.every(({ before }) => {
    const known = transactionIn(rules, before, callback.transactionId);
    if (known === undefined) return false;
    return callback.type === 'rollback' ? known.state === 'rolled-back' : wasApplied(known);
  });

/** The refused call, told anew: the money moved all the same, as the answer to a later call proves. */
export const tellApplied = (
  rules: LiveRules,
  { reading, situation }: Pick<RefusedValid, 'reading' | 'situation'>,
  { proof, balances }: { readonly proof: Heard; readonly balances: AppliedBalances },
): ExchangeJudgement => {
  const { call, callback, answer, exchangeId } = reading;
  const [is, must] = [balances.is, balances.must].map(
    (world) => world && renderAtScale(balanceIn(world), callback.currency),
  );
  const findings = appliedAllTheSame(rules.scratch, {
    ...{ call, callback, answer, situation, is, must },
    proof: proof.call.exchange,
  });
  const sentence = findings[0]?.message ?? '';
  return { exchangeId, verdict: 'wrong', sentence, findings };
};

interface AppliedBalances {
  /** With the call, and without it. */
  readonly is: Ledger | undefined;
  readonly must: Ledger | undefined;
}

/** Whether one more balance tells what a call did that was answered already. */
export const isLookedFor = ({ doubt, failed, gapCause }: AccountState): boolean =>
  failed !== undefined || gapCause?.open !== undefined || (doubt?.kind === 'refused' && doubt.valid !== undefined);

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

/** A refused call, and one right after it that the agent could not read. */
interface Garbled {
  readonly previous: { readonly id: string; readonly status: number };
  readonly reading: Heard;
}

/** What came over the connections to the agent last. */
export interface Leftovers {
  /** Takes the answer to a callback; gives what it tells of the one before. */
  take(reading: Heard): readonly ExchangeJudgement[];
  /** Takes any exchange, once it is judged. */
  note(exchange: Exchange): void;
}

const seen = 'body-left-on-connection';

/**
 * Looks whether calls are spoilt by the refused call before them. A connection may be closed at any
 * time, so that once is chance; the second time is proof.
 */
export const createLeftovers = (rules: LiveRules): Leftovers => {
  let last: Exchange | undefined;
  let garbled: Garbled | undefined;
  return {
    take: (reading) => {
      const previous = refusalIn(last);
      if (previous !== undefined && isGarbled(reading.call)) {
        garbled = { previous, reading };
        return [];
      }
      if (garbled === undefined || !isAgain(garbled.reading, reading)) return [];
      const told = rules.seenOnce.isAgain(seen) ? [tellLeftover(rules, garbled, reading)] : [];
      garbled = undefined;
      return told;
    },
    note: (exchange) => {
      last = exchange;
    },
  };
};

const refusalIn = (last: Exchange | undefined): Garbled['previous'] | undefined =>
  last?.answer.kind === 'answered' && last.answer.status >= 400
    ? { id: last.id, status: last.answer.status }
    : undefined;

/** The same kind of call on the account, answered as it must be. */
const isAgain = (garbled: Heard, { said, callback }: Heard): boolean =>
  said.kind === 'balance' &&
  callback.type === garbled.callback.type &&
  accountKey(callback) === accountKey(garbled.callback);

const tellLeftover = (rules: LiveRules, { previous, reading }: Garbled, again: Heard): ExchangeJudgement => {
  const findings = leftOnConnection(rules.scratch, {
    previous,
    call: reading.call,
    again: again.call,
  });
  const sentence = findings[0]?.message ?? '';
  return { exchangeId: reading.exchangeId, verdict: 'wrong', sentence, findings };
};
