import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { LoadBreach } from '../formats/load-report.ts';
import { recordedTimes } from '../report/load/histograms.ts';
import { type Address, listen } from '../serve/listen.ts';
import { callbackTypes } from '../spec/callback.ts';
import { WalletproofError } from '../spec/walletproof-error.ts';
import type { GatheredSecond } from './gather-seconds.ts';

/** A load, second by second, for whoever scrapes it. */
export interface LoadMetrics {
  /** `http://127.0.0.1:9464/metrics`. */
  readonly url: string;
  /** What a second came to, of all workers. */
  second(gathered: GatheredSecond): void;
  breach(code: LoadBreach['code']): void;
  close(): Promise<void>;
}

/** Answers GET /metrics in OpenMetrics. Throws a WalletproofError where the port cannot be had; 0 takes a free one. */
export const openMetrics = async ({ host, port }: Address): Promise<LoadMetrics> => {
  const registry = new Registry<OpenMetrics>();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  const metrics = metricsIn(registry);
  const server = createServer((request, response) => {
    void answer(registry, request, response);
  });
  const url = await listen(server, { host, port }).catch((error: unknown) => {
    throw forMetrics(error);
  });
  return {
    ...metrics,
    url: `${url}/metrics`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

type OpenMetrics = typeof Registry.OPENMETRICS_CONTENT_TYPE;

const forMetrics = (error: unknown): unknown =>
  error instanceof WalletproofError
    ? new WalletproofError(
        error.code,
        `The metrics cannot be served: ${error.message}`,
        error.remedy.replaceAll('--port', '--metrics-port'),
        { cause: error },
      )
    : error;

const answer = async (
  registry: Registry<OpenMetrics>,
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead || url.split('?')[0] !== '/metrics') {
    response.writeHead(isRead ? 404 : 405, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('GET /metrics\n');
    return;
  }
  const text = await registry.metrics();
  response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
  response.end(method === 'HEAD' ? undefined : text);
};

/** Seconds; from a wallet beside the database to one that hangs. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const metricsIn = (registry: Registry<OpenMetrics>): Pick<LoadMetrics, 'second' | 'breach'> => {
  const registers = [registry];
  const callbacks = new Counter({
    name: 'walletproof_load_callbacks',
    help: 'Callbacks that were answered, by type, and those that came to an error.',
    labelNames: ['type', 'result'],
    registers,
  });
  const breaches = new Counter({
    name: 'walletproof_load_breaches',
    help: 'Breaches by their code.',
    labelNames: ['code'],
    registers,
  });
  const latency = new Histogram({
    name: 'walletproof_load_latency_seconds',
    help: 'From the intended time of a callback to the last byte of its answer.',
    labelNames: ['type'],
    buckets,
    registers,
  });
  const setGauges = gaugesIn(registry);
  return {
    breach: (code) => breaches.inc({ code }),
    second: (gathered) => {
      setGauges(gathered);
      // A second does not say of what type its errors were.
      callbacks.inc({ type: 'any', result: 'error' }, gathered.second.errors);
      for (const type of callbackTypes) {
        for (const { ms, count } of recordedTimes(gathered.second.latency[type])) {
          callbacks.inc({ type, result: 'answered' }, count);
          for (let each = 0; each < count; each += 1) latency.observe({ type }, ms / 1000);
        }
      }
    },
  };
};

const gaugesIn = (registry: Registry<OpenMetrics>): ((gathered: GatheredSecond) => void) => {
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `walletproof_load_${name}`, help, registers: [registry] });
  const asked = gauge('asked_rate', 'Callbacks that were due in the last second.');
  const reached = gauge('reached_rate', 'Callbacks that were sent in the last second.');
  const backlog = gauge('backlog', 'Callbacks that are due and wait.');
  const underWay = gauge('under_way', 'Callbacks that wait for their answer.');
  const players = gauge('players', 'Players that are played.');
  const parked = gauge('parked_players', 'Players that are not called any more.');
  return ({ second, now }) => {
    asked.set(second.asked);
    reached.set(second.sent);
    backlog.set(second.backlog);
    underWay.set(second.underWay);
    players.set(now.players);
    parked.set(now.parked);
  };
};
