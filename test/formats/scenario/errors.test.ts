import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseScenario } from '../../../src/formats/scenario/parse-scenario.ts';
import { WalletproofError } from '../../../src/spec/walletproof-error.ts';

const folder = join(import.meta.dirname, 'errors');
// `.txt` keeps tools that read YAML from these files: most are no scenarios, and some no YAML.
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml.txt'))
  .map((file) => file.replace(/\.txt$/, ''));
const knownRequirements = ['IDEM-01', 'IDEM-08', 'BET-01'];

const errorOf = (file: string): string => {
  const text = readFileSync(join(folder, `${file}.txt`), 'utf8');
  try {
    parseScenario({ text, file, knownRequirements });
  } catch (error) {
    if (error instanceof WalletproofError) return `${error.message}\n`;
    throw error;
  }
  return 'no error\n';
};

describe('a broken scenario', () => {
  it('has an example of each kind', () => {
    expect(files.length).toBeGreaterThan(30);
  });

  it.each(files)('%s is told of as in its .err file', (file) => {
    const expected = join(folder, file.replace(/yaml$/, 'err'));
    const told = errorOf(file);
    // UPDATE=1 writes the texts anew, to be read in the diff.
    if (process.env['UPDATE'] === '1') writeFileSync(expected, told);
    expect(told).toBe(readFileSync(expected, 'utf8'));
  });
});
