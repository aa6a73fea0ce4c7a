import { describe, expect, it } from '@jest/globals';
import { judgeRequests } from '../../src/judge/requests/judge-requests.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import { now, type OperationPlan, operation, signed, token } from './requests/operations.ts';

const judge = (exchanges: readonly Exchange[]) =>
  judgeRequests(exchanges, { tokenOf: (id) => (id === 1001 ? token : undefined) });

/** What several operations break, as `REQ-01 request-unsigned`. */
const broken = (...plans: OperationPlan[]): string[] =>
  judge(plans.map(operation)).findings.map(({ requirement, code }) => `${requirement} ${code}`);

const tallyOf = (requirement: string, ...plans: OperationPlan[]) =>
  judge(plans.map(operation)).tallies.find((each) => each.requirement === requirement);

const times = (count: number, make: (index: number) => OperationPlan): OperationPlan[] =>
  Array.from({ length: count }, (_, index) => make(index));

it('finds nothing in right requests', () => {
  expect(broken({}, { kind: 'list' }, { at: 9000, fields: { player_id: 'player-2' } })).toEqual([]);
});

it('does not judge what is no operation, and what the platform failed at', () => {
  const other = { ...operation({ refusal: 'invalid_signature' }), kind: 'other' } as const;
  const callback = { ...operation(), direction: 'callback' } as const;
  const failed = operation({ refusal: 'internal_error', status: 500 });
  const { findings, tallies } = judge([other, callback, failed]);
  expect(findings).toEqual([]);
  expect(tallies.filter(({ kept }) => kept > 0)).toEqual([]);
});

describe('REQ-01, the signature', () => {
  it('is broken where it is missing or does not fit', () => {
    expect(broken({ refusal: 'signature_required' })).toEqual(['REQ-01 request-unsigned']);
    expect(broken({ refusal: 'invalid_signature' })).toEqual(['REQ-01 request-badly-signed']);
  });

  it('is broken by a mistake that has a name, and shows where the strings differ', () => {
    const explanation = {
      mistake: 'slash-escaped',
      sentence: 'Slashes are escaped.',
      remedy: 'Leave them.',
      difference: { byte: 41, signed: 'a\\/b', expected: 'a/b' },
    } as const;
    const exchange = { ...operation({ refusal: 'invalid_signature' }), explanation };
    expect(judge([exchange]).findings).toEqual([
      expect.objectContaining({
        code: 'request-badly-signed',
        message:
          'The X-Signature of get_game_link does not match its body (slash-escaped): Slashes are escaped. Leave them.',
        expected: 'a/b',
        actual: 'a\\/b',
      }),
    ]);
  });

  it('is not shown where the agent is unknown', () => {
    expect(tallyOf('REQ-01', { refusal: 'agent_not_found' })).toMatchObject({ kept: 0, broken: 0 });
  });
});

describe('REQ-02, trimming', () => {
  const body = '{"agent_id":1001,"player_id":"player-1","player_username":"Player One "}';
  const refused = { refusal: 'invalid_signature', body } as const;

  it('is broken, and REQ-01 is not, where the signature covers the spaces', () => {
    const headers = { 'x-signature': signed(body) };
    const { findings } = judge([operation({ ...refused, headers })]);
    expect(findings).toMatchObject([
      {
        requirement: 'REQ-02',
        message: expect.stringContaining('computed over player_username without'),
      },
    ]);
  });

  it('is not to blame for another wrong signature', () => {
    const headers = { 'x-signature': signed('something else') };
    expect(broken({ ...refused, headers })).toEqual(['REQ-01 request-badly-signed']);
  });

  it('is shown by a value with spaces around it alone', () => {
    expect(tallyOf('REQ-02', {})).toMatchObject({ kept: 0, broken: 0 });
    expect(tallyOf('REQ-02', { fields: { nested: { name: '\tx' } } })).toMatchObject({ kept: 1 });
  });
});

describe('REQ-03, the clock', () => {
  const away = (seconds: number): OperationPlan => ({
    fields: { timestamp: now / 1000 + seconds },
  });

  it.each([
    [0, []],
    [-30, []],
    [30, []],
    [-31, ['REQ-03 clock-drifting']],
    [300, ['REQ-03 clock-drifting']],
    [-301, ['REQ-03 clock-wrong']],
    [301, ['REQ-03 clock-wrong']],
  ])('%i s away is %j', (seconds, expected) => {
    expect(broken(away(seconds))).toEqual(expected);
  });

  it('says when the time was meant in milliseconds', () => {
    const [finding] = judge([operation({ fields: { timestamp: now } })]).findings;
    expect(finding?.message).toContain('in milliseconds');
  });

  it('counts a drift as a risk, not as a breach', () => {
    expect(tallyOf('REQ-03', away(60))).toMatchObject({ risky: 1, broken: 0 });
  });

  it('is not judged by a request that nobody signed', () => {
    const forged = { refusal: 'invalid_signature', ...away(900) } as const;
    expect(broken(forged)).toEqual(['REQ-01 request-badly-signed']);
  });
});

