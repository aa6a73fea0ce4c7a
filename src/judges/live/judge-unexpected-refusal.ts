import { renderAtScale } from '../../money/currency-scale.ts';
import type { FindingCode } from '../../spec/finding.ts';
import type { Situation } from '../../spec/situation.ts';
import { describeError } from '../judge-refusal.ts';
import type { AccountState } from './account-state.ts';
import { doubting } from './doubting.ts';
import { findLive, lintLive } from './find-live.ts';
import type { Judged } from './judged.ts';
import type { LiveRules } from './live-rules.ts';
import { isFreshId } from './memory.ts';
import { outcomesIn } from './outcomes-in.ts';
import type { RefusedReading } from './reading.ts';
import { refusedIn } from './refusals-in.ts';
import { tell } from './tell.ts';
import type { World } from './world.ts';
import { balanceIn, distinctWorlds } from './world.ts';

interface Unexpected {
  readonly reading: RefusedReading;
  readonly worlds: readonly World[];
}

/** No right agent refuses it, by what is known here. */
export const judgeUnexpectedRefusal = (
  rules: LiveRules,
  state: AccountState,
  { reading, worlds }: Unexpected,
): Judged => {
  const { call, word, callback } = reading;
  const [first] = worlds;
  if (first === undefined) return { state, judgements: [] };
  const situations = worlds.map((world) => outcomesIn(rules, world, callback)[0]?.situation);
  const [situation = 'balance'] = situations;
  const isSure =
    situations.every((each) => each === situation) && isTelling(rules, situation, reading);
  const said = describeError(word.answer);
  const before = balanceIn(first);
  const message = `${call.label}: refused with ${said}, it must be answered with the balance.`;
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
    sentence: `${call.label}: refused with ${said}; by what is known here there are ${renderAtScale(before, callback.currency)}, and nothing to refuse.`,
    findings: [...breach, ...lintLive(rules, reading, situation)],
    before,
  });
  const after = distinctWorlds(worlds.map((world) => refusedIn(rules, world, callback)));
  return { state: doubting({ ...state, worlds: after }, reading), judgements: [judgement] };
};

/** The refusal itself says that the agent is wrong, wherever its money comes from. */
const isTelling = (rules: LiveRules, situation: Situation, reading: RefusedReading): boolean => {
  const { error = '' } = reading.word.answer;
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
