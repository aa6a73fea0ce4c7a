import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { validate } from '../../src/cli/commands/validate.ts';
import { renderError } from '../../src/cli/exit-code.ts';
import { WalletproofError } from '../../src/spec/walletproof-error.ts';

// A file as people without code write it, and beside it what `walletproof validate` says of it.
const folder = join(import.meta.dirname, 'mistakes');
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));

const toldOf = async (file: string): Promise<string> => {
  const error = await validate([join(folder, file)]).catch((reason: unknown) => reason);
  if (!(error instanceof WalletproofError)) return `no error: ${String(error)}\n`;
  return renderError(error).replaceAll(`${folder}/`, '');
};

/** Words of the libraries that read the files. */
const leaks =
  /stringKeys|[Ii]mplicit|[Ff]low (?:map|seq)|block (?:map|seq|coll)|[Ii]ndicator|scalar|node|zod|Invalid input|undefined(?!-)|NaN|\[object/;

describe('a mistake in a file', () => {
  it('has more than forty examples, of scenarios and of configurations', () => {
    const configurations = files.filter((file) => file.includes('.config.'));
    expect(configurations.length).toBeGreaterThan(7);
    expect(files.length - configurations.length).toBeGreaterThan(40);
  });

  it.each(files)('%s is told of as in the text beside it', async (file) => {
    const told = await toldOf(file);
    const expected = join(folder, file.replace(/\.yaml$/, '.txt'));
    // UPDATE=1 writes the texts anew, to be read in the diff.
    if (process.env['UPDATE'] === '1') writeFileSync(expected, told);
    expect(told).toBe(readFileSync(expected, 'utf8'));
    expect(told).not.toMatch(leaks);
  });
});
