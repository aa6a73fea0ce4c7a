import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { systemClock } from '../base/clock.ts';
import { createDice } from '../base/dice.ts';
import { plainText } from '../base/visible-text.ts';
import type { LaunchHook } from '../formats/configuration.ts';
import { loadGames } from '../formats/load-files.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import type { LaunchAnswer } from '../judge/requests/judge-launches.ts';
import { secretsOf } from '../run/agent-client.ts';
import type { KillProblem, RunHooks } from '../run/run-context.ts';
import { type Selection, selectRequirements, selectScenarios } from '../run/select.ts';
import type { Launched, LaunchRequest } from '../run/session-book.ts';
import { kindsOfSteps } from '../run/steps.ts';
import { type LaunchWatchParts, watchLaunch } from '../run/watch-launch.ts';
import { type LaunchPlatform, openLaunchPlatform, type PlatformAddress } from '../serve/launch-platform.ts';
import { createTokenMask } from '../signing/mask-tokens.ts';
import type { RecordExchange } from '../spec/exchange.ts';
import { requirements } from '../spec/requirements/catalogue.ts';
import { checkTarget } from '../wire/check-target.ts';
import { type Courier, createCourier } from '../wire/create-courier.ts';
import { errorText } from './exit-code.ts';
import { log } from './output.ts';
import type { Settings } from './resolve-settings.ts';

interface HooksOptions {
  readonly settings: Settings;
  /** Opens the platform that the agent asks for links; where agents find it when nobody says where, if absent. */
  readonly openPlatform?: () => Promise<LaunchPlatform>;
  /** Without the platform there is nothing to play; else only sessions that the agent knows are missing. */
  readonly isPlatformNeeded?: boolean;
  /** How long a refused agent is watched that seems to have given up, milliseconds. */
  readonly watchMs?: number;
  readonly allowPublicTarget: boolean;
  readonly record: RecordExchange;
  /** The run in the history of a platform; absent where there is none. */
  readonly runId?: string;
  readonly signal: AbortSignal;
}

/** What a run may ask of the surroundings of the agent, until it is closed. */
export type OpenHooks = Awaited<ReturnType<typeof openHooks>>;

/** Opens what the configuration has; a WalletproofError where the platform or a target may not be. */
export const openHooks = async (options: HooksOptions) => {
  const { settings, isPlatformNeeded = false, signal } = options;
  const { restart, kill, launch } = settings.configuration.hooks;
  const opening = launch === undefined ? undefined : openLaunching(launch, options);
  const launching = await opening?.catch((error: unknown) => {
    if (isPlatformNeeded) throw error;
    return undefined;
  });
  const hooks: RunHooks = {
    ...(restart === undefined ? {} : { restart: async () => await runShell('restart', restart, signal) }),
    ...(kill === undefined ? {} : { kill: async () => problemOf(await runShell('kill', kill, signal)) }),
    launch: launching?.launch,
    clock: launching?.clock,
  };
  return { hooks, close: async (): Promise<void> => await launching?.close() };
};

const openLaunching = async (hook: LaunchHook, options: HooksOptions) => {
  const { settings, allowPublicTarget, record, runId, signal, watchMs = 0 } = options;
  const forbidden = await checkTarget(hook.url, { allowPublicTarget });
  if (forbidden !== undefined) throw forbidden;
  const platform = await (options.openPlatform ?? (() => openPlatform(settings)))();
  const courier = createCourier({
    // The call of a hook is no callback: it is not kept, and nobody asks for its id.
    record: () => undefined,
    allowPublicTarget,
    clock: systemClock,
    newId: () => 'launch',
  });
  const mask = createTokenMask(secretsOf(settings));
  const clock = systemClock;
  return {
    clock: platform.clock,
    launch: launchByHook({ hook, platform, courier, mask, record, runId, clock, signal, watchMs }),
    close: async () => {
      courier.close();
      await platform.close();
    },
  };
};

const problemOf = (reason: string | undefined): KillProblem | undefined =>
  reason === undefined ? undefined : { reason };

/** How long a hook may take, milliseconds. */
const hookTimeoutMs = 120_000;

