import { describe, expect, it } from '@jest/globals';
import type { KnownAgent } from '../../src/formats/known-agent.ts';
import { prepareRun, searchDialect } from '../../src/runner/prepare-run.ts';
import type { RunContext } from '../../src/runner/run-context.ts';
import { canonicalText, sign } from '../../src/signing/sign.ts';
import type { Say } from './run-against.ts';
import { badSignature, balanceAnswer, contextFor, emptyOrder, token } from './run-against.ts';

/** An agent that verifies that dialect. */
const verifying =
  (dialect: string): Say =>
  (text, signature) =>
    signature === sign(canonicalText(text, dialect), token) ? balanceAnswer() : badSignature;

const prepare = async (say: Say, known: KnownAgent) => {
  const calls: string[] = [];
  const context = contextFor((...heard) => {
    calls.push(heard[2].label);
    return say(...heard);
  });
  const prepared = await prepareRun({ ...context, known } satisfies RunContext, emptyOrder);
  return { ...prepared, calls };
};

describe('a dialect that is remembered', () => {
  it('is spoken from the first call on, and confirmed by three', async () => {
    const { context, dialect, calls, root } = await prepare(verifying('python'), {
      dialect: 'python',
    });
    expect(root).toBeUndefined();
    expect(dialect).toMatchObject({ name: 'python', how: 'found' });
    expect(context.agent.dialect).toBe('python');
    const anew = await prepare(verifying('python'), {});
    expect(anew.dialect).toEqual(dialect);
    expect(calls.length).toBeLessThan(anew.calls.length / 2);
  });

  it.each(['minimal', 'php', 'python', 'go'])(
    'is corrected where the agent verifies %s by now',
    async (now) => {
      const { context, dialect, root } = await prepare(verifying(now), { dialect: 'gson' });
      const anew = await prepare(verifying(now), {});
      expect(root).toBeUndefined();
      expect(dialect).toEqual(anew.dialect);
      expect(context.known.dialect).toBe(anew.dialect?.name);
    },
  );

  it('is found to be another where only what is rare is written differently', async () => {
    const { dialect } = await prepare(verifying('php'), { dialect: 'minimal' });
    expect(dialect?.name).toBe('php');
  });

  it('is ignored where there is no such dialect', async () => {
    const { dialect } = await prepare(verifying('minimal'), { dialect: 'klingon' });
    expect(dialect?.name).toBe('minimal');
  });

  it('leaves a stored run with calls of the preflight that were signed right', async () => {
    const { exchanges } = await prepare(verifying('php'), { dialect: 'python' });
    const preflight = exchanges.filter(({ scenario }) => scenario === 'preflight');
    expect(preflight.map(({ status }) => status)).toEqual(preflight.map(() => 200));
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
