import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { openPlatform, readJournal, watchHealth } from '../platform.js';
import { anyRequest } from './draw-request.js';
import { exchange, judgeAnswer } from './exchange.js';
import { predict } from './predict.js';
import { writeRequest } from './write-request.js';

/** So many are under way at once. */
const lanes = 6;
/** Requests that are drawn from one seed. */
const runsAtOnce = 200;
/** After each of these the journal is looked into. */
const roundMs = 20_000;
/** An entry is there after this long, on the busiest machine. */
const longestEntryMs = 20_000;
/** Bytes that are too many for a line. */
const keep = '.walletproof/campaign';

/** Pages have their own answers; only what is the API's must be in the envelope. */
const isOfApi = (bytes) => /^POST \/+api\//i.test(bytes.toString('latin1', 0, 40));

/** Sends a drawn request; gives what is wrong, and remembers that the journal must have it. */
const tryRequest = async (context, request) => {
  const written = writeRequest(request);
  const isWhole = request.mutations.length === 0;
  const sentAt = Date.now();
  const { answer, error, isTimedOut } = await exchange(context.port, written.bytes, isWhole);
  const answeredAt = Date.now();
  context.count += 1;
  if (isWhole) context.slowestMs = Math.max(context.slowestMs, answeredAt - sentAt);
  const id = answer?.value?.request_id;
  if (typeof id === 'string') context.answered.set(id, written.bytes);
  const findsOf = () => {
    if (isTimedOut) return [{ kind: 'no end', detail: 'neither answered nor closed within 45 s' }];
    if (answer === undefined) return isWhole ? [{ kind: 'no answer', detail: `the connection ended: ${error}` }] : [];
    if (!isWhole && !isOfApi(written.bytes)) return [];
    const predicted = isWhole ? predict({ request, written, sentAt, answeredAt }) : undefined;
    return judgeAnswer(answer, { request, predicted, folder: context.folder });
  };
  return { written, found: findsOf() };
};

const shown = (bytes, { seed, count }) => {
  if (bytes.length <= 2000) return `send these bytes (hex): ${bytes.toString('hex')}`;
  const file = join(keep, `request-${seed}-${count}.bin`);
  mkdirSync(keep, { recursive: true });
  writeFileSync(file, bytes);
  return `send the bytes of ${file}`;
};

const returnedFalse = 'Property failed by returning false';

/** Draws requests from a seed, and shrinks the first that shows something new. */
const drawMany = async (context, { seed, until }) => {
  const { finds, signal } = context;
  const isNew = ({ kind }) => !finds.has(kind);
  const property = fc.asyncProperty(anyRequest, async (request) => {
    // Nothing that is under way is given up: the journal is asked for all of it.
    if (signal.aborted || performance.now() > until) return true;
    const { found } = await tryRequest(context, request);
    return !found.some(isNew);
  });
  const { counterexample, errorInstance, counterexamplePath } = await fc.check(property, { seed, numRuns: runsAtOnce });
  if (counterexample === null) return;
  // A fault of the campaign itself is none of the platform.
  if (errorInstance?.message !== returnedFalse) throw errorInstance;
  const { written, found } = await tryRequest(context, counterexample[0]);
  const reproduction = `${shown(written.bytes, context)} (drawn ${seed}, ${counterexamplePath})`;
  const told = found.length > 0 ? found : [{ kind: 'not again', detail: 'the smallest did it once only' }];
  for (const find of told) finds.add({ ...find, reproduction });
};

/** What was answered must have its entry, at the latest after a while. Nothing is under way meanwhile. */
const checkJournal = async (context, journal) => {
  const { answered, finds } = context;
  const until = performance.now() + longestEntryMs;
  while (answered.size > 0 && performance.now() < until) {
    const { ids, last } = readJournal(journal, context.lastSeq);
    context.lastSeq = last;
    for (const id of ids) answered.delete(id);
    await delay(20);
  }
  for (const [id, bytes] of answered) {
    const detail = `the journal has no entry of request_id ${id}`;
    finds.add({ kind: 'no entry', detail, reproduction: shown(bytes, context) });
  }
  answered.clear();
};

/** Requests that chance draws, against `serve`, each answer predicted by an oracle of its own. */
export const runRequests = async (given) => {
  const { product, folder, ms, dice, finds } = given;
  const stop = new AbortController();
  const signal = AbortSignal.any([given.signal, stop.signal]);
  const journal = join(folder, 'journal.db');
  const platform = await openPlatform({ product, folder, journal });
  const until = performance.now() + ms;
  const context = { ...given, signal, port: platform.port, count: 0, slowestMs: 0, lastSeq: 0, answered: new Map() };
  const driveLane = async (lane, end) => {
    for (let batch = 0; performance.now() < end && !signal.aborted; batch += 1) {
      await drawMany(context, {
        seed: dice
          .fork(lane)
          .fork(batch)
          .integer(1, 2 ** 31 - 1),
        until: end,
      });
    }
  };
  const stopHealth = watchHealth(platform, finds.add);
  try {
    for (let round = 0; performance.now() < until && !signal.aborted; round += 1) {
      const end = Math.min(until, performance.now() + roundMs);
      // Where one lane fails the others are stopped first.
      const all = Array.from({ length: lanes }, (_, lane) =>
        driveLane(`${round}/${lane}`, end).catch((error) => stop.abort(error)),
      );
      await Promise.all(all);
      stop.signal.throwIfAborted();
      await checkJournal(context, journal);
    }
  } finally {
    await stopHealth();
    await platform.close();
  }
  return { tried: [[context.count, 'requests']], worst: `answered after ${context.slowestMs} ms` };
};
