import { describe, expect, it } from '@jest/globals';
import type { LaunchRecord } from '../../src/judge/requests/judge-launches.ts';
import { judgeLaunches } from '../../src/judge/requests/judge-launches.ts';
import type { Exchange } from '../../src/spec/exchange.ts';
import type { PlatformFault } from '../../src/spec/fault.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { type OperationPlan, operation, signed, token } from './requests/operations.ts';

const link = (key: string): string => `http://127.0.0.1:4600/play/${key}`;

/** A launch that went well, with its link in the answer, unless it says otherwise. */
const launch = (operations: readonly Exchange[], more: Partial<LaunchRecord> = {}): LaunchRecord => ({
  line: 7,
  username: 'Player One',
  platformUrl: 'http://127.0.0.1:4600',
  operations,
  answer: { kind: 'answered', status: 200, body: JSON.stringify({ url: link('right') }) },
  ...more,
});

const linked = (plan: OperationPlan = {}): Exchange => operation({ content: { url: link('right') }, ...plan });

const judge = (launches: readonly LaunchRecord[], id: string) => {
  const listed = requirements.filter((requirement) => requirement.id === id);
  const order = { launches, requirements: listed, token, scenario: 'launch.yaml' };
  const [judgement] = judgeLaunches(order);
  return judgement;
};

const verdictOf = (launches: readonly LaunchRecord[], id: string) => judge(launches, id)?.verdict;
const reasonOf = (launches: readonly LaunchRecord[], id: string) => judge(launches, id)?.reason;

const refusedLaunch = (plan: OperationPlan): LaunchRecord =>
  launch([operation(plan)], { answer: { kind: 'answered', status: 502, body: '{}' } });

it('says where in the scenario a request broke a requirement', () => {
  const right = launch([linked()]);
  const wrong = { ...refusedLaunch({ refusal: 'invalid_signature' }), line: 9 };
  expect(judge([right, wrong], 'REQ-01')).toMatchObject({
    verdict: 'failed',
    findings: [{ code: 'request-badly-signed', scenario: 'launch.yaml', line: 9 }],
  });
});

it('names the mistake of the first requests that were signed wrongly', () => {
  const body = '{"b":1,"agent_id":1001}';
  const wrong: OperationPlan = {
    ...{ refusal: 'invalid_signature', body },
    headers: { 'x-signature': signed('{"agent_id":1001}') },
  };
  const many = launch(Array.from({ length: 5 }, () => operation(wrong)));
  const messages = judge([many], 'REQ-01')?.findings.map(({ message }) => message) ?? [];
  expect(messages.map((message) => message.includes('(field-left-out)'))).toEqual([
    ...[true, true, true, false, false],
  ]);
});

it('warns of a clock that drifts', () => {
  const late = launch([linked({ fields: { timestamp: 1_800_000_000 - 60 } })]);
  expect(verdictOf([late], 'REQ-03')).toBe('warned');
});

describe('a requirement that was not shown is skipped, and the reason says what to do', () => {
  it('when the agent asked nothing', () => {
    const silent = launch([], { answer: { kind: 'answered', status: 404, body: '' } });
    expect(verdictOf([silent], 'REQ-01')).toBe('skipped');
    expect(reasonOf([silent], 'REQ-01')).toMatch(/127\.0\.0\.1:4600.*HTTP 404.*base URL.*--port/);
  });

  it('when the hook was not answered', () => {
    const answer = { kind: 'failed', message: 'Nothing listens on 127.0.0.1:1.' } as const;
    expect(reasonOf([launch([], { answer })], 'REQ-08')).toMatch(/Nothing listens/);
  });

  it('when no launch got its link', () => {
    const refused = refusedLaunch({ refusal: 'agent_not_found', status: 404 });
    for (const id of ['REQ-01', 'REQ-03', 'REQ-06', 'REQ-07', 'REQ-08']) {
      expect(verdictOf([refused], id)).toBe('skipped');
      expect(reasonOf([refused], id)).toContain('agent_not_found');
    }
  });

  it('when no value had spaces around it', () => {
    expect(reasonOf([launch([linked()])], 'REQ-02')).toContain('{player_username}');
  });
});

describe('REQ-02', () => {
  it('is passed by a value with spaces that was accepted', () => {
    const spaced = launch([linked({ fields: { player_username: ' Player One' } })]);
    expect(verdictOf([spaced], 'REQ-02')).toBe('passed');
  });

  it('is failed by a signature over the spaces', () => {
    const body = '{"agent_id":1001,"player_username":"Player One "}';
    const headers = { 'x-signature': signed(body) };
    const wrong = refusedLaunch({ refusal: 'invalid_signature', body, headers });
    expect([verdictOf([wrong], 'REQ-02'), verdictOf([wrong], 'REQ-01')]).toEqual(['failed', 'skipped']);
  });
});

const launches = (count: number, operations: () => Exchange[]): LaunchRecord[] =>
  Array.from({ length: count }, () => launch(operations()));
const list = (): Exchange => operation({ kind: 'list' });
const sameSession = (): Exchange => linked({ fields: { agent_session_id: 'web' } });

describe('REQ-06', () => {
  const each = (operations: () => Exchange[], count: number) => verdictOf(launches(count, operations), 'REQ-06');

  it('needs five launches', () => {
    expect([each(() => [linked()], 5), each(() => [linked()], 4)]).toEqual(['passed', 'skipped']);
  });

  it('is broken by a list each time', () => {
    expect(each(() => [list(), linked()], 5)).toBe('warned');
  });
});

