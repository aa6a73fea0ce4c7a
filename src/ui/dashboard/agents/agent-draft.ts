import type { AgentChangeOrder, AgentOrder, AgentView } from '../../../api/schemas/agents.ts';
import type { PlayerConfiguration } from '../../../formats/configuration.ts';

/** What stands in the form of an agent. */
export interface AgentDraft {
  readonly id: string;
  readonly token: string;
  readonly callbackUrl: string;
  readonly dialect: string;
  /** A player a line: `player-1:USD,EUR`. */
  readonly players: string;
  readonly unavailableGames: readonly number[];
}

export const emptyAgentDraft: AgentDraft = {
  ...{ id: '', token: '', callbackUrl: '', dialect: '', players: '' },
  unavailableGames: [],
};

/** The form as the agent is now. */
export const draftOf = (agent: AgentView): AgentDraft => ({
  id: String(agent.id),
  token: '',
  callbackUrl: agent.callbackUrl ?? '',
  dialect: agent.dialect ?? '',
  players: agent.players.map(lineOf).join('\n'),
  unavailableGames: agent.unavailableGames,
});

const lineOf = ({ id, currencies }: Pick<PlayerConfiguration, 'id' | 'currencies'>): string =>
  `${id}:${currencies.join(',')}`;

/** The agent that the form opens; what is empty is left out. */
export const openOrderOf = (draft: AgentDraft): AgentOrder => {
  const callbackUrl = draft.callbackUrl.trim();
  const dialect = draft.dialect.trim();
  return {
    id: Number(draft.id),
    ...(draft.token === '' ? {} : { token: draft.token }),
    ...(callbackUrl === '' ? {} : { callbackUrl }),
    ...(dialect === '' ? {} : { dialect: dialect as NonNullable<AgentOrder['dialect']> }),
    players: playersOf(draft.players, []),
    unavailableGames: draft.unavailableGames,
  };
};

/** What the form changes of the agent; undefined where it is as it was. */
export const changeOrderOf = (draft: AgentDraft, agent: AgentView): AgentChangeOrder | undefined => {
  const was = draftOf(agent);
  const callbackUrl = draft.callbackUrl.trim();
  const dialect = draft.dialect.trim();
  const isOfGames = sorted(draft.unavailableGames) !== sorted(was.unavailableGames);
  const order = {
    ...(callbackUrl === was.callbackUrl ? {} : { callbackUrl: callbackUrl || null }),
    ...(dialect === was.dialect
      ? {}
      : { dialect: (dialect || null) as NonNullable<AgentChangeOrder['dialect']> | null }),
    ...(draft.players.trim() === was.players.trim() ? {} : { players: playersOf(draft.players, agent.players) }),
    ...(isOfGames ? { unavailableGames: draft.unavailableGames } : {}),
  };
  return Object.keys(order).length === 0 ? undefined : order;
};

const sorted = (ids: readonly number[]): string => ids.toSorted((a, b) => a - b).join();

type KnownPlayers = AgentView['players'];

/** The players of the lines; one that is known keeps its name and language. */
const playersOf = (text: string, known: KnownPlayers): NonNullable<AgentOrder['players']> =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, id = line, list = 'USD'] = /^(.+):([A-Za-z0-9]+(?:,[A-Za-z0-9]+)*)$/.exec(line) ?? [];
      const was = known.find((player) => player.id === id);
      const { username = id, language = 'en' } = was ?? {};
      return { id, username, language, currencies: list.split(',') };
    });

/** The games without the one, or with it. */
export const withGame = (
  unavailable: readonly number[],
  gameId: number,
  isAvailable: 'available' | 'unavailable',
): readonly number[] => {
  const others = unavailable.filter((id) => id !== gameId);
  return isAvailable === 'available' ? others : [...others, gameId];
};
