import { describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/formats/run.ts';
import { openAgent } from '../fixtures/open-agent.ts';
import { idsWith, reportOf } from './report-of.ts';
import { runCli } from './run-cli.ts';

const bytesOf = ({ exchanges }: Run): string[] =>
  exchanges
    .filter(({ direction }) => direction === 'callback')
    .map(({ requestBody, requestHeaders }) => `${requestHeaders['x-signature']} ${requestBody}`)
    .toSorted();

describe('a guest with manners', () => {
  it('sends the same bytes for the same seed and nonce, and others for another nonce', async () => {
    const bytes = [];
    for (const nonce of ['once', 'once', 'twice']) {
      const agent = await openAgent({});
      const given = ['--seed', '7', '--nonce', nonce, '--only', 'SIG,BET,CON-02'];
      const { run } = await reportOf(['test', agent.url, ...given]);
      await agent.close();
      bytes.push(bytesOf(run));
    }
    const [first, same, other] = bytes;

    expect(first?.length).toBeGreaterThan(200);
    expect(same).toEqual(first);
    expect(other).not.toEqual(first);
  });

  it('leaves every account as it was, and says so when it cannot', async () => {
    const agent = await openAgent({});
    const { run } = await reportOf(['test', agent.url, '--only', 'BET,RB,FS']);
    const after = await reportOf(['test', agent.url, '--only', 'BAL-02']);
    await agent.close();

    expect(run.scenarios.flatMap(({ residue }) => residue ?? [])).toEqual([]);
    expect(after.run.exchanges[0]?.answerBody).toContain('1000');
  });

  it('moves no more in one call than --max-stake, and skips what would', async () => {
    const agent = await openAgent({
      players: [{ id: 'player-1', purses: { USD: '120.00' } }],
    });
    const { run } = await reportOf(['test', agent.url, '--max-stake', '50', '--only', 'BET']);
    await agent.close();
    const moved = run.exchanges.flatMap(({ kind, requestBody }) => {
      const body = kind === 'makeBet' ? (JSON.parse(requestBody) as Record<string, unknown>) : {};
      return [Number(body['bet'] ?? 0), Number(body['win'] ?? 0)];
    });

    expect(Math.max(...moved)).toBeLessThanOrEqual(50);
    expect(idsWith(run, 'passed')).toContain('BET-01');
    expect(run.requirements.find(({ id }) => id === 'BET-05')).toMatchObject({
      verdict: 'skipped',
      reason: expect.stringContaining('--max-stake 50'),
    });
  });
});

describe('--bail', () => {
  it('ends each lane with the first scenario that fails the run', async () => {
    const agent = await openAgent({ defect: 'win-kept' });
    const { code, run } = await reportOf(['test', agent.url, '--bail', '--only', 'RB']);
    await agent.close();

    const failed = run.scenarios.filter(({ verdict }) => verdict === 'failed');
    expect(failed.length).toBeGreaterThan(0);
    // One in each lane at most: those under way are played to their end.
    expect(failed.length).toBeLessThanOrEqual(2);
    expect(run.scenarios.map(({ reason }) => reason).join()).toContain('--bail ended the run');
    expect(code).toBe(1);
  });
});

describe('a selection', () => {
  it('names levels and sections, and says what it takes where it names nothing', async () => {
    const { code, stderr } = await runCli(['test', 'http://127.0.0.1:1/', '--only', 'nothing']);

    expect(stderr).toContain('a level (must, should, observe)');
    expect(code).toBe(2);
  });

  it('of what every answer shows plays every scenario', async () => {
    const agent = await openAgent({});
    const { code, run } = await reportOf(['test', agent.url, '--only', 'BAL-01']);
    await agent.close();

    expect(idsWith(run, 'passed')).toEqual(['BAL-01']);
    expect(code).toBe(0);
  });
});
