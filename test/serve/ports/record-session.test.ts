import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { composeLetter } from '../../../src/callbacks/compose-message.ts';
import { defaultConfiguration } from '../../../src/formats/default-configuration.ts';
import { recordSession } from '../../../src/serve/record-session.ts';
import { getBalance } from '../../callbacks/sample-callbacks.ts';
import { exchangeNumber } from '../../journal/sample-exchanges.ts';
import type { OpenHouse } from '../open-house.ts';
import { openHouse } from '../open-house.ts';

let open: OpenHouse;
beforeEach(async () => {
  open = await openHouse();
});
afterEach(async () => await open.close());

const record = async (order: Parameters<OpenHouse['ports']['scenarios']['record']>[0]) =>
  await open.ports.scenarios.record(order);

const bet = async (sessionId: string): Promise<string> => {
  const order = { type: 'makeBet' as const, sessionId, bet: '1' };
  const [id = ''] = (await open.ports.callbacks.trigger(order)).exchangeIds;
  return id;
};

it('is called as it is asked to be, else by when it began', async () => {
  const id = await bet('s');
  expect((await record({ sessionId: 's', title: 'Mine' })).title).toBe('Mine');
  const { title } = await record({ exchangeIds: [id] });
  expect(title).toMatch(/^Recorded on \d{4}-\d\d-\d\d \d\d:\d\d$/);
});

it('is none of a session that has no callbacks', async () => {
  await expect(record({ sessionId: 'nobody' })).rejects.toMatchObject({
    code: 'usage',
    message: 'The session nobody has no callbacks yet.',
  });
});

it('is none of what a run sent, or the agent', async () => {
  const recorder = open.house.recorder;
  recorder.record(exchangeNumber(1, { origin: 'run' }));
  recorder.record(exchangeNumber(2, { direction: 'operation', kind: 'list' }));
  await expect(record({ exchangeIds: ['x-1', 'x-2', 'x-3', '__proto__'] })).rejects.toMatchObject({
    code: 'usage',
    message: 'None of these exchanges is a callback of a game or by hand.',
  });
});

it('takes an exchange once, however often it is named', async () => {
  const id = await bet('s');
  let taken = 0;
  const standingOf = () => {
    taken += 1;
    return 'valid' as const;
  };
  await recordSession({ exchangeIds: [id, id] }, { journal: open.ports.journal, standingOf });
  expect(taken).toBe(1);
});

it('reads a signature by the token of the agent that it was made for', async () => {
  await open.close();
  const other = { id: 1003, token: 'token-of-another-agent', unavailableGames: [], players: [] };
  const { agents } = defaultConfiguration;
  open = await openHouse({
    configuration: { ...defaultConfiguration, agents: [...agents, other] },
  });
  const callback = { ...getBalance, agentId: 1003 };
  const { url, headers, body } = composeLetter(callback, {
    url: '',
    token: other.token,
    timeoutMs: 1,
  });
  const request = { method: 'POST', url, headers, body };
  open.house.recorder.record(
    exchangeNumber(1, { kind: 'getBalance', request, subject: { agentId: 1003 } }),
  );
  const { yaml, notes } = await record({ exchangeIds: ['x-1'] });
  expect([yaml, ...notes].join()).not.toContain('wrong');
});
