import type { PlayerConfiguration } from './configuration.ts';

/** A player as a text names one, or what is wrong with the text and what to write instead. */
export type WrittenPlayerReading =
  | { readonly kind: 'player'; readonly player: PlayerConfiguration }
  | { readonly kind: 'wrong'; readonly problem: string; readonly instead: string };

/**
 * `player-1`, `player-1:USD`, `player-1:USD,EUR`; the id may itself have colons and spaces where
 * currencies follow it.
 */
export const writtenPlayer = (text: string, language: string): WrittenPlayerReading => {
  const [, id = text, list] = /^(.*):([^:]*)$/s.exec(text) ?? [];
  const problem = problemOf(id, list);
  if (problem !== undefined) {
    const name = id.split(/[\s,:]/).find((word) => word !== '') ?? 'player-1';
    return { kind: 'wrong', problem, instead: `${name}:USD` };
  }
  const currencies = list?.split(',') ?? ['USD'];
  return { kind: 'player', player: { id, username: id, currencies, language } };
};

/** A currency code has a capital letter: `USD`, `mBTC`, `1INCH`. */
const codes = /^(?=[^,]*[A-Z])[A-Za-z0-9]+(?:,(?=[^,]*[A-Z])[A-Za-z0-9]+)*$/;

const problemOf = (id: string, list: string | undefined): string | undefined => {
  if (id === '') return 'it has no player id';
  if (id.trim() !== id) return 'its player id begins or ends with a space';
  if (id.includes(',')) return 'a comma stands between currencies only';
  if (list === undefined) {
    return /\s[A-Z0-9]{3,}$/.test(id) ? 'a colon stands before the currencies' : undefined;
  }
  if (list === '') return 'no currency follows the colon';
  return codes.test(list) ? undefined : `${JSON.stringify(list)} is no list of currency codes`;
};
