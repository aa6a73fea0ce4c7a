import { afterEach } from '@jest/globals';
import { type PlatformOptions, startPlatform, type TestPlatform } from '../../src/testing/testing.ts';
import { createWallet, type Defect } from './wallet.ts';

type StartPlatform = (defect?: Defect, options?: Partial<PlatformOptions>) => Promise<TestPlatform>;

/** Starts platforms beside a wallet; each is closed after its test, whatever was found by then. */
export const platformStarter = (...players: readonly string[]): StartPlatform => {
  const open: TestPlatform[] = [];
  afterEach(async () => {
    for (const platform of open.splice(0)) await platform.close().catch(() => undefined);
  });
  return async (defect, options = {}) => {
    const agent = { app: createWallet({ defect }) };
    const platform = await startPlatform({ agent, players, ...options });
    open.push(platform);
    return platform;
  };
};
