import { describe, expect, it } from '@jest/globals';
import { askedOf, demandStart, nonceOfLoad } from '../../src/cli/order-load.ts';

const about = { players: 10, mix: 'Casino', faults: {}, timeoutMs: 5000 };

describe('what a load asks for', () => {
  it('fits a run of 30 s where nothing is said', () => {
    expect(askedOf({}, about)).toEqual({
      ...about,
      ratePerSecond: 50,
      rampMs: 5_000,
      holdMs: 20_000,
      spikes: [],
      maxCallbacks: 200_000,
      failOn: [],
    });
  });

  it.each([
    [{ rate: 5000 }, '--max-rate 5000/s'],
    [{ spike: [{ ratePerSecond: 3000, atMs: 0, forMs: 1000 }] }, '--max-rate 3000/s'],
    [{ ramp: 60_000, for: 300_000 }, '--max-time 6m'],
    [{ rate: 2000, for: 240_000 }, '--max-callbacks 485000'],
  ])('is refused above a cap, and says how to raise it: %j', (flags, remedy) => {
    expect(() => askedOf(flags, about)).toThrow(
      expect.objectContaining({ code: 'usage', remedy: expect.stringContaining(remedy) }),
    );
  });

  it('is taken where the cap is raised', () => {
    const flags = { rate: 5000, for: 600_000, ramp: 0 };
    const raised = { maxRate: 5000, maxTime: 600_000, maxCallbacks: 3_000_000 };

    expect(askedOf({ ...flags, ...raised }, about)).toMatchObject({
      ratePerSecond: 5000,
      holdMs: 600_000,
      maxCallbacks: 3_000_000,
    });
  });

  it('lasts as long as --for says, or --duration', () => {
    expect(askedOf({ for: 7_000 }, about).holdMs).toBe(7_000);
    expect(askedOf({ duration: 7_000 }, about).holdMs).toBe(7_000);
  });

  it('has no spike after its end', () => {
    const spike = [{ ratePerSecond: 100, atMs: 24_000, forMs: 5_000 }];

    expect(() => askedOf({ spike }, about)).toThrow('A --spike ends 29s after the start');
  });
});

describe('the nonce of a load', () => {
  const settings = { nonce: 'own', seed: 7 };
  const slice = { index: 2, count: 4 };

  it('is that of the settings where there is one slice', () => {
    const taken = { slice: { index: 1, count: 1 } };

    expect(nonceOfLoad(taken, {}, settings)).toEqual({ nonce: 'own', idNonce: 'own', seed: 7 });
  });

  it.each([
    ['--nonce', { slice, job: 'slurm-5' }, { nonce: 'load-7', startAt: 36_000 }, 'load-7'],
    ['the job of the scheduler', { slice, job: 'slurm-5' }, { startAt: 36_000 }, 'slurm-5'],
    ['--start-at', { slice }, { startAt: 36_000 }, 'at-10'],
  ])('is the same in all slices by %s, and so is the seed', (_by, taken, flags, nonce) => {
    const one = nonceOfLoad(taken, flags, settings);
    const other = nonceOfLoad({ ...taken, slice: { index: 3, count: 4 } }, flags, settings);

    expect(one.nonce).toBe(nonce);
    expect(other.nonce).toBe(nonce);
    expect(other.seed).toBe(one.seed);
    expect(one.idNonce).toMatch(new RegExp(`^${nonce}-2-[a-z0-9]+$`));
    expect(other.idNonce).toMatch(new RegExp(`^${nonce}-3-[a-z0-9]+$`));
  });

  it('is asked for where slices have nothing in common', () => {
    expect(() => nonceOfLoad({ slice }, {}, settings)).toThrow('need one nonce');
  });
});

describe('the start of a load', () => {
  const now = Date.parse('2026-12-31T12:00:00Z');

  it('may be a moment ago, or up to an hour away', () => {
    for (const startAt of [undefined, now - 4_000, now + 3_600_000]) {
      expect(() => demandStart(startAt, now)).not.toThrow();
    }
  });

  it('is refused where it is over, or too far away', () => {
    expect(() => demandStart(now - 60_000, now)).toThrow('--start-at 2026-12-31T11:59:00.000Z was 1m ago.');
    expect(() => demandStart(now + 3_700_000, now)).toThrow('is more than an hour away');
  });
});
