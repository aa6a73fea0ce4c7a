import { expect, it } from '@jest/globals';
import { platformStarter } from './platform-starter.ts';

const start = platformStarter('alice:USD,EUR');

it('means the call itself where what was sent again is sent again, cancelled or forged from', async () => {
  const platform = await start();
  const session = await platform.openSession();
  const bet = await session.makeBet({ bet: 5 });
  const again = await session.resend(await session.resend(bet));
  expect(again.exchange?.requestBody).toBe(bet.exchange?.requestBody);
  const reused = { forged: 'reused', of: again.id } as const;
  expect(await session.makeBet({ bet: 1, signature: reused })).toMatchObject({ ok: true, error: 'invalid_signature' });
  expect(await session.rollback(again)).toMatchObject({ ok: true, balance: '1000.00' });
  await platform.close();
});

it('sends calls that are made concurrently once every act has called or is over', async () => {
  const platform = await start();
  const session = await platform.openSession();
  let isLastAtIt = false;
  const sentBefore: boolean[] = [];
  await session.concurrently(3, async (index) => {
    if (index === 2) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      isLastAtIt = true;
      return;
    }
    await session.makeBet({ bet: 1 });
    sentBefore.push(!isLastAtIt);
    expect(await session.makeBet({ bet: 1 })).toMatchObject({ ok: true });
  });
  expect(sentBefore).toEqual([false, false]);
  expect(await session.getBalance()).toMatchObject({ ok: true, balance: '996.00' });
  await platform.close();
});

it('refuses a wrong call among others, and sends none of them', async () => {
  const platform = await start();
  const session = await platform.openSession();
  const act = async (index: number) => await session.makeBet({ id: `bet ${index}`, bet: index === 0 ? 1 : -1 });
  await expect(session.concurrently(2, act)).rejects.toThrow(
    'The options of bet 1 are wrong: `bet`: an amount cannot be negative, and `-1` is',
  );
  expect(platform.exchanges()).toEqual([]);
  await platform.close();
});

it('says which of the calls that a call names do not fit', async () => {
  const platform = await start();
  const session = await platform.openSession();
  await session.makeBet({ id: 'first', bet: 5 });
  const forged = { forged: 'reused', of: 'second' } as const;
  await expect(session.makeBet({ id: 'third', bet: 1, signature: forged })).rejects.toThrow(
    'The options of third are wrong: no earlier call has the id `second`',
  );
  const undone = await session.rollback('first', { id: 'undone' });
  await expect(session.resend(undone, { as: 'conflict' })).rejects.toThrow('`undone` is a rollback: it has no amounts');
  await expect(session.makeBet({ id: 'first', bet: 1 })).rejects.toThrow('The id "first" is given twice.');
  await expect(session.concurrently(2, async () => await session.makeBet({ id: 'twin', bet: 1 }))).rejects.toThrow(
    'The id "twin" is given twice.',
  );
  await platform.close();
});

it('takes options as JSON has them, and none that JSON would lose', async () => {
  const platform = await start();
  const session = await platform.openSession();
  const plain = await session.makeBet({ bet: 1, fields: { language: undefined, note: new Date(0) } });
  expect(JSON.parse(plain.exchange?.requestBody ?? '')).toMatchObject({
    language: 'en',
    note: '1970-01-01T00:00:00.000Z',
  });
  await expect(session.makeBet({ bet: 1e200 })).rejects.toThrow('expected an amount such as 10.5');
  await expect(session.makeBet({ bet: 1, fields: JSON.parse('{"__proto__":1}') })).rejects.toThrow(
    'the key `__proto__` cannot be used',
  );
  await platform.close();
});

it('tells a finding of what the platform sends by itself with the calls that it names', async () => {
  const platform = await start('text-balance');
  const response = await fetch(`${platform.url}/__admin/trigger`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'getBalance', playerId: 'alice', currency: 'USD' }),
  });
  expect(response.status).toBe(200);
  expect(platform.findings().map(({ code }) => code)).toEqual(['balance-not-a-number']);
  expect(() => platform.assertConforms()).toThrow(/1 {2}getBalance +200 "1000"/);
  await platform.close();
});
