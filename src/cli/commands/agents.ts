import type { AgentView, IssuedToken } from '../../api/schemas/agents.ts';
import { renderTable, shorten } from '../../base/text-table.ts';
import { visibleLine } from '../../base/visible-text.ts';
import { demand, type ExitCode, exitCodes, usageError } from '../../spec/walletproof-error.ts';
import { openAdminClient } from '../admin-client.ts';
import type { AdminFlags, OptionsOf } from '../options.ts';
import { log, print, printJson } from '../output.ts';
import { parsePlayer } from '../resolve-settings.ts';

/** The agents of a platform that runs. */
export const listAgents = async (flags: AdminFlags): Promise<ExitCode> => {
  const { call } = await openAdminClient(flags);
  return showAgents(flags, await call<readonly AgentView[]>('GET', '/agents'));
};

/** Opens an agent; its token is data and goes to standard output, this once. */
export const openAgent = async (id: string, flags: OptionsOf<'agents open'>): Promise<ExitCode> => {
  const { callbackUrl, dialect, ...changes } = changesOf(flags);
  const token = flags.withoutToken === true ? null : flags.token;
  const order = {
    ...changes,
    id: agentIdOf(id),
    ...(token === undefined ? {} : { token }),
    ...(callbackUrl ? { callbackUrl } : {}),
    ...(dialect ? { dialect } : {}),
  };
  const { call } = await openAdminClient(flags);
  return showToken(flags, await call<IssuedToken>('POST', '/agents', order));
};

/** Gives an agent another token, or takes it away. */
export const renewToken = async (id: string, flags: OptionsOf<'agents token'>): Promise<ExitCode> => {
  const path = `/agents/${agentIdOf(id)}/token`;
  const { call } = await openAdminClient(flags);
  if (flags.none === true) return showAgents(flags, await call<AgentView>('DELETE', path));
  const order = flags.token === undefined ? {} : { token: flags.token };
  return showToken(flags, await call<IssuedToken>('POST', path, order));
};

/** Changes where an agent is called, its games, players or dialect. */
export const setAgent = async (id: string, flags: OptionsOf<'agents set'>): Promise<ExitCode> => {
  const changes = changesOf(flags);
  const remedy = 'Give --callback-url, --unavailable, --available, --player or --dialect.';
  demand(Object.keys(changes).length > 0, 'Nothing is to be set.', remedy);
  const { call } = await openAdminClient(flags);
  return showAgents(flags, await call<AgentView>('PATCH', `/agents/${agentIdOf(id)}`, changes));
};

/** Takes an agent away that was opened while the platform serves. */
export const closeAgent = async (id: string, flags: AdminFlags): Promise<ExitCode> => {
  const { call } = await openAdminClient(flags);
  const closed = await call<AgentView>('DELETE', `/agents/${agentIdOf(id)}`);
  return show(flags, closed, () => `agent ${closed.id} is closed\n`);
};

const agentIdOf = (text: string): number => {
  demand(/^\d{1,15}$/.test(text), `${JSON.stringify(text)} is no agent_id.`, 'Give a whole number, such as 1003.');
  return Number(text);
};

/** What the flags change, as the admin API takes it: `null` takes a value away. */
const changesOf = ({ callbackUrl, player, unavailable, available, dialect }: OptionsOf<'agents set'>) => ({
  ...(callbackUrl === undefined ? {} : { callbackUrl: callbackUrl === 'none' ? null : callbackUrl }),
  ...(dialect === undefined ? {} : { dialect: dialect === 'auto' ? null : dialect }),
  ...(player === undefined ? {} : { players: player.map((text) => parsePlayer(text, 'en')) }),
  ...(unavailable === undefined ? {} : { unavailableGames: gamesOf('--unavailable', unavailable) }),
  ...(available === undefined ? {} : { availableGames: gamesOf('--available', available) }),
});

const gamesOf = (flag: string, text: string): readonly number[] => {
  if (text === 'none') return [];
  const ids = text.split(',').map((each) => each.trim());
  if (ids.every((id) => /^\d{1,15}$/.test(id))) return ids.map(Number);
  throw usageError(
    `${flag} ${JSON.stringify(text)} names no games.`,
    'Write ids of games with commas between them, such as 104,105; or none.',
  );
};

const show = ({ json }: AdminFlags, value: unknown, render: () => string): ExitCode => {
  if (json === true) printJson(value);
  else print(render());
  return exitCodes.passed;
};

const showAgents = (flags: AdminFlags, value: AgentView | readonly AgentView[]): ExitCode =>
  show(flags, value, () => renderAgents([value].flat()));

/** Standard output has the token and nothing else, so that a script can take it. */
const showToken = (flags: AdminFlags, issued: IssuedToken): ExitCode => {
  const { agent, token, note } = issued;
  if (flags.json !== true) log(`agent ${agent.id}: ${visibleLine(note)}\n`);
  return show(flags, issued, () => (token === undefined ? '' : `${visibleLine(token)}\n`));
};

const widest = 60;

/** The agents as a table. What others wrote is shown with its invisible characters. */
export const renderAgents = (agents: readonly AgentView[]): string => {
  const column = (head: string, cellOf: (agent: AgentView) => string) => ({
    head,
    align: 'left' as const,
    cells: agents.map((agent) => shorten(visibleLine(cellOf(agent)), widest)),
  });
  const lines = renderTable([
    column('agent', ({ id, isMain }) => `${id}${isMain ? ' *' : ''}`),
    column('token', ({ hasToken }) => (hasToken ? 'yes' : 'none')),
    column('callbacks go to', ({ callbackUrl = 'nowhere' }) => callbackUrl),
    column('dialect', ({ dialect, signedIn = 'minimal' }) => dialect ?? `auto (${signedIn})`),
    column('players', ({ players }) => players.map(({ id }) => id).join(' ') || 'none'),
    column('not available', ({ unavailableGames }) => unavailableGames.join(',') || '-'),
    column('opened by', ({ source }) => source),
    column('changed here', ({ changed }) => changed.join(',') || '-'),
  ]);
  return `${lines.join('\n')}\n`;
};
