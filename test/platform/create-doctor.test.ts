import { beforeEach, describe, expect, it } from '@jest/globals';
import { createDoctor } from '../../src/platform/create-doctor.ts';
import type { Explain } from '../../src/signing/diagnose-signature.ts';
import type { SignatureQuestion } from '../../src/signing/doctor/signature-question.ts';

let now = 0;
let asked: SignatureQuestion[] = [];
let durationMs = 0;
beforeEach(() => {
  now = 5_000;
  asked = [];
  durationMs = 0;
});

const explain: Explain = (question) => {
  asked.push(question);
  now += durationMs;
  return { valid: false, mistake: 'not-sorted', sentence: 's', remedy: 'r', expected: '' };
};

const agents = new Map(
  [
    { id: 1, token: 'token-one' },
    { id: 2, token: 'token-two' },
    { id: 3, token: 'token-one' },
    { id: 4 },
  ].map((agent) => [agent.id, { ...agent, players: [], unavailableGames: [] }]),
);

const open = () => {
  const see = createDoctor({ agents, accept: 'any', ticks: () => now, explain });
  return (agentId: number | undefined = 1) =>
    see({ agentId, body: Buffer.from('{}'), header: 'ab' });
};

it('asks with the token of the agent, and has those of the others', () => {
  expect(open()()).toEqual({ mistake: 'not-sorted', sentence: 's', remedy: 'r' });
  expect(asked).toMatchObject([{ token: 'token-one', otherTokens: ['token-two'], header: 'ab' }]);
});

it('has nothing to say about an agent without a token, and about nobody', () => {
  const see = open();
  expect([see(4), see(9), createDoctor({ agents, accept: 'any', explain })(nobody)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(asked).toEqual([]);
});

const nobody = { agentId: undefined, body: Buffer.from('{}'), header: 'ab' };

describe('a flood', () => {
  const seenOf = (count: number, everyMs: number): number => {
    const see = open();
    for (let index = 0; index < count; index += 1) {
      see();
      now += everyMs;
    }
    return asked.length;
  };

  it('is looked into five times a second', () => {
    expect(seenOf(1000, 1)).toBe(5);
    expect(seenOf(2000, 1)).toBe(5 + 10);
  });

  it('takes no more of a second than 100 ms and one search', () => {
    durationMs = 60;
    expect(seenOf(500, 1)).toBe(2);
  });

  it('leaves no one out who comes slowly', () => {
    durationMs = 80;
    expect(seenOf(20, 600)).toBe(20);
  });
});

it('is counted as time spent also when the search fails', () => {
  const see = createDoctor({
    ...{ agents, accept: 'any' },
    ticks: () => now,
    explain: () => {
      now += 300;
      throw new Error('broken');
    },
  });
  const patient = { ...nobody, agentId: 1 };
  expect(() => see(patient)).toThrow('broken');
  expect(see(patient)).toBeUndefined();
});
