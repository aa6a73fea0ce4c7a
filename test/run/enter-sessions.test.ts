import { describe, expect, it } from '@jest/globals';
import { runScenarios } from '../../src/run/run-scenarios.ts';
import { createSessionBook, type Launched } from '../../src/run/session-book.ts';
import { triggerCallback } from '../../src/run/trigger-callback.ts';
import type { Answer, Exchange } from '../../src/spec/exchange.ts';
import { balanceAnswer, contextFor, emptyOrder, jsonAnswer } from './run-against.ts';

const unknownSession: Answer = jsonAnswer(404, {
  error: 'session_not_found',
  message: 'no such session',
});

/** An agent that takes callbacks in sessions alone whose id begins so. */
const takingOnly = (prefix: string) =>
  contextFor((text) => (String(JSON.parse(text).session_id).startsWith(prefix) ? balanceAnswer() : unknownSession));

const operation: Exchange = {
  ...{ id: 'op-1', direction: 'operation', kind: 'get_game_link' },
  subject: { sessionId: 'platform-1' },
  request: {
    ...{ method: 'POST', url: '/api/games/get_game_link', headers: {} },
    body: Buffer.from('{"agent_session_id":"own-1"}'),
  },
  answer: { kind: 'answered', status: 200, headers: {}, body: new Uint8Array() },
  startedAt: 0,
  durationMs: 1,
};

const launch = async (): Promise<Launched> => ({
  operations: [operation],
  answer: { kind: 'answered', status: 200, body: '{}' },
  platformUrl: 'http://127.0.0.1:4600',
});

const withLaunch = (context: ReturnType<typeof contextFor>) => ({
  ...context,
  hooks: { launch },
  sessions: createSessionBook({
    ...{ players: context.players.known, given: [], ids: 'platform' as const },
    launch,
  }),
});

const codesOf = ({ causes }: { readonly causes: readonly { readonly code: string }[] }) =>
  causes.map(({ code }) => code);

describe('an agent that takes sessions alone which it opened', () => {
  it('is one cause with what it said and how to cure it, where it can open none', async () => {
    const run = await runScenarios(takingOnly('platform'), emptyOrder);

    expect(run.causes).toEqual([
      expect.objectContaining({
        code: 'unknown-session',
        message: expect.stringContaining('session_not_found ("no such session")'),
        remedy: expect.stringContaining('--session player-1=ID'),
      }),
    ]);
  });

  it('is called in a session that it opened where it can be made to', async () => {
    const run = await runScenarios(withLaunch(takingOnly('platform')), emptyOrder);

    expect(codesOf(run)).toEqual([]);
    expect(run.root).toBeUndefined();
    expect(run.setup.sessions[0]).toMatchObject({ player: 'player-1', id: 'platform-1' });
  });

  it('is called by its own agent_session_id where it takes that alone, which is told', async () => {
    const run = await runScenarios(withLaunch(takingOnly('own')), emptyOrder);

    expect(codesOf(run)).toEqual(['own-session-ids']);
    expect(run.root).toBeUndefined();
    expect(run.setup.sessions[0]).toMatchObject({ player: 'player-1', id: 'own-1' });
  });
});

describe('one callback by hand', () => {
  const bet = { type: 'makeBet', bet: '1', win: '0' } as const;

  it('says what to do where the agent does not know its session', async () => {
    const triggered = await triggerCallback(takingOnly('platform'), bet);

    expect(triggered.verdict).toBe('unjudged');
    expect(triggered.reason).toContain('session_not_found');
    expect(triggered.reason).toContain('--session player-1=ID');
  });

  it('goes in a session that the agent opened', async () => {
    const { callback } = await triggerCallback(withLaunch(takingOnly('own')), bet);

    expect(callback.sessionId).toBe('own-1');
  });

  it('is wrong where the agent refuses a bet that is covered, as in a run', async () => {
    const context = contextFor((text) =>
      JSON.parse(text).type === 'getBalance'
        ? balanceAnswer()
        : jsonAnswer(400, { error: 'insufficient_balance', message: 'no' }),
    );
    const { requirements } = await import('../../src/spec/requirements/catalogue.ts');
    const triggered = await triggerCallback({ ...context, catalogue: requirements }, bet);

    expect(triggered.verdict).toBe('wrong');
    expect(triggered.findings).toEqual([expect.objectContaining({ code: 'refused-valid', requirement: 'BET-01' })]);
  });

  it('is unjudged where the refusal may be a limit of the agent’s own', async () => {
    const context = contextFor((text) =>
      JSON.parse(text).type === 'getBalance'
        ? balanceAnswer()
        : jsonAnswer(400, { error: 'stake_limit', message: 'no bets above 0.50' }),
    );
    const triggered = await triggerCallback(context, bet);

    expect([triggered.verdict, triggered.findings]).toEqual(['unjudged', []]);
    expect(triggered.reason).toContain('stake_limit');
  });
});
