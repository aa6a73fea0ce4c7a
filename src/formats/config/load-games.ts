import { readFile } from 'node:fs/promises';
import type { Game } from '../../spec/game.ts';
import { readTextFile } from '../document/read-text-file.ts';

/** The catalogue when no other is configured. */
const builtIn = new URL('../../../fixtures/games.json', import.meta.url);

/** The games of a JSON file; the built-in ones without. Throws a WalletproofError that points. */
export const loadGames = async (file?: string): Promise<Game[]> => {
  if (file === undefined) return JSON.parse(await readFile(builtIn, 'utf8'));
  const remedy = 'Correct the path after `games:`; leave it out for the built-in games.';
  const text = await readTextFile({ path: file, file, code: 'configuration', remedy });
  const { parseGames } = await import('./parse-games.ts');
  return parseGames({ text, file });
};
