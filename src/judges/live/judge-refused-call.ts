import type { Finding } from '../../formats/judgement.ts';
import { balanceIn, type Ledger } from '../../ledger/ledger.ts';
import { type Outcome, outcomesIn, refusalsIn, refusedIn } from '../../ledger/worlds/outcomes.ts';
import { distinctWorlds } from '../../ledger/worlds/possible-worlds.ts';
import { renderAtScale } from '../../money/currency-scale.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { Situation } from '../../spec/situation.ts';
import { describeError } from '../../wire/read-answer.ts';
import { findingsIn } from '../case.ts';
import { judgeErrorStatus, refusedWrongly } from '../judge-refusal.ts';
import type { AccountState } from './account-state.ts';
import { refusedValid } from './judge-failed-call.ts';
import { doubting, giveUp, type Judged, settled, worldsNow } from './judged.ts';
import { isFreshId, isUnknowable, type LiveRules, makeUnknowable, provenSignature } from './memory.ts';
import { asRefused, type Reading, type RefusedReading } from './reading.ts';
import { findLive, lintLive, sayFitting, tell } from './tell.ts';

/** A quiet call that was clearly refused. */
export const judgeRefusedCall = (rules: LiveRules, state: AccountState, reading: RefusedReading): Judged => {
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
const refusedSignature = (rules: LiveRules, reading: RefusedReading): readonly Finding[] => {
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

const isAboutSignature = ({ answer }: RefusedReading): boolean => /signature/i.test(answer.error ?? '');

const judgeBlindly = (rules: LiveRules, state: AccountState, reading: RefusedReading): Judged => {
  const sentence = `${reading.label}: refused with ${describeError(reading.answer)}; ${whyUnjudged(rules, reading)}`;
  const findings = lintLive(rules, reading, 'balance');
  const judgement = tell(rules, reading, { verdict: 'unjudged', sentence, findings });
  const { callback } = reading;
  if (callback.type !== 'getBalance') {
    makeUnknowable(rules, state, new Set([callback.transactionId]));
  }
  return { state: doubting(state, reading), judgements: [judgement] };
};

const whyUnjudged = (rules: LiveRules, reading: RefusedReading): string =>
  isAboutSignature(reading) && !rules.proven.has(provenSignature)
    ? 'does it have the same token, and does it serialise the JSON differently? A run of the suite finds out how.'
    : 'nothing is known to judge it by.';

interface Expected {
  readonly reading: RefusedReading;
  readonly fitting: readonly [Outcome, ...Outcome[]];
}

const judgeExpected = (rules: LiveRules, state: AccountState, { reading, fitting }: Expected): Judged => {
  const [first] = fitting;
  const { call, callback } = reading;
  const { standing, answer, sentence, situation } = first;
  const branch = { standing: 'expected', answer, sentence, ledger: rules.scratch.ledger } as const;
  const about = { call, answer: reading.answer, situation, branch };
  const status = findingsIn(judgeErrorStatus(rules.scratch, about));
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
  readonly reading: RefusedReading;
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
const isTelling = (rules: LiveRules, situation: Situation, reading: RefusedReading): boolean => {
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
export const signatureFindings = (rules: LiveRules, reading: Reading): readonly Finding[] => {
  const refused = asRefused(reading);
  return refused === undefined ? [] : refusedSignature(rules, refused);
};
