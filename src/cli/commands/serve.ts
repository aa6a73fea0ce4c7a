import { once } from 'node:events';
import { loadGames } from '../../config/load-games.ts';
import type { Configuration } from '../../contract/configuration.ts';
import type { ExitCode } from '../../contract/walletproof-error.ts';
import { exitCodes } from '../../contract/walletproof-error.ts';
import { openStage } from '../../stage/open-stage.ts';
import { createDice } from '../../world/create-dice.ts';
import { systemClock } from '../../world/system-clock.ts';
import type { ServeOptions } from '../command-options.ts';
import type { CommonOptions } from '../common-options.ts';
import { renderExchangeLine } from '../render-exchange-line.ts';
import type { Settings } from '../resolve-settings.ts';
import { resolveSettings } from '../resolve-settings.ts';
import { tellBriefly } from '../tell-briefly.ts';
import { tool } from '../tool.ts';
import { watchInterrupt } from '../watch-interrupt.ts';
import { watchRequests } from '../watch-requests.ts';

/** The platform, until it is interrupted. */
export const serve = async (
  callbackUrl: string | undefined,
  options: CommonOptions & ServeOptions,
): Promise<ExitCode> => {
  const interrupt = watchInterrupt();
  const settings = await resolveSettings(options, callbackUrl);
  const configuration = withAgent(settings);
  const tell = (line: string): void => {
    process.stderr.write(`${line}\n`);
  };
  const requests = watchRequests({ tokenOf: tokenOf(configuration), tell });
  const stage = await openStage({
    configuration,
    games: await loadGames(settings.configuration.games),
    host: options.host,
    port: options.port,
    journalFile: options.journal,
    allowPublicTarget: options.allowPublicTarget === true,
    explain: options.explain === true ? 'in-answer' : 'afterwards',
    version: tool().version,
    clock: systemClock,
    dice: createDice(`${settings.seed}/${settings.nonce}`),
    watch: (exchange) => {
      const line = renderExchangeLine(exchange, options.verbose === true ? 'all' : 'telling');
      if (line !== undefined) tell(line);
      requests.hear(exchange);
    },
    onError: (error) => process.stderr.write(`walletproof: ${tellBriefly(error)}\n`),
  });
  process.stdout.write(`walletproof ready on ${stage.url}\n`);
  process.stderr.write(`${introduction(settings, options)}\n`);
  if (!interrupt.signal.aborted) await once(interrupt.signal, 'abort');
  await stage.close();
  const { renderRequestTallies } = await import('../render-request-tallies.ts');
  process.stderr.write(renderRequestTallies(requests.outcome()));
  interrupt.close();
  return exitCodes.interrupted;
};

/** The configuration with what flags and environment say of the agent. */
const withAgent = ({ configuration, agent, timeoutMs }: Settings): Configuration => {
  const others = configuration.agents.filter(({ id }) => id !== agent.id);
  const callbacks = { ...configuration.callbacks, timeout: `${timeoutMs}ms` };
  return { ...configuration, callbacks, agents: [agent, ...others] };
};

const tokenOf =
  ({ agents }: Configuration) =>
  (agentId: number): string | undefined =>
    agents.find(({ id }) => id === agentId)?.token;

const introduction = ({ agent, seed }: Settings, { journal }: ServeOptions): string => {
  const callbacks =
    agent.callbackUrl === undefined
      ? 'no callback URL: games open, but nobody is asked for balances (give it as an argument)'
      : `callbacks go to ${agent.callbackUrl}`;
  return `agent ${agent.id}, ${callbacks}; journal ${journal}, seed ${seed}; Ctrl-C ends it`;
};
