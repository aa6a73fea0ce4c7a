import { adminJsonSchemas } from '../../../../src/api/schemas/all-schemas.ts';
import type { Setup } from '../../../../src/api/schemas/platform.ts';
import { moveMs } from '../../../../src/ui/dashboard/controls/controls-page.tsx';
import { emptyFault, faultFields, faultText } from '../../../../src/ui/dashboard/controls/fault-section.tsx';
import { packFields } from '../../../../src/ui/dashboard/controls/pack-section.tsx';
import { type Draft, orderOf } from '../../../../src/ui/parts/order-schema.ts';
import { store } from '../../../../src/ui/parts/store.ts';

const schemas = adminJsonSchemas();

beforeEach(() => {
  store.setup.value = {
    players: [{ id: 'player-1', username: 'One', currencies: ['EUR', 'USD'], language: 'en' }],
    games: [{ id: 103, title: 'Blackjack', freespins: false }, { id: 104 }, { id: 101, title: 'Lucky Lanterns' }],
    unavailableGames: [104],
  } as unknown as Setup;
});
afterEach(() => {
  store.setup.value = undefined;
});

const pack = (draft: Draft) => orderOf(schemas['PackOrder'] ?? {}, packFields(draft), draft);

test('what is left out of a pack is that of the first player and the first game that takes one', () => {
  expect(pack({ total: '3', bet: ' 1.50 ' })).toEqual({
    ...{ playerId: 'player-1', currency: 'EUR', gameId: 101, total: 3, bet: '1.50' },
  });
});

test('games are offered, by their titles, that take packs and that the agent has', () => {
  const game = packFields({}).find(({ name }) => name === 'gameId');
  expect(game?.options?.map((id) => game.nameOf?.(id))).toEqual(['Lucky Lanterns']);
});

const fault = (change: Draft) => {
  const draft = { ...emptyFault, ...change };
  return orderOf(schemas['FaultOrder'] ?? {}, faultFields(draft), draft);
};

test('a fault has the fields that it takes', () => {
  expect(fault({ on: 'makeBet', times: '3' })).toEqual({
    ...{ direction: 'callback', fault: 'answer-lost', on: 'makeBet', times: 3 },
  });
  const refused = { direction: 'operation', fault: 'refused', code: 'game_not_found' } as const;
  expect(fault({ ...refused, times: ' ' })).toEqual(refused);
  expect(fault({ direction: 'operation', fault: 'delayed', delayMs: '250', times: '' })).toEqual({
    ...{ direction: 'operation', fault: 'delayed', delayMs: 250 },
  });
});

const fieldOf = (name: string, change: Draft = {}) =>
  faultFields({ ...emptyFault, ...change }).find((field) => field.name === name);

test('the other direction has calls and a fault of its own, on every call', () => {
  expect(fieldOf('direction', { on: 'makeBet' })?.also?.('operation')).toEqual({ fault: 'refused', on: '' });
  expect(fieldOf('direction', { fault: 'delayed' })?.also?.('operation')).toEqual({ fault: 'delayed', on: '' });
  expect(fieldOf('on')?.options).toContain('makeBet');
  expect(fieldOf('on', { direction: 'operation' })?.options).not.toContain('makeBet');
  expect(fieldOf('on', { direction: 'operation' })?.options).toContain('get_game_link');
});

test('a refusal says what it means', () => {
  expect(fieldOf('code', { fault: 'refused', code: 'game_not_found' })?.help).toBe(
    'HTTP 404. No game has this game_id.',
  );
});

test.each([
  ['6m', 360_000],
  ['-1.5h', -5_400_000],
  ['−2 s', -2_000],
  ['+0,5m', 30_000],
  ['soon', undefined],
  ['', undefined],
  ['1e9h', undefined],
])('a move by %j is %j ms', (written, ms) => {
  expect(moveMs(written)).toBe(ms);
});

test.each([
  [{ direction: 'callback', fault: 'answer-lost', times: 1 }, "the next callback's answer is lost"],
  [
    { direction: 'callback', fault: 'answer-lost', on: 'makeBet' },
    "every makeBet's answer is lost until it is switched off",
  ],
  [{ direction: 'callback', fault: 'wrong-signature', times: 3 }, 'the next 3 callbacks are signed wrong'],
  [{ direction: 'callback', fault: 'delayed', delayMs: 250, times: 4 }, 'the next 4 callbacks wait 250 ms'],
  [
    { direction: 'operation', fault: 'refused', code: 'game_not_found' },
    'every request is refused with game_not_found until it is switched off',
  ],
  [
    { direction: 'operation', fault: 'delayed', on: 'get_game_link', times: 1 },
    "the agent's next get_game_link request's answer waits 1000 ms",
  ],
  [{ direction: 'operation', fault: 'dropped', times: 2 }, "the agent's next 2 requests get no answer"],
] as const)('%j', (fault, text) => {
  expect(faultText(fault)).toBe(text);
});
