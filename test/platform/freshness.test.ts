import { describe, expect, it } from '@jest/globals';
import { checkFreshness } from '../../src/platform/authenticate.ts';
import { now, openPlatform } from './open-platform.ts';

const check = (timestamp: number, future: 'symmetric' | 'past-only' = 'symmetric') =>
  checkFreshness(timestamp, now * 1000, future)?.code ?? 'fresh';

describe('freshness', () => {
  it.each([
    [now, 'fresh'],
    [now - 300, 'fresh'],
    [now - 301, 'request_expired'],
    [now + 300, 'fresh'],
    [now + 301, 'request_expired'],
    [0, 'request_expired'],
    [-now, 'request_expired'],
  ])('of %p is %s', (timestamp, expected) => {
    expect(check(timestamp)).toBe(expected);
  });

  it('counts whole seconds, so that 300 is fresh for the whole of its second', () => {
    expect(checkFreshness(now - 300, now * 1000 + 999, 'symmetric')).toBeUndefined();
  });

  it('lets the future be where only the past expires', () => {
    expect(check(now + 100_000, 'past-only')).toBe('fresh');
    expect(check(now - 301, 'past-only')).toBe('request_expired');
  });

  it('tells milliseconds when it sees them', () => {
    const refused = checkFreshness(now * 1000, now * 1000, 'symmetric');
    expect(refused?.code).toBe('request_expired');
    expect(refused?.message).toContain('looks like milliseconds');
  });

  it('says by how much', () => {
    const refused = checkFreshness(now - 400, now * 1000, 'symmetric');
    expect(refused?.message).toBe(
      `timestamp ${now - 400} is 400 s in the past, more than 300 s; the platform's time is ${now}.`,
    );
  });
});

describe('the freshness check of a platform', () => {
  it('follows the quirk', async () => {
    const open = await openPlatform({ futureTimestamp: 'past-only' });
    const { status } = await open.call('list', { timestamp: now + 5000 });
    await open.close();
    expect(status).toBe(200);
  });

  it.each([undefined, '1800000000', 1_800_000_000.5, null, true])(
    'leaves a timestamp of %p to the field check',
    async (timestamp) => {
      const open = await openPlatform();
      const { status, json } = await open.call('list', { timestamp });
      await open.close();
      expect([status, json.error]).toEqual([422, 'validation_error']);
      expect(json.errors?.map(({ field }) => field)).toEqual(['timestamp']);
    },
  );
});
