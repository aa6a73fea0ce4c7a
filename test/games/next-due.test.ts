import { describe, expect, it } from '@jest/globals';
import { nextDueAt } from '../../src/games/keep-games.ts';
import type { Pack } from '../../src/platform/packs.ts';

const now = 1_000;

interface Plan {
  readonly isWorking?: boolean;
  readonly isDemo?: boolean;
  readonly sessionEnds?: number;
  readonly goneAt?: number;
  readonly askedAt?: number;
  readonly intervalMs?: number;
  readonly isHere?: boolean;
  readonly packs?: readonly { readonly expiresAt?: number; readonly linkKey?: string }[];
  /** When what is tried again is due. */
  readonly retries?: readonly number[];
}

const packOf = ({ expiresAt, linkKey }: NonNullable<Plan['packs']>[number] = {}): Pack =>
  ({
    ...{ agentId: 1001, freespinsId: 'fs-1', expiresAt },
    session: linkKey === undefined ? undefined : { linkKey },
  }) as unknown as Pack;

/** One game behind the link `link`, and packs, as far as anything becomes due for them. */
const due = (plan: Plan): number | undefined => {
  const game = {
    linkKey: 'link',
    isWorking: plan.isWorking === true,
    session: plan.isDemo ? undefined : {},
    askedAt: plan.askedAt ?? 0,
    pages: { goneAt: () => plan.goneAt, isHere: () => plan.isHere === true },
  };
  const shared = {
    clock: { now: () => now },
    active: new Map([['link', game]]),
    packs: { alive: () => (plan.packs ?? []).map(packOf) },
    sessions: { endsAt: () => plan.sessionEnds },
  } as unknown as Parameters<typeof nextDueAt>[0];
  return nextDueAt(shared, plan.intervalMs ?? 0, plan.retries ?? []);
};

describe('what the platform does next for games by itself', () => {
  it.each<[string, Plan]>([
    ['the end of a session', { sessionEnds: 2_000 }],
    ['the end of the session of a pack', { isDemo: true, sessionEnds: 2_000, packs: [{ linkKey: 'x' }] }],
    ['a player who is gone', { goneAt: 2_000 }],
    ['a balance, while the player is there', { isHere: true, intervalMs: 1_500, askedAt: 500 }],
    ['the end of a pack', { packs: [{ expiresAt: 2_000 }] }],
    ['a further try', { retries: [2_000] }],
  ])('is %s', (_, plan) => {
    expect(due(plan)).toBe(2_000);
  });

  it.each<[string, Plan]>([
    ['nothing is to come', {}],
    ['it is due already, and under way or held up', { goneAt: now, retries: [900] }],
    ['the game is at work', { isWorking: true, goneAt: 2_000 }],
    ['a demo has no session that ends', { isDemo: true, sessionEnds: 2_000 }],
    ['no balance is asked for', { isHere: true, askedAt: 2_000 }],
    ['nobody is there for a balance', { intervalMs: 1_500, askedAt: 500 }],
  ])('is nothing where %s', (_, plan) => {
    expect(due(plan)).toBeUndefined();
  });

  it('is the first of all that is to come', () => {
    const packs = [{ expiresAt: 4_000 }, { expiresAt: 1_500 }, { expiresAt: 3_000 }];
    expect(due({ goneAt: 2_000, sessionEnds: 5_000, packs })).toBe(1_500);
    expect(due({ goneAt: 1_200, sessionEnds: 5_000, packs })).toBe(1_200);
  });
});
