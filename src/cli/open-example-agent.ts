import type { RunHooks } from '../runner/run-hooks.ts';
import type { Settings } from './resolve-settings.ts';
import { startExampleAgent } from './start-example-agent.ts';

/** What the example agent can be made to do. */
export interface ExampleDeviation {
  readonly defect?: string;
  readonly variant?: string;
}

/** The bundled example agent, and how a run plays against it. */
export interface OpenExampleAgent {
  readonly callbackUrl: string;
  /** The settings with its callback URL and how it is made to launch a game. */
  readonly settings: Settings & { readonly callbackUrl: string };
  readonly hooks: Pick<RunHooks, 'restart'>;
  close(): Promise<void>;
}

/**
 * Starts the bundled example agent for these settings: it knows their token, another agent's too,
 * and their players with 1000.00 in each currency. `platformUrl`: the platform that it asks for links.
 */
export const openExampleAgent = async (
  settings: Settings,
  { platformUrl, ...deviation }: ExampleDeviation & { readonly platformUrl: string | undefined },
): Promise<OpenExampleAgent> => {
  const agent = await startExampleAgent([
    ...['--agent-id', String(settings.agent.id), '--token', settings.agent.token],
    ...['--other-token', settings.otherToken],
    ...settings.players.flatMap(({ id, currencies }) => [
      '--player',
      `${id}:${currencies.map((currency) => `${currency}=1000.00`).join(',')}`,
    ]),
    ...(platformUrl === undefined ? [] : ['--platform-url', platformUrl]),
    ...deviationArguments(deviation),
  ]);
  const { callbackUrl } = agent;
  return {
    callbackUrl,
    settings: withLaunch({ ...settings, callbackUrl }),
    hooks: {
      restart: async () => {
        await agent.restart();
        return undefined;
      },
    },
    close: agent.close,
  };
};

/** The deviation as arguments of a command. */
export const deviationArguments = ({ defect, variant }: ExampleDeviation): readonly string[] => [
  ...(defect === undefined ? [] : ['--defect', defect]),
  ...(variant === undefined ? [] : ['--variant', variant]),
];

const withLaunch = <S extends Settings & { readonly callbackUrl: string }>(settings: S): S => {
  const url = new URL('/launch', settings.callbackUrl).href;
  const names = ['player_id', 'player_username', 'game_id', 'currency', 'language'];
  const body = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  const hooks = { launch: { method: 'POST', url, body } };
  return { ...settings, configuration: { ...settings.configuration, hooks } };
};
