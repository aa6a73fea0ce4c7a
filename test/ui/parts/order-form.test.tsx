import { renderToString } from 'preact-render-to-string';
import { adminJsonSchemas } from '../../../src/api/schemas/all-schemas.ts';
import type { Setup } from '../../../src/api/schemas/platform.ts';
import { SelectField } from '../../../src/ui/parts/field.tsx';
import { OrderForm } from '../../../src/ui/parts/order-form.tsx';
import { type Draft, type FormField, orderOf, orderSchemas } from '../../../src/ui/parts/order-schema.ts';
import { store } from '../../../src/ui/parts/store.ts';

const schemas = adminJsonSchemas();

beforeEach(() => {
  orderSchemas.value = { schemas };
  store.setup.value = {} as unknown as Setup;
});
afterEach(() => {
  orderSchemas.value = {};
  store.setup.value = undefined;
});

const made = (name: string, fields: readonly FormField[], draft: Draft, was?: Draft) =>
  orderOf(schemas[name] ?? {}, fields, draft, was);

describe('the order of a form', () => {
  test('has what is filled in, each as its schema has it', () => {
    const fields = [{ name: 'type' }, { name: 'count' }, { name: 'roundFinished' }, { name: 'gameRoundId' }];
    const draft = { type: 'makeBet', count: '10', roundFinished: 'false', gameRoundId: ' ' };
    expect(made('TriggerOrder', fields, draft)).toEqual({ type: 'makeBet', count: 10, roundFinished: false });
  });

  test.each(['1.10', '0.00', 'abc', '-1', '1e5', ' 1.50'])('has the amount %j as text', (bet) => {
    expect(made('TriggerOrder', [{ name: 'bet' }], { bet })).toEqual({ bet: bet.trim() });
  });

  test('keeps the spaces of an id: somebody may want to send them', () => {
    expect(made('TriggerOrder', [{ name: 'playerId' }], { playerId: ' p ' })).toEqual({ playerId: ' p ' });
  });

  test('has no field that the form does not show', () => {
    expect(made('TriggerOrder', [{ name: 'type' }], { type: 'rollback', bet: '1', sessionId: 's' })).toEqual({
      type: 'rollback',
    });
  });

  test('has what stands in a field where nothing was chosen', () => {
    const field = { name: 'gameId', standing: '101' };
    expect([made('PackOrder', [field], {}), made('PackOrder', [field], { gameId: '7' })]).toEqual([
      { gameId: 101 },
      { gameId: 7 },
    ]);
  });

  test('has a group once it is switched on', () => {
    const members = { 'freespins.played': '1', 'freespins.total': '10', 'freespins.isFinish': 'true' };
    const draft = { ...members, 'freespins.accumulatedWin': '2.50' };
    expect(made('TriggerOrder', [{ name: 'freespins' }], draft)).toEqual({});
    expect(made('TriggerOrder', [{ name: 'freespins' }], { ...draft, freespins: 'with' })).toEqual({
      freespins: { played: 1, total: 10, isFinish: true, accumulatedWin: '2.50' },
    });
  });

  test('of a change has what is another; what was emptied is taken away, where that can be said', () => {
    const fields = [{ name: 'callbackUrl' }, { name: 'dialect' }, { name: 'unavailableGames' }];
    const was = { callbackUrl: 'http://x/', dialect: 'php', unavailableGames: '104,105' };
    const changed = (draft: Draft) => made('AgentChange', fields, { ...was, ...draft }, was);
    expect(changed({ callbackUrl: ' http://x/', unavailableGames: '105,104' })).toEqual({});
    expect(changed({ callbackUrl: '' })).toEqual({ callbackUrl: null });
    expect(changed({ unavailableGames: '' })).toEqual({ unavailableGames: [] });
  });
});

const formOf = (schema: string, fields: readonly FormField[], draft: Draft = {}): string =>
  renderToString(
    <OrderForm
      schema={schema}
      fields={fields}
      draft={draft}
      onChange={() => undefined}
      send={async () => undefined}
      submit="Send"
    />,
  );

const isSendable = (markup: string): boolean => !/<button type="submit"[^>]*aria-disabled="true"/.test(markup);

test('nothing is sent before the schema is read, and it is known whose it would be', () => {
  expect(isSendable(formOf('PackOrder', []))).toBe(true);
  orderSchemas.value = {};
  expect(isSendable(formOf('PackOrder', []))).toBe(false);
  orderSchemas.value = { schemas };
  store.setup.value = undefined;
  expect(isSendable(formOf('PackOrder', []))).toBe(false);
});

test('a form that cannot be drawn says why', () => {
  orderSchemas.value = { error: new Error('The platform does not answer.') };
  expect(formOf('PackOrder', [])).toContain('The platform does not answer.');
});

test.each([
  ['a whole number within its limits', 'PackOrder', 'total', '<input type="number" min="1" max="1000" value required '],
  ['an amount as text', 'PackOrder', 'bet', '<input type="text" inputmode="decimal" value required '],
  ['a text', 'TriggerOrder', 'gameRoundId', '<input type="text" value autocomplete'],
  ['its name in words', 'TriggerOrder', 'gameRoundId', '>Game round id<'],
  ['what it is', 'TriggerOrder', 'gameRoundId', 'A new one when left out.'],
  ['one of a list', 'AgentOrder', 'dialect', '<option value="php">php</option>'],
  ['one of a list or none', 'AgentChange', 'dialect', '<option value="php">php</option>'],
  ['yes or no', 'TriggerOrder', 'roundFinished', '<option value="false">no</option>'],
  ['a switch', 'TriggerOrder', 'freespins', '<input type="checkbox"/><span class="label">Freespins'],
])('a field is drawn by its schema: %s', (_, schema, name, markup) => {
  expect(formOf(schema, [{ name }])).toContain(markup);
});

test('a group is drawn with its own fields once it is switched on', () => {
  const group = (draft: Draft) => formOf('TriggerOrder', [{ name: 'freespins' }], draft);
  expect(group({})).not.toContain('Accumulated win');
  expect(group({ freespins: 'with', 'freespins.total': '12' })).toMatch(/max="1000000" value="12".*Accumulated win/);
});

test('games are ticked that are not in the list of those that are not offered', () => {
  const field = { name: 'unavailableGames', look: 'except', options: ['101', '104'] } as const;
  const boxes = formOf('AgentOrder', [field], { unavailableGames: '104' }).match(/<input type="checkbox"[^>]*>/g);
  expect(boxes).toEqual(['<input type="checkbox" checked/>', '<input type="checkbox"/>']);
});

describe('a choice', () => {
  const choice = (value: string, more: { readonly empty?: string; readonly isOpen?: boolean } = {}): string =>
    renderToString(
      <SelectField
        label="Player"
        value={value}
        options={['one', 'two']}
        nameOf={(id) => `the ${id}`}
        onChange={() => undefined}
        {...more}
      />,
    ).replace(/^.*<select>|<\/select>.*$/g, '');

  test('has what is known, worded, and what stands there though nobody knows it', () => {
    expect(choice('one')).toBe('<option selected value="one">the one</option><option value="two">the two</option>');
    expect(choice('x\u202ey')).toContain('<option selected value="x\u202ey">the x\\u{202e}y</option>');
  });

  test('takes any other text where it may', () => {
    expect(choice('one', { isOpen: true })).toContain('>another…</option>');
    expect(choice('one')).not.toContain('another');
  });

  test('names once what is the same as nothing chosen', () => {
    expect(choice('', { empty: 'the one' })).toBe(
      '<option selected value>the one</option><option value="two">the two</option>',
    );
  });
});
