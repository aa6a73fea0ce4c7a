import type { Callback } from '../spec/callback.ts';

/** Fields of a body that a step sets, by their name on the wire. */
export type Fields = Readonly<Record<string, string | number>>;

/**
 * What a callback has besides its names: a username or language that is not the one which its
 * player had first, a game that is not the first one, a currency that is no code.
 */
export const nameFields = (callbacks: readonly Callback[]): ((callback: Callback) => Fields) => {
  const firsts = new Map<string, Callback>();
  for (const each of callbacks) {
    if (!firsts.has(each.playerId)) firsts.set(each.playerId, each);
  }
  const mainGame = callbacks.find((each) => each.type === 'getBalance')?.gameId;

  return (callback) => {
    const { playerUsername, language, currency } = callback;
    const first = firsts.get(callback.playerId) ?? callback;
    const isOtherGame = callback.type === 'getBalance' && callback.gameId !== mainGame;
    return {
      ...(playerUsername === first.playerUsername ? {} : { player_username: playerUsername }),
      ...(language === first.language ? {} : { language }),
      ...(isOtherGame ? { game_id: callback.gameId } : {}),
      ...(isCurrencyCode(currency) ? {} : { currency }),
    };
  };
};

/** What `currency` of a step takes. */
const isCurrencyCode = (currency: string): boolean => /^[A-Z][A-Z0-9]{1,9}$/.test(currency);
