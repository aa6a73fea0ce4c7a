import { describe, expect, it } from '@jest/globals';
import type { KnownAgent } from '../../src/formats/known-agent.ts';
import { measureAgent } from '../../src/run/prepare-run.ts';
import type { ComposedCall, RunContext } from '../../src/run/run-context.ts';
import type { CallbackTiming } from '../../src/spec/exchange.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { balanceAnswer, contextFor } from './run-against.ts';

interface Took extends CallbackTiming {
  readonly durationMs: number;
}

/** A context whose agent takes so long over each kind of connection. */
const contextWith = (took: (connection: ComposedCall['connection']) => Took, known: KnownAgent = {}): RunContext => {
  const context = contextFor(() => balanceAnswer());
  const clock = createManualClock();
  return {
    ...context,
    known,
    clock: { ...clock, sleep: async () => undefined },
    send: async (call, scenario) => {
      const { durationMs, ...timing } = took(call.connection);
      return { ...(await context.send(call, scenario)), durationMs, timing };
    },
  };
};

it('takes the median of three calls over a kept connection', async () => {
  const durations = [31, 900, 30];
  const { known, exchanges } = await measureAgent(
    contextWith(() => {
      const durationMs = durations.shift() ?? 0;
      return { durationMs, headersMs: durationMs - 0.2 };
    }),
  );
  expect(known).toEqual({ latencyMs: 31 });
  expect(exchanges.map(({ scenario, line }) => [scenario, line])).toEqual(Array(3).fill(['measures', undefined]));
});

it('does not count our own lateness', async () => {
  const late = { durationMs: 530, headersMs: 529, lagMs: 500 };
  expect((await measureAgent(contextWith(() => late))).known.latencyMs).toBe(30);
});

describe('an answer in two writes', () => {
  const split = (connection: ComposedCall['connection']): Took =>
    connection === 'fresh' ? { durationMs: 1.5, headersMs: 1.1 } : { durationMs: 44, headersMs: 1 };

  it('is found by the gap, and every call gets a connection of its own', async () => {
    const { known, exchanges } = await measureAgent(contextWith(split));
    expect(known).toEqual({ latencyMs: 1.5, connections: 'fresh', splitMs: 43 });
    expect(exchanges).toHaveLength(6);
  });

  it('is forgotten once the agent sends it in one', async () => {
    const before = { connections: 'fresh', splitMs: 43, dialect: 'php' } as const;
    const { known } = await measureAgent(contextWith(() => ({ durationMs: 2, headersMs: 1.9 }), before));
    expect(known).toEqual({ latencyMs: 2, dialect: 'php' });
  });

  it('is no matter of connections where the body takes as long on a new one', async () => {
    const { known } = await measureAgent(contextWith(() => ({ durationMs: 80, headersMs: 2 })));
    expect(known).toEqual({ latencyMs: 80 });
  });

  it('is no reason for new connections where those are slower', async () => {
    const { known } = await measureAgent(
      contextWith((connection) =>
        connection === 'fresh' ? { durationMs: 90, headersMs: 89 } : { durationMs: 44, headersMs: 1 },
      ),
    );
    expect(known).toEqual({ latencyMs: 44 });
  });
});
