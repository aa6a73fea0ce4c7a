import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { AdminEvent } from '../../src/api/schemas/admin-event.ts';
import { AgentHealth } from '../../src/serve/agent-health.ts';
import type { Failure } from '../../src/spec/exchange.ts';
import { makeBet } from '../api/sample-calls.ts';

let told: AdminEvent[];
let health: AgentHealth;
beforeEach(() => {
  jest.useFakeTimers();
  told = [];
  health = new AgentHealth(1001, { publish: (event) => void told.push(event) });
});
afterEach(() => {
  health.close();
  jest.useRealTimers();
});

const subject = { agentId: 1001 };
const at = Date.parse('2026-03-01T12:00:00.000Z');
const answered = (durationMs: number) => makeBet(1, { subject, startedAt: at, durationMs });
const failed = (failure: Failure, startedAt = at) =>
  makeBet(1, { subject, startedAt, durationMs: 1, answer: { kind: 'failed', failure, message: `It was ${failure}.` } });

it('tells how many callbacks were answered, and what half of the answers took', () => {
  expect(health.view()).toEqual({ answers: 0, requests: 0 });
  for (const ms of [1, 30, 5]) health.note(answered(ms));
  expect(health.view()).toMatchObject({ answers: 3, medianMs: 5, lastAt: '2026-03-01T12:00:00.005000Z' });
});

it('is silent from the first callback that nobody answered until the next that somebody does', () => {
  health.note(answered(1));
  health.note(failed('refused'));
  health.note(failed('timeout', at + 60_000));
  expect(health.view().silent).toEqual({
    since: '2026-03-01T12:00:00.000000Z',
    failure: 'timeout',
    message: 'It was timeout.',
  });
  health.note(answered(1));
  expect(health.view()).not.toHaveProperty('silent');
});

it.each(['dropped', 'interrupted'] as const)('an answer that was %s on purpose is no silence', (failure) => {
  health.note(failed(failure));
  expect(health.view()).toEqual({ answers: 0, requests: 0 });
});

it('counts the requests of the agent, and nothing of another agent', () => {
  health.note(makeBet(1, { subject, direction: 'operation', kind: 'list' }));
  health.note(makeBet(2, { subject: { agentId: 1002 } }));
  expect(health.view()).toEqual({ answers: 0, requests: 1 });
});

it('is told twice a second at most, as it is then', () => {
  for (let count = 0; count < 50; count += 1) health.note(answered(2));
  expect(told).toEqual([]);
  jest.advanceTimersByTime(500);
  expect(told).toEqual([{ kind: 'agent-health', health: expect.objectContaining({ answers: 50 }) }]);
});
