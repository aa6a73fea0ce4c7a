import { createHistogram } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { openConnection } from './connection.js';

const connections = 50;

/** What is not answered this long after the last arrival is given up, and counts as so late. */
const patienceMs = 3_000;

/**
 * Requests that arrive at a rate of their own, whether or not the ones before are answered: each
 * has a time at which it should be sent, and its latency counts from there. `{ p50, p99, late }`
 * in milliseconds; `late`: how late the load itself was in 99 of 100, which is in the others, too.
 */
export const loadAtRate = async ({ port, next, rate, durationMs }) => {
  const lateness = createHistogram();
  const pool = await openPool(port, next);
  const total = Math.floor((rate * durationMs) / 1000);
  const start = performance.now();
  const timeOf = (arrival) => start + (arrival * 1000) / rate;
  for (let arrived = 0; arrived < total; ) {
    await pool.orFailed(pause(1));
    const now = performance.now();
    for (; arrived < total && timeOf(arrived) <= now; arrived += 1) {
      record(lateness, now - timeOf(arrived));
      pool.send(timeOf(arrived));
    }
  }
  const end = performance.now() + patienceMs;
  while (pool.latencies.count < total && performance.now() < end) await pool.orFailed(pause(5));
  while (pool.latencies.count < total) record(pool.latencies, patienceMs);
  await pool.close();
  const percentile = (histogram, rank) => histogram.percentile(rank) / 1000;
  return {
    p50: percentile(pool.latencies, 50),
    p99: percentile(pool.latencies, 99),
    late: percentile(lateness, 99),
  };
};

/** In microseconds, at least one: a histogram counts whole numbers. */
const record = (histogram, milliseconds) => histogram.record(Math.max(1, Math.round(milliseconds * 1000)));

/** Connections that are kept open; what finds none free waits for one. */
const openPool = async (port, next) => {
  const latencies = createHistogram();
  const free = [];
  const due = [];
  const since = new Map();
  const sendOver = (connection, at) => {
    since.set(connection, at);
    connection.send(next());
  };
  const onAnswer = (connection) => {
    record(latencies, performance.now() - since.get(connection));
    const at = due.shift();
    if (at === undefined) free.push(connection);
    else sendOver(connection, at);
  };
  const onReady = (connection) => free.push(connection);
  const open = Array.from({ length: connections }, () => openConnection({ port, onReady, onAnswer }));
  const closed = Promise.all(open.map((connection) => connection.closed));
  /** Rejects as well once a connection has failed. */
  const orFailed = async (promise) => await Promise.race([promise, closed]);
  while (free.length < connections) await orFailed(pause(5));
  return {
    latencies,
    orFailed,
    send: (at) => {
      const connection = free.pop();
      if (connection === undefined) due.push(at);
      else sendOver(connection, at);
    },
    close: async () => {
      due.length = 0;
      for (const connection of open) connection.end();
      await closed;
    },
  };
};
