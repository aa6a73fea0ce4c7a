import { describe, expect, it } from '@jest/globals';
import type { KnownAgent } from '../../src/formats/known-agent.ts';
import { prepareRun, searchDialect } from '../../src/run/prepare-run.ts';
import type { RunContext } from '../../src/run/run-context.ts';
import { canonicalText, sign } from '../../src/signing/sign.ts';
import { badSignature, balanceAnswer, contextFor, emptyOrder, type Say, token } from './run-against.ts';

/** An agent that verifies that dialect. */
const verifying =
  (dialect: string): Say =>
  (text, signature) =>
    signature === sign(canonicalText(text, dialect), token) ? balanceAnswer() : badSignature;

const asTest = { ...emptyOrder, firstCall: 'with-freespins' } as const;

const prepare = async (say: Say, known: KnownAgent) => {
  const calls: string[] = [];
  const context = contextFor((...heard) => {
    calls.push(heard[2].label);
    return say(...heard);
  });
  const prepared = await prepareRun({ ...context, known } satisfies RunContext, asTest);
  return { ...prepared, calls };
};

describe('a dialect that is remembered', () => {
  it('is that of every call, and probes ask whether it still holds', async () => {
    const { context, dialect, calls, root } = await prepare(verifying('python'), {
      dialect: 'python',
    });
    expect(root).toBeUndefined();
    expect(dialect).toMatchObject({ name: 'python', how: 'found' });
    expect(context.agent.dialect).toBe('python');
    expect(calls.slice(0, 3)).toEqual([
      'getBalance (opening balance, with free spins)',
      ...Array<string>(2).fill('getBalance (opening balance)'),
    ]);
    expect(calls.slice(3).map((label) => label.split(', ').at(-1))).toEqual([
      'wrongly signed',
      'signed as python',
      'signed as python',
      'getBalance (the end of the free spins)',
    ]);
  });

  it.each(['minimal', 'php', 'python', 'go'])('is corrected where the agent verifies %s by now', async (now) => {
    const { dialect, root } = await prepare(verifying(now), { dialect: 'gson' });
    expect(root).toBeUndefined();
    expect(dialect?.name).toBe(now);
  });

  it('is ignored where there is no such dialect', async () => {
    const { context } = await prepare(verifying('minimal'), { dialect: 'klingon' });
    expect(context.agent.dialect).toBe('minimal');
  });

  it('leaves a stored run with calls of the preflight that were signed right', async () => {
    const { exchanges } = await prepare(verifying('php'), { dialect: 'python' });
    const preflight = exchanges.filter(({ scenario }) => scenario === 'preflight');
    expect(preflight.map(({ status }) => status)).toEqual(preflight.map(() => 200));
  });
});

describe('another player whose name dialects write differently', () => {
  const [one, two] = contextFor(() => balanceAnswer()).players.known;

  it('is not taken for unknown: the dialect is looked for before the first scenario', async () => {
    const context = contextFor(verifying('ascii'));
    const known = [one, two && { ...two, username: 'Игрок' }].flatMap((each) => each ?? []);
    const players = { ...context.players, known };
    const prepared = await prepareRun({ ...context, players }, asTest);
    expect(prepared.dialect?.name).toBe('ascii');
    expect(prepared.context.players.known.map(({ id }) => id)).toEqual(['player-1', 'player-2']);
    expect(prepared.context.players.refused).toEqual([]);
  });
});

describe('the search for a dialect', () => {
  it('names it', async () => {
    const found = await searchDialect(contextFor(verifying('python')));
    expect(found).toEqual({ dialect: 'python', root: undefined });
  });

  it('says what is wrong where there is none', async () => {
    const { dialect, root } = await searchDialect(contextFor(() => badSignature));
    expect(dialect).toBeUndefined();
    expect(root?.reason).toContain('in every dialect');
  });
});