describe('REQ-07', () => {
  const each = (operations: () => Exchange[], count: number) => verdictOf(launches(count, operations), 'REQ-07');

  it('needs two launches', () => {
    expect([each(() => [linked()], 2), each(() => [linked()], 1)]).toEqual(['passed', 'skipped']);
  });

  it('is broken by one id for all', () => {
    expect(each(() => [sameSession()], 2)).toBe('warned');
  });

  it('takes a retry within one launch for no second launch', () => {
    const retried = launch([sameSession(), sameSession()]);
    expect(verdictOf([retried, launch([linked()])], 'REQ-07')).toBe('passed');
  });
});

describe('REQ-08, an error that looks like a success', () => {
  const fault = 'error-like-success';
  const failed = (): Exchange => operation({ status: 500, content: { url: link('marker') } });
  const answer = (status: number, body: string, location?: string) =>
    ({ kind: 'answered', status, body, location }) as const;
  const faulty = (given: LaunchRecord['answer']): LaunchRecord => launch([failed()], { fault, answer: given });
  const right = launch([linked()]);

  it.each([
    ['as it is', answer(200, JSON.stringify({ url: link('marker') }))],
    ['with escaped slashes', answer(200, '{"url":"http:\\/\\/127.0.0.1:4600\\/play\\/marker"}')],
    ['as a redirect', answer(302, '', link('marker'))],
  ])('is broken when its link comes back %s', (_, given) => {
    expect(judge([right, faulty(given)], 'REQ-08')).toMatchObject({
      verdict: 'failed',
      findings: [{ code: 'error-taken-for-success' }],
    });
  });

  it.each([
    ['an error', answer(502, '{}')],
    ['an error that quotes it', answer(502, link('marker'))],
    ['a page without it', answer(200, '{"error":"try later"}')],
  ])('is passed when the agent answers %s', (_, given) => {
    expect(verdictOf([right, faulty(given)], 'REQ-08')).toBe('passed');
  });

  it('is not judged where a link would not be seen, or no answer came', () => {
    const hidden = launch([linked()], { answer: answer(200, 'opened') });
    expect(reasonOf([hidden, faulty(answer(200, 'opened'))], 'REQ-08')).toContain('no link even');
    const silent = faulty({ kind: 'failed', message: 'No answer within 10 s.' });
    expect(reasonOf([right, silent], 'REQ-08')).toContain('No answer within 10 s.');
  });

  it('is not shown by another error', () => {
    const refused = operation({ refusal: 'game_not_found', status: 404 });
    const other = launch([refused], { fault, answer: answer(502, '{}') });
    expect(verdictOf([right, other], 'REQ-08')).toBe('skipped');
  });
});

describe('REQ-09, a refusal on purpose', () => {
  const asked = (count: number, plan: (index: number) => OperationPlan = () => ({})) =>
    Array.from({ length: count }, (_, index) =>
      operation({ refusal: 'invalid_signature', signed: 'rightly', at: index, ...plan(index) }),
    );
  const refused = (operations: Exchange[], fault: PlatformFault = 'invalid-signature') =>
    launch(operations, { fault, answer: { kind: 'answered', status: 502, body: '' } });

  it('is passed by one try and by three more, and broken by a fourth', () => {
    expect(verdictOf([refused(asked(1))], 'REQ-09')).toBe('passed');
    expect(verdictOf([refused(asked(4))], 'REQ-09')).toBe('passed');
    expect(verdictOf([refused(asked(5))], 'REQ-09')).toBe('warned');
  });

  it('is not broken by slow tries, nor by the launches of others', () => {
    expect(verdictOf([refused(asked(5, (index) => ({ at: index * 501 })))], 'REQ-09')).toBe('passed');
    const others = asked(9, (index) => ({ fields: { player_id: `player-${index}` } }));
    expect(verdictOf([refused(others)], 'REQ-09')).toBe('passed');
  });

  it('says nothing against the signature, the fields or the time of the request', () => {
    for (const [fault, refusal] of [
      ['invalid-signature', 'invalid_signature'],
      ['validation-error', 'validation_error'],
    ] as const) {
      const one = refused(
        asked(1, () => ({ refusal })),
        fault,
      );
      for (const id of ['REQ-01', 'REQ-03', 'REQ-04']) expect(verdictOf([one], id)).toBe('skipped');
    }
  });

  it('is skipped where the agent asked for no link', () => {
    expect(verdictOf([refused([])], 'REQ-09')).toBe('skipped');
  });
});

describe('a launch under a clock that was moved', () => {
  /** An agent that sets its time by that of the platform, which is ten minutes ahead. */
  const ahead = { timestamp: 1_800_000_000 + 600 };
  const refused = Array.from({ length: 6 }, (_, at) =>
    operation({ refusal: 'request_expired', signed: 'rightly', at }),
  );

  it('says nothing against the time of an agent that goes by the platform', () => {
    const moved = launch([linked({ fields: ahead })], { isTimeMoved: true });
    expect(verdictOf([moved], 'REQ-03')).toBe('skipped');
    expect(verdictOf([launch([linked({ fields: ahead })])], 'REQ-03')).toBe('failed');
  });

  it('says nothing against an agent that asks again after request_expired', () => {
    const fault = 'invalid-signature';
    expect(verdictOf([launch(refused, { fault, isTimeMoved: true })], 'REQ-09')).toBe('skipped');
    expect(verdictOf([launch(refused, { fault })], 'REQ-09')).toBe('warned');
  });

  it('still shows what has nothing to do with the time', () => {
    const wrong = operation({ refusal: 'invalid_signature' });
    expect(verdictOf([launch([wrong], { isTimeMoved: true })], 'REQ-01')).toBe('failed');
    expect(verdictOf([launch([linked()], { isTimeMoved: true })], 'REQ-03')).toBe('passed');
  });
});
