import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Amount, amountOf, renderAmount, zero } from '../../src/base/money.ts';
import type { Round } from '../../src/spec/game-page.ts';
import { defaultQuirks, quirks } from '../../src/spec/quirks.ts';
import type { Weather } from './create-fake-agent.ts';
import { crash, type OpenGames, openGames, slot } from './open-games.ts';

const refused: Weather = { kind: 'refused', code: 'internal_error', message: 'x' };

const weather = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Weather>('fair') },
  fc.constantFrom<Weather>('never-arrived', 'processed-unheard', 'rolled-back', refused),
);

const action = fc.constantFrom('bet', 'bet', 'bet', 'cash-out', 'cash-out', 'force', 'balance');

const step = fc.record({
  action,
  stake: fc.constantFrom('0.01', '1', '3.33', '70'),
  at: fc.constantFrom('1.01', '1.5', '2.37'),
  outcome: fc.constantFrom('win', 'lose', 'decimals', 'bonus', 'rollback', 'answer-lost'),
  amount: fc.constantFrom('0.7', '2', '9.99'),
});

const play = fc.record({
  gameId: fc.constantFrom(slot, crash),
  packWin: fc.constantFrom(...quirks.packWin.values),
  packs: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  steps: fc.array(step, { minLength: 1, maxLength: 20 }),
  forecast: fc.array(weather, { maxLength: 40 }),
  seed: fc.string({ maxLength: 5 }),
});

type Play = typeof play extends fc.Arbitrary<infer P> ? P : never;

/** What a round must have moved; undefined where nobody can know. */
const movedBy = ({ state, stake, win }: Round): Amount | undefined => {
  if (state === 'unclear') return undefined;
  if (state === 'rolled-back') return zero;
  return amountOf(win).minus(stake);
};

const playAll = async (open: OpenGames, { gameId, packs, steps, forecast }: Play) => {
  for (const count of packs) await open.grant({ game_id: gameId, count, bet: 0.25 });
  const link = await open.openLink();
  open.agent.forecast = [...forecast];
  for (const { action: name, ...body } of steps) {
    const { round } = await open.ask(link, 'balance');
    await open.ask(link, name, { ...body, roundId: round?.roundId });
  }
  open.agent.forecast = [];
  // What is still on its way arrives.
  const { round } = await open.ask(link, 'balance');
  for (const at of ['1.5', '1.5']) {
    await open.ask(link, 'cash-out', { roundId: round?.roundId, at });
  }
  return open.ask(link, 'balance');
};

const checkMoney = (open: OpenGames, history: readonly Round[]) => {
  const moved = open.agent.wallet.moved();
  for (const round of history.filter(({ freeSpin }) => freeSpin === undefined)) {
    const due = movedBy(round);
    const was = moved.get(round.roundId) ?? zero;
    moved.delete(round.roundId);
    if (due !== undefined) expect([round, renderAmount(was)]).toEqual([round, renderAmount(due)]);
  }
  // What is left was for packs.
  const paid = [...moved.values()].reduce((sum, win) => sum.plus(win), zero);
  const won = open.platform.packs
    .list()
    .filter(({ status }) => status === 'finished')
    .reduce((sum, { accumulatedWin }) => sum.plus(accumulatedWin), zero);
  return { paid, won };
};

it('every round has moved what the history says, and every finished pack was paid', async () => {
  const check = async (run: Play) => {
    const { gameId, packWin, seed } = run;
    const setup = {
      launch: { game_id: gameId },
      options: { quirks: { ...defaultQuirks, packWin } },
      seed,
    };
    const open = await openGames(setup);
    try {
      const { history } = await playAll(open, run);
      const { paid, won } = checkMoney(open, history);
      if (packWin !== 'per-spin') expect(renderAmount(paid)).toBe(renderAmount(won));
      else expect(paid.gte(won)).toBe(true);
      expect(open.errors).toEqual([]);
    } finally {
      await open.close();
    }
  };
  await fc.assert(fc.asyncProperty(play, check), { numRuns: 60, seed: 5 });
});
