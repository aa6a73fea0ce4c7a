import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { idsWith, reportOf } from '../e2e/report-of.ts';
import { runCli } from '../e2e/run-cli.ts';
import { freePort, openStranger, type Stranger, strangers, token } from './open-stranger.ts';

interface Judged {
  /** Requirements that are warned about. */
  readonly warned?: readonly string[];
  /** Codes of the causes that are told. */
  readonly causes?: readonly string[];
  /** 0 unless something could not be judged. */
  readonly code?: number;
}

/** One legal choice of an agent, and what comes of it: nothing, or one cause under its own name. */
type Choice = readonly [stranger: Stranger, choices: string, judged: Judged, only?: string];

const choices: readonly Choice[] = [
  ['go-queue', 'refuses-below-zero', { warned: ['BET-20'] }],
  ['node-redis', 'status-500', { warned: ['ERR-04'] }],
  ['wsgi-postgres', 'opens-accounts', { warned: ['BAL-05', 'BET-17'] }],
  ['go-queue', 'house-limit-100', { causes: ['stake-limited'] }],
  ['php-mariadb', 'house-limit-1000000', { causes: ['stake-limited'] }],
  // So few calls a second are too few for a run on the slowest machine, too.
  ['node-redis', 'rate-50', { causes: ['rate-limited'] }],
  ['go-queue', 'sub-cent', {}],
  ['go-queue', 'sessions', { causes: ['unknown-session'], code: 3 }],
  ['go-queue', 'starts-below-zero', {}],
  ['node-redis', 'starts-at-0', {}],
  ['node-redis', 'status-200,not-found-rollback,refuses-spent-rollback', {}],
  ['php-mariadb', 'connection-close,players-any-case', { warned: ['BAL-09'] }],
  ['go-queue', 'long-ids-refused,late-bet-refused,global-lock', {}],
  ['go-queue', 'two-writes', { causes: ['split-answers'] }],
  ['wsgi-postgres', 'slow-120', {}, 'TIME,CON-01,IDEM-06'],
];

describe('sequences that nobody wrote', () => {
  it.concurrent.each([
    ...strangers.map((stranger) => [stranger, ''] as const),
    // One that is slow on purpose is asked enough by the suite.
    ...choices
      .filter(([, chosen, { code = 0 }]) => code === 0 && chosen !== 'slow-120')
      .map(([stranger, chosen]) => [stranger, chosen] as const),
  ])('have nothing against %s, choosing %j', async (stranger, chosen) => {
    const agent = await openStranger(stranger, { choices: chosen === '' ? [] : chosen.split(',') });
    try {
      const { code, stdout } = await runCli([
        ...['fuzz', agent.callbackUrl, '--token', token, '--budget', '10m', '--runs', sequences, '--seed', '1'],
        ...['--player', 'player-1:USD,EUR', '--player', 'player-2:USD'],
      ]);
      expect([code, stdout]).toEqual([0, expect.stringContaining('No sequence broke anything')]);
    } finally {
      await agent.close();
    }
  });
});

describe('a correct agent whose author knew the specification alone', () => {
  it.concurrent.each(strangers.map((stranger) => [stranger]))(
    '%s is conformant, with nothing to warn about but what it has chosen',
    async (stranger) => expect(await judged(stranger, '')).toEqual(nothing),
  );

  it.concurrent.each(choices)('%s, choosing %s, is told at most one cause', async (stranger, chosen, expected, only) =>
    expect(await judged(stranger, chosen, only)).toEqual({ ...nothing, ...expected }),
  );

  it.concurrent('that knows only sessions of its own is judged whole where it can be launched', async () => {
    const port = await freePort();
    const platformUrl = `http://127.0.0.1:${port}`;
    const agent = await openStranger('node-redis', { choices: ['sessions'], platformUrl });
    const folder = await mkdtemp(join(tmpdir(), 'walletproof-strangers-'));
    try {
      const config = join(folder, 'walletproof.config.yaml');
      await writeFile(config, launchedBy(agent.launchUrl));
      const { run, code } = await reportOf([
        ...['test', agent.callbackUrl, '--config', config, '--port', String(port)],
        ...['--patience', '1s', '--token', token],
      ]);
      expect([idsWith(run, 'failed', 'warned', 'blocked', 'inconclusive'), code]).toEqual([['RB-08'], 0]);
      expect(idsWith(run, 'passed')).toContain('REQ-01');
    } finally {
      await agent.close();
      await rm(folder, { recursive: true });
    }
  });
});

/** Each debits a bet whose rollback came first, unless it is told to refuse it: money is at risk. */
const isOwnChoice = (id: string): boolean => id === 'RB-08';

const nothing = { failed: [], warned: [], causes: [], code: 0 };

/** So many sequences are drawn against each; by six hundred they are more than ten thousand. */
const sequences = process.env['SEQUENCES'] ?? '20';

/** What a run says of the agent. */
const judged = async (stranger: Stranger, chosen: string, only?: string) => {
  const agent = await openStranger(stranger, { choices: chosen === '' ? [] : chosen.split(',') });
  try {
    const { run, code } = await reportOf([
      ...['test', agent.callbackUrl, '--token', token, '--patience', '1s'],
      ...['--player', 'player-1:USD,EUR', '--player', 'player-2:USD'],
      ...(only === undefined ? [] : ['--only', only]),
    ]);
    const causes = run.causes.map((cause) => cause.code).filter((each) => each !== 'short-patience');
    const warned = idsWith(run, 'warned').filter((id) => !isOwnChoice(id));
    return { failed: idsWith(run, 'failed'), warned, causes, code };
  } finally {
    await agent.close();
  }
};

const launchedBy = (url: string): string => `
agents:
  - id: 1001
    token: ${token}
    players:
      - { id: player-1, username: Player One, currencies: [USD, EUR] }
      - { id: player-2, username: Player Two, currencies: [USD] }
hooks:
  launch:
    url: ${url}
    body:
      player_id: '{player_id}'
      player_username: '{player_username}'
      game_id: '{game_id}'
      currency: '{currency}'
      language: '{language}'
`;
