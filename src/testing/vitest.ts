import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RegisterOptions, registerConformanceTests } from './conformance-tests.ts';
import { matchers, type WalletMatchers } from './matchers.ts';
import type { PlatformOptions } from './options.ts';
import type { PlatformSession } from './sessions.ts';
import { startPlatform, type TestPlatform } from './start-platform.ts';

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: as Vitest declares it
  interface Assertion<T = any> extends WalletMatchers<void> {}
}

expect.extend(matchers);

/** What a test of `walletTest` is given. */
export interface WalletFixtures {
  /** Started for the test, and closed after it: a finding that nobody looked at fails it. */
  readonly platform: TestPlatform;
  /** Of the first player, in the main currency. */
  readonly session: PlatformSession;
}

const testWith = (options: PlatformOptions | undefined) =>
  test.extend<WalletFixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures here
    platform: async ({}, use) => {
      const platform = await startPlatform(options ?? ({} as PlatformOptions));
      await use(platform);
      await platform.close();
    },
    session: async ({ platform }, use) => {
      await use(await platform.openSession());
    },
  });

/** A `test` of Vitest that has a platform. */
export type WalletTest = ReturnType<typeof testWith> & {
  /** The same for this agent: `walletTest.with({ agent: { app }, players: ['alice:USD'] })`. */
  with(options: PlatformOptions): WalletTest;
  /** Registers the conformance suite; one platform for all of it. */
  conformance(options?: RegisterOptions): void;
};

const createWalletTest = (options: PlatformOptions | undefined): WalletTest =>
  Object.assign(testWith(options), {
    with: createWalletTest,
    conformance: (order: RegisterOptions = {}): void => {
      describe('conformance', () => {
        let platform: TestPlatform | undefined;
        beforeAll(async () => {
          platform = await startPlatform(options ?? ({} as PlatformOptions));
        });
        afterAll(async () => await platform?.close());
        registerConformanceTests(test, () => started(platform), order);
      });
    },
  });

const started = (platform: TestPlatform | undefined): TestPlatform => {
  if (platform === undefined) throw new TypeError('The platform was not started.');
  return platform;
};

/** `walletTest.with({ agent, players })('name', async ({ platform, session }) => { … })`. */
export const walletTest: WalletTest = createWalletTest(undefined);
