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
    [['explain'], 'Name a requirement, a finding, an operation'],
  ])('%j is a usage error that says what to write', async (args, remedy) => {
    const { code, stdout, stderr } = await runCli(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(remedy);
  });
});

describe('walletproof explain of a signature', () => {
  const body = '{"timestamp":1763632800,"agent_id":1001,"home_url":"https://casino.example/"}';
  const sign = async (...args: string[]): Promise<string> =>
    (await runCli(['sign', '--token', 'secret-token-1', ...args], { input: body })).stdout.trim();
  const env = { WALLETPROOF_TOKEN: 'secret-token-1' };

  it('is 0 for the curl command that sign prints, whatever the dialect', async () => {
    const input = await sign('--dialect', 'php', '--curl', 'http://127.0.0.1:4600/api/games/list');
    const { code, stdout } = await runCli(['explain'], { input, env });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^valid: written as php\n/),
    });
  });

  it('is 1 for a mistake, which has a name', async () => {
    const signature = (await sign()).toUpperCase();
    const args = ['explain', '--signature', signature, '--json'];
    const { code, stdout } = await runCli(args, { input: body, env });
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ valid: false, mistake: 'upper-case-digest' });
    expect(stdout).not.toContain('secret-token-1');
  });

  it.each([
    [['explain', '-'], body, 'Give it with --signature'],
    [['explain', 'no-such.json', '--signature', 'ab'], '', 'The body cannot be read'],
    [['explain', '--signature', 'ab', '--direction', 'up'], body, 'request, callback'],
  ])('%j is a usage error', async (args, input, said) => {
    const { code, stderr } = await runCli(args, { input });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(said) });
  });

  it('explains a mistake by its name', async () => {
    const { code, stdout } = await runCli(['explain', 'slash-escaped']);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('JSON_UNESCAPED_SLASHES'),
    });
  });
});

describe('walletproof sign', () => {
  const input = '{"b":"x ","a":1}\n';

  it('prints what is signed to the byte, and all of it as JSON', async () => {
    expect((await runCli(['sign', '--canonical'], { input })).stdout).toBe('{"a":1,"b":"x"}');
    const { stdout } = await runCli(['sign', '--json', '--curl', 'http://x/'], { input });
    expect(JSON.parse(stdout)).toEqual({
      body: '{"b":"x ","a":1}',
      dialect: 'minimal',
      canonical: '{"a":1,"b":"x"}',
      signature: '6b645b141315f81c7a5bb2a235eeec4ed618c6422b8f53398c9d362387bd76c3',
      curl: expect.stringContaining("curl -sS http://x/ -H 'Content-Type: application/json'"),
    });
  });
});
