import { describe, expect, it } from '@jest/globals';
import { runCli } from './run-cli.ts';

describe('walletproof explain', () => {
  it('explains a requirement, whatever its letter case', async () => {
    const { code, stdout, stderr } = await runCli(['explain', 'idem-06']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^IDEM-06: the agent applies simultaneous duplicates once\n/);
    expect(stdout).toContain('section 6, Events');
    expect(stdout).toContain('scenarios/conformance/idempotency/simultaneous.yaml');
    expect(stdout).toContain('\n  walletproof demo --defect duplicate-race --only IDEM-06\n');
  });

  it('explains a finding as JSON', async () => {
    const { code, stdout } = await runCli(['explain', 'win-not-reverted', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'finding',
      code: 'win-not-reverted',
      defects: [{ name: 'win-kept' }],
    });
  });

  it.each([
    [['explain', 'IDEM-6'], 'Did you mean IDEM-06?'],
    [['explain'], 'Name a requirement or a finding'],
  ])('%j is a usage error that says what to write', async (args, remedy) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(remedy);
  });
});
