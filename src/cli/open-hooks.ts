import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import { plainText } from '../base/visible-text.ts';
import type { LaunchHook } from '../formats/configuration.ts';
import { loadGames } from '../formats/load-files.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { secretsOf } from '../run/agent-client.ts';
import type { RunHooks } from '../run/run-context.ts';
import { type Selection, selectRequirements, selectScenarios } from '../run/select.ts';
import { kindsOfSteps } from '../run/steps.ts';
import { type LaunchPlatform, openLaunchPlatform, type PlatformAddress } from '../serve/launch-platform.ts';
import { createTokenMask } from '../signing/mask-tokens.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import { checkTarget } from '../wire/check-target.ts';
import { createCourier } from '../wire/create-courier.ts';
import { errorText } from './exit-code.ts';
import { launchByHook } from './launch-hook.ts';
import { log } from './output.ts';
import type { Settings } from './resolve-settings.ts';

interface HooksOptions {
  readonly settings: Settings;
  /** Opens the platform that the agent asks for links. */
  readonly openPlatform: () => Promise<LaunchPlatform>;
  /** Without the platform there is nothing to play; else only sessions that the agent knows are missing. */
  readonly isPlatformNeeded: boolean;
  /** How long a refused agent is watched that seems to have given up, milliseconds. */
  readonly watchMs: number;
  readonly allowPublicTarget: boolean;
  readonly record: RecordExchange;
  /** The run in the history of a platform; absent where there is none. */
  readonly runId?: string;
  readonly signal: AbortSignal;
}

/** What a run may ask of the surroundings of the agent, until it is closed. */
export interface OpenHooks {
  readonly hooks: RunHooks;
  close(): Promise<void>;
}

/** Opens what the configuration has; a WalletproofError where the platform or a target may not be. */
export const openHooks = async (options: HooksOptions): Promise<OpenHooks> => {
  const { settings, isPlatformNeeded, signal } = options;
  const { restart, launch } = settings.configuration.hooks;
  const launching =
    launch === undefined
      ? undefined
      : await openLaunching(launch, options).catch((error: unknown) => {
          if (isPlatformNeeded) throw error;
          return undefined;
        });
  return {
    hooks: {
      restart: restart === undefined ? undefined : async () => await runShell(restart, signal),
      launch: launching?.launch,
      clock: launching?.clock,
    },
    close: async () => await launching?.close(),
  };
};

const openLaunching = async (
  hook: LaunchHook,
  { settings, openPlatform, watchMs, allowPublicTarget, record, runId, signal }: HooksOptions,
) => {
  const forbidden = await checkTarget(hook.url, { allowPublicTarget });
  if (forbidden !== undefined) throw forbidden;
  const platform = await openPlatform();
  const courier = createCourier({
    // The call of a hook is no callback: it is not kept, and nobody asks for its id.
    record: () => undefined,
    allowPublicTarget,
    clock: systemClock,
    newId: () => 'launch',
  });
  const mask = createTokenMask(secretsOf(settings));
  return {
    clock: platform.clock,
    launch: launchByHook({
      hook,
      platform,
      courier,
      mask,
      record,
      runId,
      clock: systemClock,
      signal,
      watchMs,
    }),
    close: async () => {
      courier.close();
      await platform.close();
    },
  };
};

/** How long a hook may take, milliseconds. */
const hookTimeoutMs = 120_000;

/** Runs the command in a shell; why it failed, undefined when it did not. */
const runShell = async (command: string, signal: AbortSignal): Promise<string | undefined> => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(hookTimeoutMs)]);
  const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'pipe'], signal: limit });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-500);
  });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return undefined;
    return plainText(`hooks.restart (${command}) ended with ${code ?? 'a signal'}. ${complaint}`);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return plainText(`hooks.restart (${command}) could not be run: ${said}`);
  }
};

/** The platform that the agent of these settings asks for links during a run. */
export const openPlatform = async (
  { configuration, agent, seed, nonce }: Settings,
  address: PlatformAddress,
): Promise<LaunchPlatform> => {
  const others = configuration.agents.filter(({ id }) => id !== agent.id);
  return await openLaunchPlatform({
    host: address.host,
    port: address.port,
    publicUrl: address.publicUrl,
    agents: [agent, ...others],
    games: async () => await loadGames(configuration.games),
    quirks: configuration.quirks,
    hosts: configuration,
    clock: systemClock,
    dice: createDice(`${seed}/${nonce}/platform`),
    onError: (error) => log(`walletproof: ${errorText(error)}\n`),
  });
};

/** Whether a scenario that is to be played makes the agent launch a game, or moves the clock. */
export const needsPlatform = (scenarios: readonly Scenario[], selection: Selection): boolean => {
  const selected = selectRequirements(requirements, selection);
  return selectScenarios(scenarios, selected, selection).some(({ steps }) => {
    const kinds = kindsOfSteps(steps);
    return kinds.has('launch') || kinds.has('clock');
  });
};
