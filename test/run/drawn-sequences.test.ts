import { describe, expect, it } from '@jest/globals';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { emptyOrder } from './run-against.ts';
import { runSimulated, type SimulatedAgent } from './simulated-run.ts';

const judged = async (agent: SimulatedAgent, ...steps: readonly string[]) => {
  const text = ['scenario: drawn', 'fund: 100', 'steps:', ...steps.map((step) => `  - ${step}`)].join('\n');
  const scenarios = [parseScenario({ text, file: 'drawn.yaml' })];
  const { run } = await runSimulated(agent, { ...emptyOrder, scenarios });
  const broken = run.requirements.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  return broken.map(({ id, findings }) => [id, findings[0]?.code, findings[0]?.message]);
};

/** Opens whoever it does not know, with nothing. */
const opening: SimulatedAgent['alter'] = (agent) => async (call) =>
  call.text.includes('"nobody-')
    ? { status: 200, contentType: 'application/json', body: '{"content":{"balance":0}}' }
    : await agent.answer(call);

describe('a sequence that nobody wrote, and that a right agent answers rightly', () => {
  it.each<[string, SimulatedAgent, readonly string[]]>([
    [
      'a refused bet again, after a rollback that names it in another currency',
      {},
      [
        'makeBet: { id: first, bet: balance + 1 }',
        '{ rollback: { of: first }, currency: second }',
        'resend: first',
        'getBalance: {}',
      ],
    ],
    [
      'a bet, and a refused bet again beside its own rollback',
      {},
      [
        'makeBet: { id: first, bet: balance + 1 }',
        'together: { steps: [{ makeBet: { bet: 5 } }, { rollback: { of: first } }, { resend: first }] }',
        'getBalance: {}',
      ],
    ],
    [
      'a rollback of an odd id after its bet was lost, both of which are refused',
      { variant: 'printable-ids-only' },
      [
        '{ makeBet: { id: first, bet: 5 }, lose: answer, expect: any }',
        '{ rollback: { of: first, alike: letter }, expect: any }',
        'getBalance: {}',
      ],
    ],
    [
      'a bet of the balance with an odd id, after a rollback by another player',
      { variant: 'nul-refused' },
      [
        '{ makeBet: { id: first, bet: 1, win: 5 }, currency: second }',
        '{ rollback: { of: first }, player: 2 }',
        '{ makeBet: { id: second, bet: balance }, currency: second, expect: any }',
        '{ makeBet: { bet: 5, transaction_of: second, alike: { after: "\\0" } }, expect: any }',
        '{ getBalance: {}, currency: second }',
      ],
    ],
    [
      'a refused bet again, after its rollback was refused beside it',
      { variant: 'unknown-rollback-refused' },
      [
        'makeBet: { id: first, bet: balance + 1 }',
        'together: { steps: [{ resend: first, expect: any }, { rollback: { of: first }, expect: any }] }',
        'resend: first',
        'getBalance: {}',
      ],
    ],
    [
      'rollbacks of an odd id at once, which are refused for their id',
      { variant: 'printable-ids-only' },
      [
        '{ makeBet: { id: first, bet: 5 }, expect: any }',
        '{ makeBet: { id: second, bet: 5, transaction_of: first, alike: emoji }, expect: any }',
        'together: { count: 2, step: { rollback: { of: second }, expect: any } }',
        'getBalance: {}',
      ],
    ],
    [
      'a balance of nothing for a player whom it does not know, while another one has nothing left',
      { alter: opening },
      ['makeBet: { bet: balance }', '{ getBalance: {}, player: unknown, expect: any }', 'getBalance: {}'],
    ],
  ])('has nothing against it: %s', async (_, agent, steps) => expect(await judged(agent, ...steps)).toEqual([]));

  it('is warned where a bet of nothing is refused below zero, among others at once as alone', async () => {
    const steps = [
      'makeBet: { id: first, bet: 0, win: 5 }',
      'makeBet: { bet: balance }',
      'rollback: { of: first }',
      'together: { steps: [{ makeBet: { bet: 5 } }, { makeBet: { bet: 0 } }] }',
    ];
    const broken = await judged({ defect: 'debt-blocks-wins' }, ...steps);

    expect(broken.filter(([id]) => id !== 'RB-13')).toEqual([
      ['BET-20', 'win-refused-below-zero', expect.stringMatching(/while the balance is below zero/)],
    ]);
  });
});
