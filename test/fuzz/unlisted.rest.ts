import { describe, expect, it } from '@jest/globals';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import { runFuzz } from '../../src/fuzz/fuzz.ts';
import { idsWith } from '../e2e/report-of.ts';
import { emptyOrder } from '../run/run-against.ts';
import { runSimulated, type SimulatedAgent, withSimulated } from '../run/simulated-run.ts';

/** What a call was, as a mistake looks at it. */
type Was = 'bet' | 'win' | 'duplicate' | 'rollback' | 'rollback of nothing' | 'refused' | 'read' | 'progress' | 'other';

/** Calls one right after another, whoever's they are, after the last of which the agent moves a unit that nobody asked for. */
type Mistake = readonly [Was, Was, ...Was[]];

/** An agent that is right but for what it does after such calls. */
const agentWith =
  (mistake: Mistake): NonNullable<SimulatedAgent['alter']> =>
  (agent) => {
    const calls: Was[] = [];
    const known = new Map<string, string>();
    return async (call) => {
      const answer = await agent.answer(call);
      const fields = fieldsOf(call.text);
      const was = kindOf(fields, answer.status, known);
      calls.push(was);
      if (answer.status !== 200 || !mistake.every((each, at) => calls.at(at - mistake.length) === each)) return answer;
      const balance = agent.wallet.move(
        { playerId: String(fields['player_id']), currency: String(fields['currency']) },
        100n,
      );
      return { ...answer, body: `{"content":{"balance":${(Number(balance) / 100).toFixed(2)}}}` };
    };
  };

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (text: string): Fields => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** `known`: what became of each transaction, which this call may change. */
const kindOf = (fields: Fields, status: number, known: Map<string, string>): Was => {
  const { type, transaction_id: id, bet = 0, freespins } = fields;
  if (status !== 200) return 'refused';
  if (type === 'getBalance') return freespins === undefined ? 'read' : 'progress';
  const before = known.get(String(id));
  if (type === 'makeBet') {
    known.set(String(id), before ?? 'made');
    if (before !== undefined) return 'duplicate';
    return Number(bet) > 0 ? 'bet' : 'win';
  }
  if (type !== 'rollback') return 'other';
  known.set(String(id), 'gone');
  return before === 'made' ? 'rollback' : 'rollback of nothing';
};

/** Written after fuzz was. */
const mistakes: readonly Mistake[] = [
  ['progress', 'rollback of nothing', 'bet'],
  ['duplicate', 'rollback of nothing', 'win'],
  // Behind each refusal a getBalance shows whether it moved money.
  ['rollback of nothing', 'refused', 'read', 'duplicate'],
  ['progress', 'duplicate', 'bet'],
  ['progress', 'bet', 'duplicate'],
  ['rollback', 'progress', 'bet'],
  ['duplicate', 'progress', 'bet'],
  ['rollback of nothing', 'win', 'duplicate'],
  ['duplicate', 'rollback', 'win'],
  ['win', 'rollback of nothing', 'duplicate'],
];

describe('a mistake that was written after fuzz was', () => {
  it.each(mistakes.map((mistake) => [mistake.join(', '), mistake] as const))(
    'is found by sequences, and by no scenario: a unit after %s',
    async (_, mistake) => {
      const found = await withSimulated({ alter: agentWith(mistake) }, async (context) => {
        const order = { budgetMs: 60_000, seed: 1, strict: false, file: 'found.yaml', tool: emptyOrder.tool };
        return (await runFuzz(context, { ...order, tell: () => undefined })).found;
      });
      const scenarios = await shippedScenarios();
      const { run } = await runSimulated({ alter: agentWith(mistake) }, { scenarios });

      expect(found?.text).toMatch(/^# [A-Z]+-\d\d /);
      expect(found?.steps.length).toBeLessThanOrEqual(mistake.length + 2);
      expect(idsWith(run, 'failed')).toEqual([]);
    },
  );
});