describe('REQ-04 and REQ-05, the form', () => {
  const invalid = { refusal: 'validation_error', status: 422 } as const;

  it('names the fields that were refused', () => {
    const message = 'ip: missing; game_id: expected an integer, got the string "101"';
    const [finding] = judge([operation({ ...invalid, message })]).findings;
    expect(finding).toMatchObject({ requirement: 'REQ-04', code: 'request-invalid' });
    expect(finding?.message).toContain(message);
  });

  it('tells a content type that is not JSON from an invalid field', () => {
    const message = 'Content-Type: it is missing; send the header';
    expect(broken({ ...invalid, message })).toEqual(['REQ-05 request-not-json']);
  });

  it('takes an empty content type for none', () => {
    const message = 'Content-Type: it is empty; send the header';
    const headers = { 'content-type': '' };
    const [finding] = judge([operation({ ...invalid, message, headers })]).findings;
    expect(finding?.message).toContain('came without a content type.');
  });

  it('is broken by another method', () => {
    const headers = { 'x-signature': 'f' };
    expect(broken({ refusal: 'method_not_allowed', method: 'GET', headers })).toEqual(['REQ-05 request-not-posted']);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PROPFIND'])(
    'is not broken by %s without a signature, as proxies and monitors send it',
    (method) => {
      expect(broken({ refusal: 'method_not_allowed', method })).toEqual([]);
      expect(tallyOf('REQ-05', { refusal: 'method_not_allowed', method })).toMatchObject({
        ...{ kept: 0, risky: 0, broken: 0 },
      });
    },
  );

  it('keeps the fields where the game was what was refused', () => {
    expect(tallyOf('REQ-04', { refusal: 'game_not_found', status: 404 })).toMatchObject({
      kept: 1,
    });
    expect(tallyOf('REQ-04', { refusal: 'request_expired' })).toMatchObject({ kept: 0 });
  });
});

describe('REQ-06, the list', () => {
  const lists = (count: number, pauseMs: number): OperationPlan[] =>
    times(count, (index) => ({ kind: 'list', at: index * pauseMs }));

  it('is cached when it is asked for 4 times an hour', () => {
    expect(broken(...lists(4, 1000))).toEqual([]);
    expect(broken(...lists(9, 900_001))).toEqual([]);
  });

  it('is not cached when it is asked for 5 times', () => {
    expect(broken(...lists(5, 900_000))).toEqual(['REQ-06 list-not-cached']);
    const { findings } = judge(lists(6, 1000).map(operation));
    expect(findings.map(({ exchanges }) => exchanges.length)).toEqual([5, 5]);
  });

  it('does not count what was refused', () => {
    const refused = lists(9, 20_000).map((plan) => ({ ...plan, refusal: 'request_expired' }) as const);
    expect(broken(...refused)).toEqual([]);
  });
});

describe('REQ-07, agent_session_id', () => {
  const launch = (sessionId: string, more: OperationPlan = {}): OperationPlan => ({
    ...more,
    fields: { agent_session_id: sessionId, ...more.fields },
  });

  it('is reused when another launch has it, by whomever', () => {
    const later = launch('web', { at: 6000 });
    expect(broken(launch('web'), later)).toEqual(['REQ-07 session-id-reused']);
    const other = launch('web', { at: 1, fields: { player_id: 'player-2' } });
    expect(broken(launch('web'), other)).toEqual(['REQ-07 session-id-reused']);
  });

  it('may come again with a retry of the same launch, and with one that was refused', () => {
    expect(broken(launch('web'), launch('web', { at: 4000 }))).toEqual([]);
    const refused = launch('web', { refusal: 'game_not_found', status: 404 });
    expect(broken(refused, launch('web', { at: 60_000 }))).toEqual([]);
  });

  it('is not shown by one launch', () => {
    expect(tallyOf('REQ-07', launch('a'))).toMatchObject({ kept: 0 });
    expect(tallyOf('REQ-07', launch('a'), launch('b'))).toMatchObject({ kept: 1 });
  });

  it('is not shown by one launch each of two agents', () => {
    const { subject, ...first } = operation(launch('a'));
    const other = { ...operation(launch('b')), subject: { ...subject, agentId: 1003 } };
    const { tallies } = judge([{ ...first, subject }, other]);
    expect(tallies.find(({ requirement }) => requirement === 'REQ-07')).toMatchObject({ kept: 0 });
  });

  it('is shortened in the message', () => {
    const long = 'x'.repeat(100_000);
    const { findings } = judge([launch(long), launch(long, { at: 6000 })].map(operation));
    expect(findings[0]?.message.length).toBeLessThan(200);
  });
});

describe('REQ-09, what was refused', () => {
  const storm = (count: number, plan: (index: number) => OperationPlan): string[] =>
    broken(
      ...times(count, (index) => ({
        refusal: 'agent_not_found',
        at: index * 1000,
        ...plan(index),
      })),
    );

  const reasons = ['agent_not_found', 'api_token_not_found'] as const;

  it('is a storm when it comes six times within 10 s', () => {
    expect(storm(6, () => ({}))).toEqual(['REQ-09 refusal-repeated']);
    expect(storm(11, () => ({}))).toEqual(['REQ-09 refusal-repeated']);
  });

  it.each([
    ['five times', 5, () => ({})],
    ['slowly', 20, (index: number) => ({ at: index * 2001 })],
    ['for different players', 20, (index: number) => ({ fields: { player_id: `p${index}` } })],
    ['for nobody known', 20, () => ({ body: '[]' })],
    ['for the game', 20, () => ({ refusal: 'game_not_available' as const })],
    ['for different reasons', 10, (index: number) => ({ refusal: reasons[index % 2] })],
  ] as [string, number, (index: number) => OperationPlan][])('is no storm when it comes %s', (_, count, plan) => {
    expect(storm(count, plan)).toEqual([]);
  });
});

it('keeps a bounded memory and one judgement an operation, however many come', () => {
  const judged = judge(times(30_000, (index) => ({ at: index })).map(operation));
  expect(judged.findings).toEqual([]);
  expect(judged.tallies.find(({ requirement }) => requirement === 'REQ-01')?.kept).toBe(30_000);
});
