import type { AgentConfiguration } from '../formats/configuration.ts';
import type { Game } from '../formats/games.ts';
import { inOurNames, wireNamesOf } from '../platform/freespins-names.ts';
import type { Double } from './open-double.ts';
import type { OperationPair } from './operation-pair.ts';

/**
 * Puts our platform into the situation in which the recorded answer was given: it has the agent, the
 * game and the pack of free spins that the recorded one evidently had, or has them not.
 */
export const arrange = (double: Double, pair: OperationPair, agent: AgentConfiguration): void => {
  const { game_id: gameId } = namedFields(double, pair);
  arrangeAgent(double, pair, { agent, gameId });
  if (typeof gameId === 'number' && Number.isSafeInteger(gameId)) {
    arrangeGame(double, pair, gameId);
  }
  if (!pair.isSuccess) return;
  if (pair.known === 'freespins_grant') forgetOver(double, pair);
  if (pair.known === 'freespins_delete') arrangePack(double, pair);
};

const namedFields = ({ quirks }: Double, { fields, known }: OperationPair) =>
  inOurNames(fields, wireNamesOf(known ?? 'other', quirks));

const arrangeAgent = (
  { agents }: Double,
  { error }: OperationPair,
  { agent, gameId }: { readonly agent: AgentConfiguration; readonly gameId: unknown },
): void => {
  agents.delete(agent.id);
  if (error === 'agent_not_found') return;
  const { token, ...rest } = agent;
  if (error === 'api_token_not_found') agents.set(agent.id, rest);
  else if (error === 'game_not_available' && typeof gameId === 'number') {
    agents.set(agent.id, { ...agent, unavailableGames: [...agent.unavailableGames, gameId] });
  } else agents.set(agent.id, agent);
};

const arrangeGame = ({ state }: Double, pair: OperationPair, gameId: number): void => {
  const { catalogue } = state;
  const [before, after] = [catalogue.find(gameId), gameAsRecorded(catalogue.find(gameId), pair, gameId)];
  if (before === after) return;
  const others = catalogue.games().filter(({ id }) => id !== gameId);
  catalogue.replace(after === undefined ? others : [...others, after]);
};

const gameAsRecorded = (
  known: Game | undefined,
  { known: operation, error, isSuccess }: OperationPair,
  gameId: number,
): Game | undefined => {
  if (error === 'game_not_found') return undefined;
  if (error === 'game_not_available') return known ?? unknownGame(gameId);
  if (error === 'game_provider_not_found') return withDemo(known ?? unknownGame(gameId), false);
  if (!isSuccess) return known;
  const game = known ?? unknownGame(gameId);
  if (operation === 'get_game_link_demo') return withDemo(game, true);
  return operation === 'freespins_grant' && game.freespins === false ? { ...game, freespins: true } : game;
};

const withDemo = (game: Game, demo: boolean): Game => (game.demo === demo ? game : { ...game, demo });

const unknownGame = (id: number): Game => ({
  id,
  title: `Game ${id}`,
  brand: 'Recorded',
  image_url: `https://games.example/images/${id}.png`,
  demo: true,
});

/** A pack that is over here and was granted again there was forgotten there. */
const forgetOver = (double: Double, pair: OperationPair): void => {
  const { packs } = double.state;
  const { agentId } = pair;
  const { freespins_id: freespinsId } = namedFields(double, pair);
  if (agentId === undefined || typeof freespinsId !== 'string') return;
  const isOver = packs.find(agentId, freespinsId) === undefined;
  if (isOver && packs.current({ agentId, freespinsId }) !== undefined) packs.forgetAgent(agentId);
};

/** The pack that was deleted may have been granted before the recording began. */
const arrangePack = (double: Double, pair: OperationPair): void => {
  const { packs } = double.state;
  const { agentId } = pair;
  if (agentId === undefined) return;
  const fields = namedFields(double, pair);
  const { freespins_id: id, player_id: player, game_id: game, currency } = fields;
  const holder = {
    agentId,
    playerId: typeof player === 'string' ? player : 'player',
    gameId: typeof game === 'number' ? game : 101,
    currency: typeof currency === 'string' ? currency : 'USD',
  };
  const freespinsId = typeof id === 'string' ? id : undefined;
  const known = freespinsId === undefined ? packs.activeFor(holder) : packs.find(agentId, freespinsId);
  if (known !== undefined) return;
  forgetOver(double, pair);
  packs.grant({ ...holder, freespinsId, bet: '1', total: 10, expiresAt: undefined });
};
