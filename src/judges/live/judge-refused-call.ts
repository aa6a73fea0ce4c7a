import type { Finding } from '../../spec/finding.ts';
import { describeError, judgeErrorStatus } from '../judge-refusal.ts';
import type { AccountState } from './account-state.ts';
import { doubting } from './doubting.ts';
import { findLive, lintLive } from './find-live.ts';
import { judgeUnexpectedRefusal } from './judge-unexpected-refusal.ts';
import type { Judged } from './judged.ts';
import { giveUp, settled } from './judged.ts';
import type { LiveRules } from './live-rules.ts';
import { isUnknowable, makeUnknowable } from './memory.ts';
import type { Outcome } from './outcomes-in.ts';
import { provenSignature } from './proven-signature.ts';
import type { RefusedReading } from './reading.ts';
import { refusalsIn } from './refusals-in.ts';
import { sentenceOfRight } from './sentences.ts';
import { tell } from './tell.ts';
import { floatedWorlds } from './unheard-worlds.ts';
import { balanceIn, distinctWorlds } from './world.ts';

/** A quiet call that was clearly refused. */
export const judgeRefusedCall = (
  rules: LiveRules,
  state: AccountState,
  reading: RefusedReading,
): Judged => {
  const signature = refusedSignature(rules, reading);
  if (signature.length > 0) {
    const said = { verdict: 'unjudged', sentence: '', findings: signature } as const;
    return { state: doubting(state, reading), judgements: [tell(rules, reading, said)] };
  }
  if (state.worlds.length === 0 || isUnknowable(rules, state, reading.callback)) {
    return judgeBlindly(rules, state, reading);
  }
  const worlds = floatedWorlds(rules, state.worlds, state.floating);
  if (worlds === undefined) return judgeBlindly(rules, giveUp(rules, state), reading);
  const fitting = worlds.flatMap((world) => refusalsIn(rules, world, reading));
  const [first, ...others] = fitting;
  return first === undefined
    ? judgeUnexpectedRefusal(rules, state, { reading, worlds })
    : judgeExpected(rules, state, { reading, fitting: [first, ...others] });
};

/** A good signature was taken for a wrong one; a right one in an unusual form may be. */
export const refusedSignature = (rules: LiveRules, reading: RefusedReading): readonly Finding[] => {
  const { word, call, mayBeRefused } = reading;
  if (mayBeRefused || !isAboutSignature(reading) || !rules.proven.has(provenSignature)) return [];
  const said = describeError(word.answer);
  const message = `${call.label}: refused with ${said}, though the signature is right.`;
  return findLive(rules, reading, {
    code: 'refused-good-signature',
    situation: 'balance',
    message,
    expected: 'content.balance',
    actual: said,
  });
};

const isAboutSignature = ({ word }: RefusedReading): boolean =>
  /signature/i.test(word.answer.error ?? '');

const judgeBlindly = (rules: LiveRules, state: AccountState, reading: RefusedReading): Judged => {
  const sentence = `${reading.call.label}: refused with ${describeError(reading.word.answer)}; ${whyUnjudged(rules, reading)}`;
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
    ? 'has it the same token, and does it write the JSON in another way? A run of the suite finds out in which.'
    : 'nothing is known here to judge it by.';

interface Expected {
  readonly reading: RefusedReading;
  readonly fitting: readonly [Outcome, ...Outcome[]];
}

const judgeExpected = (
  rules: LiveRules,
  state: AccountState,
  { reading, fitting }: Expected,
): Judged => {
  const [first] = fitting;
  const { call, callback, word } = reading;
  const about = { call, answer: word.answer, situation: first.situation };
  const { standing, answer, sentence } = first;
  const branch = { standing: 'expected', answer, sentence, ledger: rules.scratch.ledger } as const;
  const status = judgeErrorStatus(rules.scratch, { ...about, branch });
  const judgement = tell(rules, reading, {
    verdict: 'right',
    sentence: sentenceOfRight(callback, first) + codeRemark(status.findings),
    findings: [...lintLive(rules, reading, first.situation), ...status.findings],
    before: balanceIn(first.before),
    expected: balanceIn(first.world),
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
