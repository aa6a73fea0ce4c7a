import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type PlatformSession, startPlatform } from '../../src/testing/testing.ts';
import { platformStarter } from './platform-starter.ts';
import { createWallet } from './wallet.ts';

const start = platformStarter('alice:USD,EUR', 'bob:USD');

it('judges bets, repeats, rollbacks and refusals of a right wallet as right', async () => {
  const platform = await start();
  const session = await platform.openSession({ player: 'alice', currency: 'USD', game: 101 });
  const bet = await session.makeBet({ bet: 5, win: 2 });
  expect(bet).toMatchObject({ ok: true, verdict: 'right', balance: '997.00', expected: '997.00' });
  expect(await session.resend(bet)).toMatchObject({ ok: true, balance: '997.00' });
  expect(await session.rollback(bet)).toMatchObject({ ok: true, balance: '1000.00' });
  const refused = await session.makeBet({ bet: 'balance + 0.01' });
  expect(refused).toMatchObject({ ok: true, error: 'insufficient_balance', status: 400 });
  expect(await session.getBalance()).toMatchObject({ ok: true, balance: '1000.00' });
  await platform.close();
});

it('finds a second debit of the same transaction by name', async () => {
  const platform = await start('double-debit');
  const session = await platform.openSession();
  const bet = await session.makeBet({ bet: 5, win: 2 });
  const again = await session.resend(bet);
  expect(again).toMatchObject({ verdict: 'wrong', requirement: 'IDEM-01', balance: '994.00' });
  expect(again.findings[0]?.code).toBe('double-application');
  expect(() => again.assertConforms()).toThrow(/994\.00 = 997\.00 - 3\.00\. .* was debited twice/);
});

it('sends a call again with a new request_id, by either name', async () => {
  const platform = await start();
  const session = await platform.openSession();
  const bet = await session.makeBet({ bet: 5, win: 2 });
  const sent = [bet];
  for (const as of ['exact', 'new-request-id', 'resigned'] as const) sent.push(await session.resend(bet, { as }));
  expect(sent.map(({ balance }) => balance)).toEqual(['997.00', '997.00', '997.00', '997.00']);
  const [first, ...again] = sent.map(({ exchange }) => JSON.parse(exchange?.requestBody ?? '{}').request_id);
  expect(again[0]).toBe(first);
  expect(new Set([first, ...again]).size).toBe(3);
  await platform.close();
});

it('finds a win that a rollback leaves with the player', async () => {
  const platform = await start('kept-win');
  const session = await platform.openSession();
  const undone = await session.rollback(await session.makeBet({ bet: 5, win: 2 }));
  expect(undone.findings.map(({ code }) => code)).toEqual(['win-not-reverted']);
});

it('finds duplicates that are applied when they come at once', async () => {
  const platform = await start('race');
  const session = await platform.openSession();
  const results = await session.concurrently(5, async (index) =>
    index === 0 ? await session.makeBet({ id: 'first', bet: 1 }) : await session.resend('first'),
  );
  expect(results.map(({ verdict }) => verdict)).toEqual(Array(5).fill('wrong'));
  expect(results[0]?.findings[0]?.code).toBe('double-application');
});

it('finds a balance that no call explains once it comes back', async () => {
  const platform = await start('wrong-arithmetic');
  const bet = await (await platform.openSession()).makeBet({ bet: 5 });
  expect(bet.findings[0]).toMatchObject({ code: 'wrong-balance', expected: '995.00' });
});

it('accuses nobody when the test itself moves money', async () => {
  const app = createWallet();
  const platform = await start(undefined, { agent: { app } });
  const session = await platform.openSession();
  await session.makeBet({ bet: 5 });
  app.cents['alice USD'] = 77_700;
  const bet = await session.makeBet({ bet: 5 });
  expect(bet).toMatchObject({ verdict: 'unjudged', findings: [] });
  expect(() => bet.assertConforms()).toThrow(/which no call explains/);
  expect(await session.makeBet({ bet: 5 })).toMatchObject({ ok: true });
  await platform.close();
});

it('has the options of scenarios', async () => {
  const platform = await start();
  const session = await platform.openSession();
  const lost = await session.makeBet({ bet: 1, fault: 'drop-response' });
  expect(lost).toMatchObject({ verdict: 'unjudged', balance: undefined });
  expect(await session.resend(lost)).toMatchObject({ ok: true, balance: '999.00' });
  const unsigned = await session.makeBet({ bet: 1, signature: 'none' });
  expect(unsigned).toMatchObject({ ok: true, error: 'invalid_signature' });
  const tampered = await session.makeBet({ bet: 1, tamper: { bet: 2 } });
  expect(tampered).toMatchObject({ ok: true, error: 'invalid_signature' });
  await expect(session.makeBet({ bet: 1, signatur: 'wrong' } as never)).rejects.toThrow(/signatur/);
  await platform.close();
});

