import type { ExitCode } from '../../contract/walletproof-error.ts';
import type { RunOptions } from '../common-options.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { runAndReport } from '../run-and-report.ts';
import { startExampleAgent } from '../start-example-agent.ts';
import { shippedScenarios } from './test.ts';

/** What the example agent can be made to do. */
export interface DemoOptions extends RunOptions {
  readonly defect?: string;
  readonly variant?: string;
}

/**
 * The whole suite against the bundled example agent, which knows a second agent's token too. With a
 * defect the run is strict: whatever the level of the requirement, the breach is to be seen.
 */
export const demo = async (options: DemoOptions): Promise<ExitCode> => {
  const deviation = [
    ...(options.defect === undefined ? [] : ['--defect', options.defect]),
    ...(options.variant === undefined ? [] : ['--variant', options.variant]),
  ];
  const settings = await resolveSettings({ ...options, token: options.token ?? exampleToken });
  const agent = await startExampleAgent([
    ...['--agent-id', String(settings.agent.id), '--token', settings.agent.token],
    ...['--other-token', settings.otherToken],
    ...settings.players.flatMap(({ id, currencies }) => [
      '--player',
      `${id}:${currencies.map((currency) => `${currency}=1000.00`).join(',')}`,
    ]),
    ...deviation,
  ]);
  try {
    return await runAndReport({
      settings: { ...settings, callbackUrl: agent.callbackUrl },
      options: options.defect === undefined ? options : { ...options, strict: true },
      scenarios: await shippedScenarios(),
      rerun: ['walletproof', 'demo', ...deviation],
      hooks: {
        restart: async () => {
          await agent.restart();
          return undefined;
        },
      },
    });
  } finally {
    await agent.close();
  }
};

const exampleToken = 'example-token';
