import { describe, expect, it } from '@jest/globals';
import { idsWith, reportOf } from './report-of.ts';
import { runCli } from './run-cli.ts';

const signers = [
  ['php-default-signer', 'php'],
  ['python-spaced-signer', 'python'],
  ['go-html-escaping-signer', 'go-reprinted'],
  ['shallow-sorter', 'minimal-shallow-reprinted'],
] as const;

describe('the dialect of an agent', () => {
  // Whole runs against each of them: test/defects/variants.
  it.concurrent.each(signers)('%s is found, and signed in to the end', async (variant, name) => {
    const { code, run } = await reportOf(['demo', '--variant', variant, '--strict', '--only', 'SIG,BET']);

    expect(run.dialect).toMatchObject({ name, how: 'found' });
    expect(idsWith(run, 'failed', 'warned')).toEqual([]);
    expect(code).toBe(0);
  });

  it('is not asked for where one is given', async () => {
    const { code, run } = await reportOf(['demo', '--dialect', 'minimal', '--only', 'SIG-01']);

    expect(run.dialect).toMatchObject({ name: 'minimal', how: 'configured' });
    expect(run.exchanges.some(({ scenario }) => scenario === 'dialect')).toBe(false);
    expect(code).toBe(0);
  });

  it('must be a known one', async () => {
    const { code, stderr } = await runCli(['demo', '--dialect', 'cobol']);

    expect(code).toBe(2);
    expect(stderr).toContain('No dialect is called cobol.');
  });
});
