import { describe, expect, it } from '@jest/globals';
import type { ReportedExchange } from '../../src/formats/run.ts';
import { judgeExhaustion } from '../../src/judge/exhausted.ts';
import { anExchange } from '../report/run-builder.ts';

type Answered = Partial<ReportedExchange>;

const balance: Answered = { status: 200, answerBody: '{"content":{"balance":100}}' };

const refused: Answered = { status: 402, answerBody: '{"error":"insufficient_balance","message":"no"}' };

const broken: Answered = { status: 500, answerBody: '{"error":"internal_error","message":"no connection is free"}' };

const nothing: Answered = { status: null, failure: 'timeout: no answer came', answerBody: '' };

/** So many calls one after another, a second each. */
const times = (count: number, answered: Answered): readonly Answered[] => Array(count).fill(answered);

const callsOf = (...groups: readonly (readonly Answered[])[]): readonly ReportedExchange[] =>
  groups.flat().map((answered, n) =>
    anExchange({
      id: `x${n + 1}`,
      startedAt: new Date(1_700_000_000_000 + 1000 * n).toISOString(),
      scenario: `scenarios/s${n + 1}.yaml`,
      ...answered,
    }),
  );

const told = (...groups: readonly (readonly Answered[])[]) => judgeExhaustion(callsOf(...groups));

describe('an agent whose every call fails from one call on', () => {
  it('has given something back to nobody, which refused calls kept', () => {
    expect(told(times(20, balance), times(6, refused), times(3, balance), times(9, broken))).toEqual([
      {
        code: 'exhausted',
        requirement: 'ROB-14',
        weight: 'breach',
        message: expect.stringMatching(
          /^From call 30 of the run on, every one of 9 calls fails: HTTP 500 internal_error .*\. Before it there were 29 calls, 6 of them refused or cut off\.$/,
        ),
        likelyCause: expect.stringContaining('each refused, repeated or broken call keeps a connection'),
        scenario: 'scenarios/s30.yaml',
        // The last refusal, and the first that failed.
        exchanges: ['x26', 'x30'],
      },
    ]);
  });

  it('is told so where it answers nothing any more', () => {
    const [finding] = told(times(20, balance), times(8, nothing));
    expect(finding?.message).toContain('From call 21 of the run on, every one of 8 calls fails: there is no answer.');
    expect(finding?.likelyCause).toBe('each call keeps something that it uses, until nothing of it is left');
    expect(finding?.exchanges).toEqual(['x21']);
  });

  it('may have failed now and then before', () => {
    expect(told(times(10, balance), times(2, broken), times(10, balance), times(8, broken))).toHaveLength(1);
    expect(told(times(10, balance), times(3, broken), times(10, balance), times(8, broken))).toEqual([]);
  });
});

describe('an agent that moves no money of a player any more', () => {
  const of = (player: string, answered: Answered): Answered => ({
    ...answered,
    requestBody: `{"player_id":"${player}","bet":1}`,
  });
  const [one, two] = ['player-1', 'player-2'];
  const read: Answered = { ...of(one, balance), kind: 'getBalance' };

  it('has kept a lock where it refused a bet, though it shows the balance still', () => {
    const [finding] = told(times(4, of(one, balance)), times(1, of(one, refused)), times(8, of(one, broken)), [read]);
    expect(finding).toMatchObject({ code: 'exhausted', requirement: 'ROB-14', exchanges: ['x5', 'x6'] });
    expect(finding?.message).toMatch(
      /^After a call that was refused or cut off every one of 8 calls that would move money of player-1 fails: HTTP 500 /,
    );
    expect(finding?.likelyCause).toMatch(/^that call keeps the lock/);
  });

  it('has kept the lock of one account, where it moves money of the player in another currency', () => {
    const inCurrency = (currency: string, answered: Answered): Answered => ({
      ...answered,
      requestBody: `{"player_id":"player-1","currency":"${currency}","bet":1}`,
    });
    const [euros, dollars] = [inCurrency('EUR', balance), inCurrency('USD', balance)];
    const locked = [times(1, inCurrency('USD', refused)), [euros], times(8, inCurrency('USD', broken)), [read]];
    const [finding] = told(times(4, dollars), ...locked);
    expect(finding?.message).toMatch(/^After a call .* every one of 8 calls that would move money of player-1 fails/);
    expect(told(times(4, dollars), ...locked, [dollars])).toEqual([]);
  });

  it('is no such agent where no refusal came before, or where it moves money of that player again', () => {
    const failing = times(8, of(one, broken));
    expect(told(times(4, of(one, balance)), failing, times(3, of(two, balance)))).toEqual([]);
    expect(told(times(4, of(one, refused)), failing, times(1, of(one, balance)), [read])).toEqual([]);
  });
});

describe('an agent is not exhausted', () => {
  it.each<[string, (readonly Answered[])[]]>([
    ['where a few calls fail at the end', [times(30, balance), times(7, broken)]],
    ['where it answers again', [times(30, balance), times(20, broken), times(1, balance)]],
    ['where it refuses', [times(30, balance), times(20, refused)]],
    ['where nothing was ever answered', [times(20, broken)]],
    [
      'where nobody listens any more',
      [times(30, balance), times(20, { ...nothing, failure: 'refused: nobody listens' })],
    ],
    [
      'where its answers were dropped on purpose',
      [times(30, balance), times(20, { ...nothing, failure: 'dropped: on purpose' })],
    ],
    ['by requests of its own', [times(30, balance), times(20, { ...broken, direction: 'operation' })]],
    ['by sendings that another one followed', [times(30, balance), times(20, { ...broken, sentAgain: true })]],
  ])('%s', (_, groups) => {
    expect(told(...groups)).toEqual([]);
  });
});

it('calls are told in the order in which they ended, whichever lane they are of', () => {
  const [late = anExchange(), ...others] = callsOf(times(1, broken), times(10, balance), times(8, broken));
  const [finding] = judgeExhaustion([{ ...late, durationMs: 60_000 }, ...others]);
  expect(finding?.message).toContain('From call 11 of the run on, every one of 9 calls fails');
});
