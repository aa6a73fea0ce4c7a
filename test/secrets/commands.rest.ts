import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reporterNames } from '../../src/report/reporters.ts';
import { findSecrets, secrets, token, withSecrets } from './find-secrets.ts';
import { openEcho } from './open-echo.ts';
import { run } from './run-command.ts';

const before = process.cwd();
let folder = '';
let echo: Awaited<ReturnType<typeof openEcho>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'walletproof-secrets-'));
  process.chdir(folder);
  echo = await openEcho();
  process.env['WALLETPROOF_TOKEN'] = token;
  await writeFile('own.yaml', scenario);
});

afterAll(async () => {
  process.chdir(before);
  delete process.env['WALLETPROOF_TOKEN'];
  await echo.close();
  await rm(folder, { recursive: true, force: true });
});

const scenario = `scenario: A balance, a bet, and the same again
requirements: [BAL-03, IDEM-01]
steps:
  - getBalance: {}
  - makeBet: { bet: 3 }
  - getBalance: {}
`;

/** Every file that the commands have left, the journal among them, to the byte. */
const filesLeft = async (): Promise<readonly { readonly of: string; readonly text: string }[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return await Promise.all(
    files.map(async ({ parentPath, name }) => ({
      of: name,
      text: (await readFile(join(parentPath, name))).toString('latin1'),
    })),
  );
};

const everyReporter = (name: string): string[] =>
  reporterNames.flatMap((each) => ['--reporter', `${each}=${name}.${each}`]);

const quick = ['--no-color', '--verbose', '--patience', '1ms', '--seed', '7'];
const only = ['--only', 'BAL-03', '--only', 'IDEM-01'];

/** The commands one after another, as somebody would give them; what each must say at least. */
const commands: readonly [what: string, args: () => readonly string[], code: number, says: string][] = [
  [
    'test',
    () => [
      'test',
      echo.at('right'),
      ...only,
      ...quick,
      ...everyReporter('right'),
      '--reporter',
      'pretty',
      '--journal',
      'run.db',
    ],
    0,
    ':***@',
  ],
  [
    'test of a frozen wallet',
    () => {
      echo.stopMoving();
      return [
        'test',
        echo.at('right'),
        ...only,
        ...quick,
        ...everyReporter('frozen'),
        '--reporter',
        'pretty',
        '--journal',
        'run.db',
      ];
    },
    1,
    ':***@',
  ],
  [
    'test of one that refuses',
    () => ['test', echo.at('wrong'), ...only, ...quick, ...everyReporter('wrong'), '--reporter', 'pretty'],
    3,
    'key=***',
  ],
  [
    'test of a page',
    () => ['test', echo.at('page'), ...only, ...quick, ...everyReporter('page'), '--reporter', 'pretty'],
    3,
    'HTML page',
  ],
  [
    'test of a redirect',
    () => ['test', echo.at('moved'), ...only, ...quick, ...everyReporter('moved'), '--reporter', 'pretty'],
    3,
    'redirect',
  ],
  [
    'test where nobody listens',
    () => ['test', withSecrets('http://127.0.0.1:1/callback'), ...only, ...quick],
    3,
    'Nothing listens',
  ],
  ['test of what is no URL', () => ['test', 'caller:pass-word-1@host/?key=query-secret-1'], 2, 'is not a callback URL'],
  ['test of a public target', () => ['test', withSecrets('http://8.8.8.8/')], 3, 'private network'],
  [
    'play',
    () => [
      'play',
      'own.yaml',
      '--callback-url',
      echo.at('right'),
      ...quick,
      ...everyReporter('play'),
      '--reporter',
      'github',
    ],
    1,
    ':***@',
  ],
  ...(['right', 'wrong', 'page', 'moved'] as const).map((path): [string, () => readonly string[], number, string] => [
    ...([`trigger at /${path}`, () => ['trigger', 'makeBet', echo.at(path), '--verbose']] as const),
    ...([path === 'moved' ? 3 : 1, '?key=***&***#***'] as const),
  ]),
  [
    'report',
    () => ['report', 'frozen.json', '--no-color', '--reporter', 'pretty', ...everyReporter('report')],
    0,
    ':***@',
  ],
  [
    'report --judge',
    () => ['report', 'frozen.json', '--judge', '--no-color', '--reporter', 'pretty', ...everyReporter('judge')],
    1,
    ':***@',
  ],
  ['report --against', () => ['report', 'frozen.json', '--against', 'right.json', '--no-color'], 1, ':***@'],
  ['the same as JSON', () => ['report', 'frozen.json', '--against', 'right.json', '--json'], 1, ':***@'],
  ['test --failed without the URL', () => ['test', '--failed', 'frozen.json'], 2, 'without its secrets'],
  [
    'test --failed',
    () => ['test', echo.at('right'), '--failed', 'frozen.json', '--verbose', '--patience', '1ms'],
    1,
    'FAILED',
  ],
  ['serve to two agents', () => ['serve', echo.at('right'), '--example-agent'], 2, 'not to both'],
  ['agents of a stranger', () => ['agents', 'list', '--url', echo.at('wrong').replace(/\?.*/, '')], 3, 'admin API'],
  ['explain', () => ['explain', 'IDEM-01'], 0, 'IDEM-01'],
  ['list', () => ['list', 'requirements'], 0, 'IDEM-01'],
  ['init', () => ['init', 'fresh'], 0, ''],
];

describe('no secret is in what is written by', () => {
  it.each(commands)('%s', async (of, args, code, says) => {
    const outcome = await run(args());
    expect(outcome.text).toContain(says);
    expect(findSecrets({ of, text: outcome.text })).toEqual([]);
    expect(outcome.code).toBe(code);
  });
});

it('no secret is in any file that they leave: reports, the journal, what is known of agents', async () => {
  const files = await filesLeft();
  const names = files.map(({ of }) => of);
  expect(names).toEqual(expect.arrayContaining(['run.db', 'agents.json', 'frozen.html', 'judge.json']));
  expect(files.flatMap(findSecrets)).toEqual([]);
});

it('test --failed plays with the URL of the environment, where it is that of the run', async () => {
  process.env['WALLETPROOF_CALLBACK_URL'] = echo.at('right');
  const { text } = await run(['test', '--failed', 'frozen.json', '--patience', '1ms']);
  process.env['WALLETPROOF_CALLBACK_URL'] = echo.at('wrong');
  const other = await run(['test', '--failed', 'frozen.json']);
  delete process.env['WALLETPROOF_CALLBACK_URL'];
  expect(text).toContain('FAILED');
  expect([other.code, other.text]).toEqual([2, expect.stringContaining('without its secrets')]);
});

it('the search finds each secret in every spelling that the agent uses', async () => {
  const response = await fetch(echo.at('wrong').replace('caller:pass-word-1@', ''), {
    method: 'POST',
    body: '{}',
  });
  const found = findSecrets({ of: 'its answer', text: await response.text() }).join('\n');
  for (const secret of secrets) expect(found).toContain(secret);
  for (const how of ['as it is', 'unescaped', 'hex', 'base64']) {
    expect(found).toContain(`its answer, ${how}: `);
  }
});
