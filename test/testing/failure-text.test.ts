import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import {
  type AgentOptions,
  type CallbackResult,
  ConformanceError,
  conformanceTests,
  startPlatform,
} from '../../src/testing/testing.ts';
import { createWallet } from './wallet.ts';

const debitedTwice = async (agent: AgentOptions): Promise<CallbackResult> => {
  await using platform = await startPlatform({
    agent,
    players: ['alice:USD'],
    onFinding: 'ignore',
  });
  const session = await platform.openSession();
  return await session.resend(await session.makeBet({ bet: 5 }));
};

const thrownBy = (act: () => void): ConformanceError => {
  try {
    act();
  } catch (error) {
    if (error instanceof ConformanceError) return error;
  }
  throw new Error('No ConformanceError was thrown.');
};

it('begins with the requirement, and names no file and no address that are gone after the test', async () => {
  const again = await debitedTwice({ app: createWallet({ defect: 'double-debit' }) });
  const text = again.explain();
  expect(text).toMatch(/^IDEM-01: a repeated makeBet moved money again\n\n.*\n.*\n {2}2 {2}makeBet bet-1 again/);
  expect(text).toMatch(/where to look .*\n.*moves the money\.\n/);
});

it('tells how to try an agent again that goes on running', async () => {
  const server = createServer(createWallet({ defect: 'double-debit' }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
  const [exactRepeat] = conformanceTests({ only: 'IDEM-01' });
  const platform = await startPlatform({ agent: { url }, players: ['alice:USD'] });
  await expect(exactRepeat?.run(platform)).rejects.toThrow(`run only this\n  walletproof test ${url} --only IDEM-01`);
  await platform.close();
  server.close();
});

it('has the calls of the test in its stack, and none of the library', async () => {
  const again = await debitedTwice({ app: createWallet({ defect: 'double-debit' }) });
  const { stack = '', message } = thrownBy(() => again.assertConforms());
  expect(stack.startsWith(`ConformanceError: ${message}\n`)).toBe(true);
  expect(stack).toContain('failure-text.test.ts');
  expect(stack).not.toContain('/src/testing/');
});

it('leaves its findings to who asks for them: test runners print the fields of an error', async () => {
  const again = await debitedTwice({ app: createWallet({ defect: 'double-debit' }) });
  const error = thrownBy(() => again.assertConforms());
  expect(error.findings[0]?.requirement).toBe('IDEM-01');
  expect(Object.keys(error)).toEqual(['name']);
});

it('says which option of a call is wrong, what to write, and where the test has it', async () => {
  await using platform = await startPlatform({
    agent: { app: createWallet() },
    players: ['alice:USD'],
  });
  const session = await platform.openSession();
  const mistyped = session.makeBet({ bet: 1, signatur: 'wrong' } as never);
  const error = await mistyped.catch((thrown: unknown) => thrown as Error);
  expect(error).toMatchObject({
    message: 'The options of bet-1 are wrong: unknown key `signatur` (did you mean `signature`?)',
  });
  expect((error as Error).stack).toContain('Correct them: they are those of a step');
  const awaited = async () => await session.makeBet({ bet: 'many' });
  const other = await awaited().catch((thrown: unknown) => thrown as Error);
  expect((other as Error).stack).toContain('failure-text.test.ts');
});
