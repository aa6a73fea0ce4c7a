import { describe, expect, it } from '@jest/globals';
import type { Har } from 'har-format';
import { proposeSettings } from '../../src/compare/comparison.ts';
import { type Configuration, parseConfiguration } from '../../src/formats/configuration.ts';
import { editConfiguration } from '../../src/formats/edit-configuration.ts';
import type { Callback } from '../../src/spec/callback.ts';
import { defaultQuirks, type Quirks } from '../../src/spec/quirks.ts';
import { launch } from '../platform/open-platform.ts';
import { compareHar, told } from './compare-har.ts';
import { freespins, getBalance, makeBet, openRecordedPlatform, type Recording, rollback } from './record-har.ts';

/** A recording of a platform of ours with other settings. */
const recordUnder = async (quirks: Partial<Quirks>, story: (recording: Recording) => Promise<void>): Promise<Har> => {
  const recording = await openRecordedPlatform(quirks);
  await story(recording);
  await recording.close();
  return recording.har;
};

/** What is told before and after the proposed configuration, and that configuration as text. */
const compareTwice = async (har: Har) => {
  const before = await compareHar(har);
  const changes = proposeSettings(before.differences, {});
  const text = editConfiguration('', changes);
  const { quirks, agents } = configurationOf(text);
  const given = text.includes('agents:') ? agents : [];
  const after = await compareHar(har, quirks, { agents: given });
  return { before: told(before), after: told(after), text };
};

const configurationOf = (text: string): Configuration => parseConfiguration({ text, file: 'proposed.yaml', env: {} });

const grant = { player_id: 'p', game_id: 101, currency: 'USD' };

const launchPack = async ({ ask }: Recording): Promise<void> => {
  await ask('freespins_grant', { ...grant, spins: 10, stake: 0.5, bonus_id: 'b-1' });
  await ask('freespins_delete', { bonus_id: 'b-1' });
};

const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

const cases: [string, Partial<Quirks>, (recording: Recording) => Promise<void>, string][] = [
  [
    'names of the fields of free spins',
    {
      freespinsFields: {
        ...{ freespins_id: 'bonus_id', count: 'spins', bet: 'stake', total: 'spins_total' },
        'answer.expires_at': 'valid_until',
      },
    },
    launchPack,
    'freespinsFields: { freespins_id: bonus_id, count: spins, bet: stake, total: spins_total',
  ],
  [
    'a message without errors',
    { validationDetails: 'message' },
    ({ ask }) => ask('get_game_link', { game_id: 'x' }),
    'validationDetails: message',
  ],
  [
    'the status of a body that is too large',
    { bodyLimitStatus: '413' },
    ({ ask }) => ask('list', { more: 'x'.repeat(defaultQuirks.bodyLimit) }),
    'bodyLimitStatus: "413"',
  ],
  ['filters of the list', { listFilters: 'apply' }, ({ ask }) => ask('list', { demo: 1 }), 'listFilters: apply'],
  [
    'timestamps of the future',
    { futureTimestamp: 'past-only' },
    ({ ask }) => ask('list', { timestamp: secondsFromNow(4000) }),
    'futureTimestamp: past-only',
  ],
  [
    'the order of the checks',
    { checkOrder: 'fields-first' },
    async ({ ask }) => {
      await ask('list');
      await ask('get_game_link', {}, { signature: '1'.repeat(64) });
    },
    'checkOrder: fields-first',
  ],
  [
    'dialects that are refused',
    { accept: ['minimal'] },
    async ({ ask }) => {
      await ask('get_game_link', { ...launch });
      await ask('get_game_link', { ...launch }, { dialect: 'php' });
    },
    'accept: [ minimal ]',
  ],
];

describe('a proposed configuration', () => {
  it.each(cases)('makes us like the recording: %s', async (_, quirks, story, line) => {
    const { before, after, text } = await compareTwice(await recordUnder(quirks, story));
    expect(before.length).toBeGreaterThan(0);
    expect(text).toContain(line);
    expect(after).toEqual([]);
  });

  it.each<[string, (recording: Recording) => Promise<void>, string]>([
    ['the dialect of callbacks', ({ callBack }) => callBack(makeBet(), { dialect: 'php' }), 'dialect: php'],
    [
      'session ids of the agent',
      async ({ ask, callBack }) => {
        await ask('get_game_link', { ...launch });
        await callBack({ ...getBalance(), sessionId: launch.agent_session_id } as Callback);
      },
      'sessionId: agent-session-id',
    ],
  ])('makes us like recorded callbacks: %s', async (_, story, line) => {
    const { before, after, text } = await compareTwice(await recordUnder({}, story));
    expect(before).toHaveLength(1);
    expect(text).toContain(line);
    expect(after).toEqual([]);
  });

  it('keeps what stands in the configuration that is in use', () => {
    const text = 'agents:\n  - id: 7 # ours\n    token: t\nquirks:\n  requestId: new\n';
    const changes = [
      { kind: 'dialect', agentId: 7, dialect: 'php' },
      { kind: 'quirk', name: 'retries', value: ['5s'] },
    ] as const;
    expect(editConfiguration(text, changes)).toBe(
      'agents:\n  - id: 7 # ours\n    token: t\n    dialect: php\nquirks:\n  requestId: new\n  retries: [ 5s ]\n',
    );
  });
});

describe('repeats of a callback', () => {
  /** A bet that fails, sent again after these seconds. */
  const repeated = async (seconds: readonly number[], isNew: boolean): Promise<Har> => {
    const har = await recordUnder({}, async ({ callBack }) => {
      const bet = makeBet();
      for (const index of [0, ...seconds].keys()) {
        const requestId = isNew ? `${bet.requestId.slice(0, -1)}${index}` : bet.requestId;
        await callBack({ ...bet, requestId }, { answer: 500 });
      }
      await callBack(rollback());
    });
    let at = 1_800_000_000_000;
    for (const [index, entry] of har.log.entries.entries()) {
      at += (seconds[index - 1] ?? 0) * 1000 + 5;
      entry.startedDateTime = new Date(at).toISOString();
    }
    return har;
  };

  it('are alike where the pauses are ours, as far as they were seen', async () => {
    expect(told(await compareHar(await repeated([1, 2], false)))).toEqual([]);
  });

  it('are told with their pauses and ids, and proposed', async () => {
    const { before, after, text } = await compareTwice(await repeated([5, 10], true));
    expect(before).toEqual([
      'makeBet delivery request_id of a repeat: a new one with each attempt | as in the first attempt',
      'makeBet delivery pauses before repeats: 5s, 10s | 1s, 2s, 4s',
    ]);
    expect(text).toContain('retries: [ 5s, 10s ]');
    expect(after).toEqual([]);
  });
});

describe('the keys of freespins', () => {
  it('have a setting where they stand as in section 2', async () => {
    const har = await recordUnder({}, ({ callBack }) => callBack(getBalance({ freespins })));
    for (const { request } of har.log.entries) {
      const { text = '' } = request.postData ?? {};
      const table = '"freespins":{"played":3,"total":10,"is_finish":false,"accumulated_win":1.25}';
      if (request.postData !== undefined) {
        request.postData.text = text.replace(/"freespins":\{[^}]*\}/, table);
      }
    }
    const { before, after, text } = await compareTwice(har);
    expect(before[0]).toMatch(/^getBalance order freespins: played, total/);
    expect(text).toContain('nestedOrder: table');
    expect(after).toEqual([]);
  });
});
