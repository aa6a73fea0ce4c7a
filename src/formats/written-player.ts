import type { PlayerConfiguration } from './configuration.ts';

/** `player-1`, `player-1:USD`, `player-1:USD,EUR`; the id may itself have colons. Undefined where no player is named. */
export const writtenPlayer = (text: string, language: string): PlayerConfiguration | undefined => {
  const [, id = text, list] = /^(.+):([A-Za-z0-9]+(?:,[A-Za-z0-9]+)*)$/.exec(text) ?? [];
  if (id === '') return undefined;
  const currencies = list?.split(',') ?? ['USD'];
  return { id, username: id, currencies, language };
};
