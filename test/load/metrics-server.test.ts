import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type LoadMetrics, openMetrics } from '../../src/load/metrics-server.ts';
import { histogramOf, secondOf } from './made-up-load.ts';

const host = '127.0.0.1';

let metrics: LoadMetrics;

beforeEach(async () => {
  metrics = await openMetrics({ host, port: 0 });
});

afterEach(async () => {
  await metrics.close();
});

const read = async (): Promise<string> => await (await fetch(metrics.url)).text();

const second = secondOf(1, {
  asked: 12,
  sent: 11,
  errors: 2,
  backlog: 5,
  underWay: 3,
  latency: { makeBet: histogramOf(3, 30), getBalance: histogramOf(0.5) },
});

const now = { players: 200, parked: 1, heapBytes: 1 };

describe('the metrics of a load', () => {
  it('count callbacks by type and result, and breaches by code', async () => {
    metrics.second({ second, now });
    metrics.second({ second, now });
    metrics.breach('lost-update');
    const text = await read();
    expect(text).toContain('walletproof_load_callbacks_total{type="makeBet",result="answered"} 4');
    expect(text).toContain('walletproof_load_callbacks_total{type="any",result="error"} 4');
    expect(text).toContain('walletproof_load_breaches_total{code="lost-update"} 1');
  });

  it('have the state of the last second', async () => {
    metrics.second({ second, now });
    metrics.second({ second: { ...second, backlog: 9 }, now });
    const text = await read();
    expect(text).toContain('walletproof_load_asked_rate 12');
    expect(text).toContain('walletproof_load_reached_rate 11');
    expect(text).toContain('walletproof_load_backlog 9');
    expect(text).toContain('walletproof_load_under_way 3');
    expect(text).toContain('walletproof_load_players 200');
    expect(text).toContain('walletproof_load_parked_players 1');
  });

  it('have latency as a histogram of seconds', async () => {
    metrics.second({ second, now });
    const text = await read();
    expect(text).toContain('walletproof_load_latency_seconds_bucket{le="0.005",type="makeBet"} 1');
    expect(text).toContain('walletproof_load_latency_seconds_bucket{le="0.05",type="makeBet"} 2');
    expect(text).toContain('walletproof_load_latency_seconds_count{type="makeBet"} 2');
  });
});

describe('the server of the metrics', () => {
  it('answers OpenMetrics, to the end', async () => {
    const { headers } = await fetch(metrics.url);
    expect(headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    expect((await read()).endsWith('# EOF\n')).toBe(true);
  });

  it('answers at one address only, and only who reads', async () => {
    expect((await fetch(new URL('/', metrics.url))).status).toBe(404);
    expect((await fetch(metrics.url, { method: 'POST' })).status).toBe(405);
  });

  it('says so where the port is taken', async () => {
    const port = Number(new URL(metrics.url).port);
    await expect(openMetrics({ host, port })).rejects.toMatchObject({
      code: 'environment',
      message: `The metrics cannot be served: 127.0.0.1:${port} is already in use.`,
      remedy: expect.stringContaining('--metrics-port'),
    });
  });
});