it('throws at reset and at close what no assertion looked at', async () => {
  const platform = await start('double-debit');
  const break_ = async (): Promise<void> => {
    const session = await platform.openSession();
    await session.resend(await session.makeBet({ bet: 5 }));
  };
  await break_();
  expect(() => platform.reset()).toThrow(/no assertion looked at[\s\S]*IDEM-01/);
  expect(() => platform.reset()).not.toThrow();
  await break_();
  await expect(platform.close()).rejects.toThrow(/IDEM-01/);
});

it('throws nothing that was looked at, or that is to be ignored', async () => {
  const platform = await start('double-debit');
  const session = await platform.openSession();
  expect((await session.resend(await session.makeBet({ bet: 5 }))).verdict).toBe('wrong');
  platform.reset();
  const ignoring = await start('double-debit', { onFinding: 'ignore' });
  const other = await ignoring.openSession();
  await other.resend(await other.makeBet({ bet: 5 }));
  await ignoring.close();
});

it('never shows the token in what it throws', async () => {
  const token = 'a-secret-that-nobody-may-see';
  const platform = await start(undefined, {
    agent: { app: createWallet({ token, defect: 'double-debit' }), token },
  });
  const session = await platform.openSession();
  const again = await session.resend(await session.makeBet({ bet: 5, tamper: { language: token } }));
  expect(`${again.explain()}${JSON.stringify(platform.exchanges())}`).not.toContain(token);
  again.verdict;
});

it('finds nothing in any sequence of calls to a right wallet', async () => {
  const platform = await start();
  await fc.assert(
    fc.asyncProperty(fc.array(calls, { minLength: 1, maxLength: 8 }), async (wanted) => {
      const sessions = [await platform.openSession(), await platform.openSession({ player: 'bob' })];
      const made: string[] = [];
      for (const [index, call] of wanted.entries()) {
        const session = sessions[call.who];
        if (session !== undefined) await perform(session, call, made, index);
      }
      expect(platform.findings()).toEqual([]);
      platform.reset();
    }),
    { numRuns: 25, seed: 13 },
  );
  await platform.close();
});

const calls = fc.record({
  kind: fc.constantFrom('bet', 'again', 'rollback', 'balance', 'race', 'lost'),
  who: fc.nat(1),
  cents: fc.nat(3_000),
});

const perform = async (
  session: PlatformSession,
  { kind, cents }: { readonly kind: string; readonly cents: number },
  made: string[],
  index: number,
): Promise<void> => {
  const earlier = made[cents % Math.max(made.length, 1)];
  const bet = async (options = {}): Promise<void> => {
    made.push((await session.makeBet({ bet: cents / 100, win: (cents % 7) / 10, ...options })).id);
  };
  if (kind === 'bet') await bet();
  if (kind === 'lost') await bet({ fault: 'drop-response' });
  if (kind === 'balance') await session.getBalance();
  if (kind === 'again' && earlier !== undefined) await session.resend(earlier);
  if (kind === 'rollback') await session.rollback(earlier);
  if (kind !== 'race') return;
  await session.concurrently(3, async (at) =>
    at === 0 ? await session.makeBet({ id: `race-${index}`, bet: 1 }) : await session.getBalance(),
  );
};

it('runs fifty platforms side by side', async () => {
  const platforms = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => await start(index === 7 ? 'double-debit' : undefined)),
  );
  const verdicts = await Promise.all(
    platforms.map(async (platform) => {
      const session = await platform.openSession();
      const bet = await session.makeBet({ bet: 5 });
      return (await session.resend(bet)).verdict;
    }),
  );
  expect(verdicts.flatMap((verdict, index) => (verdict === 'right' ? [] : [index]))).toEqual([7]);
});

it.each([
  [{ players: ['alice'] }, /No agent is given/],
  [{ agent: { app: createWallet() }, players: [] }, /No players/],
  [{ agent: { app: createWallet() }, players: ['alice: USD'] }, /"alice: USD" names no player/],
  [{ agent: { app: createWallet() }, players: ['alice'], onFindings: 'error' }, /no option "onFindings"/],
  [{ agent: { app: {} }, players: ['alice'] }, /is no application/],
  [{ agent: { url: 'nowhere' }, players: ['alice'] }, /is not a callback URL/],
])('refuses wrong options: %#', async (options, message) => {
  await expect(startPlatform(options as never)).rejects.toThrow(message);
});
