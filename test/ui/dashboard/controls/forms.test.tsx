import { renderToString } from 'preact-render-to-string';
import type { Setup } from '../../../../src/api/schemas/platform.ts';
import { faultLimits } from '../../../../src/spec/fault.ts';
import { emptyFaultDraft, type FaultDraft } from '../../../../src/ui/dashboard/controls/fault-draft.ts';
import { FaultFields } from '../../../../src/ui/dashboard/controls/fault-section.tsx';
import { PackForm, packOrderOf } from '../../../../src/ui/dashboard/controls/pack-section.tsx';
import { store } from '../../../../src/ui/parts/store.ts';

const setup = {
  players: [{ id: 'player-1', username: 'One', currencies: ['EUR', 'USD'], language: 'en' }],
  games: [{ id: 101, title: 'Lucky Lanterns' }],
} as unknown as Setup;

afterEach(() => {
  store.setup.value = undefined;
});

const isSendable = (markup: string): boolean => !/<button type="submit"[^>]*aria-disabled="true"/.test(markup);

test('a pack is not granted before it is known whose it would be', () => {
  expect(isSendable(renderToString(<PackForm />))).toBe(false);
  store.setup.value = setup;
  expect(isSendable(renderToString(<PackForm />))).toBe(true);
});

test('what is left out of a pack is that of the first player and the first game', () => {
  expect(packOrderOf({ total: '3', bet: ' 1.50 ' }, setup)).toEqual({
    playerId: 'player-1',
    currency: 'EUR',
    gameId: 101,
    total: 3,
    bet: '1.50',
  });
});

test('what is typed for a pack counts', () => {
  const draft = { playerId: 'p', currency: 'JPY', gameId: 7, total: '10', bet: '1' };
  expect(packOrderOf(draft, setup)).toEqual({ ...draft, total: 10 });
});

const faultFields = (change: Partial<FaultDraft>): string =>
  renderToString(<FaultFields draft={{ ...emptyFaultDraft, ...change }} onChange={() => undefined} />);

test('a fault has the fields that it takes, within the limits of the platform', () => {
  const { delayMs, times } = faultLimits;
  const limits = (markup: string) =>
    [...markup.matchAll(/min="(\d+)" max="(\d+)"/g)].map(([, ...found]) => found.map(Number));
  expect(limits(faultFields({}))).toEqual([[times.least, times.most]]);
  expect(limits(faultFields({ fault: 'delayed' }))).toEqual([
    [delayMs.least, delayMs.most],
    [times.least, times.most],
  ]);
});

test('a refusal is chosen by its code, and says what it means', () => {
  const markup = faultFields({ direction: 'operation', fault: 'refused', code: 'game_not_found' });
  expect(markup).toContain('HTTP 404.');
  expect(markup).toContain('<option selected value="game_not_found">');
});