/** Runs the command in a shell; why it failed, undefined when it did not. */
const runShell = async (
  hook: 'restart' | 'kill',
  command: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(hookTimeoutMs)]);
  const child = spawn(command, { shell: true, stdio: ['ignore', 'ignore', 'pipe'], signal: limit });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = `${complaint}${chunk.toString()}`.slice(-500);
  });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code === 0) return undefined;
    return plainText(`hooks.${hook} (${command}) ended with ${code ?? 'a signal'}. ${complaint}`);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return plainText(`hooks.${hook} (${command}) could not be run: ${said}`);
  }
};

/** Where an agent finds the platform that nobody told it of. */
const usualAddress: PlatformAddress = { host: '127.0.0.1', port: 4600 };

/** The platform that the agent of these settings asks for links during a run. */
export const openPlatform = async (
  { configuration, agent, seed, nonce }: Settings,
  address: PlatformAddress = usualAddress,
): Promise<LaunchPlatform> =>
  await openLaunchPlatform({
    ...address,
    agents: [agent, ...configuration.agents.filter(({ id }) => id !== agent.id)],
    games: async () => await loadGames(configuration.games),
    quirks: configuration.quirks,
    hosts: configuration,
    clock: systemClock,
    dice: createDice(`${seed}/${nonce}/platform`),
    onError: (error) => log(`walletproof: ${errorText(error)}\n`),
  });

/** Whether a scenario that is to be played makes the agent launch a game, or moves the clock. */
export const needsPlatform = (scenarios: readonly Scenario[], selection: Selection): boolean => {
  const selected = selectRequirements(requirements, selection);
  return selectScenarios(scenarios, selected, selection).some(({ steps }) => {
    const kinds = kindsOfSteps(steps);
    return kinds.has('launch') || kinds.has('clock');
  });
};

export interface LaunchHookParts extends Omit<LaunchWatchParts, 'launch'> {
  readonly hook: LaunchHook;
  readonly courier: Pick<Courier, 'send'>;
}

/** How long the agent may take to answer the hook, milliseconds. */
const launchTimeoutMs = 10_000;

/** Makes the agent ask for a link by `hooks.launch`, and takes down what it asks of the platform. */
export const launchByHook = (parts: LaunchHookParts): ((order: LaunchRequest) => Promise<Launched>) => {
  const { hook, courier, mask, signal } = parts;
  const launch = async ({ player, username, gameId, currency }: LaunchRequest): Promise<LaunchAnswer> => {
    const words = {
      ...{ player_id: player.id, player_username: username, game_id: gameId },
      ...{ currency, language: player.language },
    };
    const encoded = Object.entries(words).map(([name, word]) => [name, encodeURIComponent(word)]);
    const body = hook.body === undefined ? '' : JSON.stringify(fillPlaceholders(hook.body, words));
    const exchange = await courier.send({
      url: String(fillPlaceholders(hook.url, Object.fromEntries(encoded))),
      method: hook.method,
      headers: hook.body === undefined ? {} : { 'content-type': 'application/json' },
      body: Buffer.from(body),
      timeoutMs: launchTimeoutMs,
      kind: 'other',
      subject: {},
      signal,
    });
    const { answer } = mask(exchange);
    if (answer.kind === 'failed') return { kind: 'failed', message: answer.message };
    const { status, headers } = answer;
    return { kind: 'answered', status, body: Buffer.from(answer.body).toString(), location: headers['location'] };
  };
  return watchLaunch({ ...parts, launch });
};

/** What the placeholders of a hook stand for; a number where the specification has one. */
type Placeholders = Readonly<Record<string, string | number>>;

/**
 * A JSON value with `{player_id}` and the like filled in, in texts at any depth. A text that is a
 * placeholder and nothing else becomes its value, a number too; an unknown placeholder stays.
 */
export const fillPlaceholders = (value: unknown, words: Placeholders): unknown => {
  if (typeof value === 'string') return fillText(value, words);
  if (Array.isArray(value)) return value.map((item) => fillPlaceholders(item, words));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fillPlaceholders(inner, words)]));
};

const fillText = (text: string, words: Placeholders): string | number => {
  const own = (name: string) => (Object.hasOwn(words, name) ? words[name] : undefined);
  const whole = /^\{(\w+)\}$/.exec(text)?.[1];
  return own(whole ?? '') ?? text.replace(/\{(\w+)\}/g, (written, name: string) => String(own(name) ?? written));
};
