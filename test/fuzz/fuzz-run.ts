import { systemClock } from '../../src/base/clock.ts';
import { resolveSettings } from '../../src/cli/resolve-settings.ts';
import { tool } from '../../src/formats/package-files.ts';
import { type FuzzOrder, type FuzzResult, runFuzz } from '../../src/fuzz/fuzz.ts';
import { runContextOf } from '../../src/run/agent-client.ts';
import { learning } from '../../src/run/prepare-run.ts';
import { createCourier } from '../../src/wire/create-courier.ts';
import { needsHttp, openExampleInProcess } from '../defects/example-in-process.ts';
import type { Deviation } from '../defects/open-player.ts';
import { exampleToken } from '../defects/play-run.ts';
import { sendTo } from '../run/simulated-run.ts';

const createIds = (): (() => string) => {
  let last = 0;
  return () => {
    last += 1;
    return `x-${last}`;
  };
};

/** Fuzzes the example agent in this process, as `fuzz` does a stranger's. */
export const fuzzExample = async (
  deviation: Deviation,
  order: Pick<FuzzOrder, 'seed' | 'budgetMs' | 'runs'> & Partial<FuzzOrder>,
): Promise<FuzzResult> => {
  const given = await resolveSettings({ token: exampleToken, color: false, seed: order.seed, nonce: `n${order.seed}` });
  const agent = await openExampleInProcess(given, { ...deviation, platformUrl: 'http://127.0.0.1:1' });
  const { callbackUrl } = agent;
  const settings = { ...given, callbackUrl };
  const { signal } = new AbortController();
  const record = (): void => undefined;
  const courier = needsHttp(deviation)
    ? createCourier({ record, clock: systemClock, newId: createIds(), allowPublicTarget: false })
    : undefined;
  const send = courier?.send ?? sendTo(agent.answer, systemClock, 1, settings.nonce);
  const close = async (): Promise<void> => undefined;
  const client = { settings, callbackUrl, send, record, signal, close, known: {}, refusals: () => undefined };
  try {
    return await runFuzz(runContextOf(client, {}), {
      ...{ tool: tool(), strict: false, file: 'fuzz.yaml', tell: () => undefined },
      ...learning,
      ...order,
    });
  } finally {
    courier?.close();
    await agent.close();
  }
};
