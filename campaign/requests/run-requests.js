import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { openPlatform } from '../open-platform.js';
import { readJournal } from '../read-journal.js';
import { anyRequest } from './draw-request.js';
import { judgeAnswer, requestIdOf } from './judge-answer.js';
import { predict } from './predict.js';
import { sendBytes } from './send-bytes.js';
import { writeRequest } from './write-request.js';

/** So many are under way at once. */
const lanes = 6;
/** Requests of a lane, after which the journal is looked into. */
const runsAtOnce = 200;
/** An entry is there after this long, on the busiest machine. */
const longestEntryMs = 20_000;

const isMutated = ({ mutations }) => mutations.length > 0;

/** Pages have their own answers; only what is the API's must be in the envelope. */
const isOfApi = (bytes) => /^POST \/+api\//i.test(bytes.toString('latin1', 0, 40));

const finds = (context, { request, written, sent, times }) => {
  const { answers, isTimedOut, error } = sent;
  if (isTimedOut) return [{ kind: 'no end', detail: 'neither answered nor closed within 45 s' }];
  if (isMutated(request)) {
    if (!isOfApi(written.bytes)) return [];
    return answers.flatMap((answer) => judgeAnswer({ answer, folder: context.folder }));
  }
  const [answer] = answers;
  if (answer === undefined) return [{ kind: 'no answer', detail: `the connection ended: ${error ?? 'closed'}` }];
  const predicted = predict({ request, written, ...times });
  const isHead = request.method === 'HEAD';
  return judgeAnswer({
    answer,
    predicted,
    operation: request.operation,
    isHead,
    folder: context.folder,
  });
};

/** An entry may be read before its answer is. */
const expectEntry = ({ early, waiting }, id, bytes) => {
  if (!early.delete(id)) waiting.set(id, bytes);
};

/** Sends a drawn request; gives what is wrong, and remembers that the journal must have it. */
const tryRequest = async (context, request) => {
  const written = writeRequest(request);
  const sentAt = Date.now();
  const given = { isHead: request.method === 'HEAD', isWhole: !isMutated(request) };
  const sent = await sendBytes(context.port, written.bytes, given);
  context.count += 1;
  for (const answer of sent.answers) {
    const id = requestIdOf(answer);
    if (typeof id === 'string') expectEntry(context, id, written.bytes);
  }
  const times = { sentAt, answeredAt: Date.now() };
  if (given.isWhole) context.slowestMs = Math.max(context.slowestMs, times.answeredAt - sentAt);
  return { written, found: finds(context, { request, written, sent, times }) };
};

const shown = (context, bytes) => {
  if (bytes.length <= 2000) return `send these bytes (hex): ${bytes.toString('hex')}`;
  context.files += 1;
  const file = join(context.keep, `request-${context.seed}-${context.files}.bin`);
  mkdirSync(context.keep, { recursive: true });
  writeFileSync(file, bytes);
  return `send the bytes of ${file}`;
};

const returnedFalse = 'Property failed by returning false';

const drawMany = async (context, seed, until) => {
  const isNew = ({ kind }) => !context.finds.has(kind);
  const property = fc.asyncProperty(anyRequest, async (request) => {
    if (context.signal.aborted) return true;
    const { found } = await tryRequest(context, request);
    for (const find of found) if (!isNew(find)) context.finds.add(find);
    return !found.some(isNew);
  });
  const details = await fc.check(property, {
    seed,
    numRuns: runsAtOnce,
    interruptAfterTimeLimit: Math.max(1, until - performance.now()),
    markInterruptAsFailure: false,
  });
  if (details.counterexample === null) return;
  // A fault of the campaign itself is none of the platform.
  if (details.errorInstance?.message !== returnedFalse) throw details.errorInstance;
  await addSmallest(context, details);
};

const addSmallest = async (context, { counterexample: [request], seed, counterexamplePath }) => {
  const { written, found } = await tryRequest(context, request);
  const reproduction = `${shown(context, written.bytes)} (drawn ${seed}, ${counterexamplePath})`;
  const told = found.length > 0 ? found : [{ kind: 'not again', detail: 'the smallest did it once only' }];
  for (const find of told) context.finds.add({ ...find, reproduction });
};

/** Reads what the journal has by now. */
const readEntries = (context) => {
  const { ids, last } = readJournal(context.journal, context.lastSeq);
  context.lastSeq = last;
  for (const id of ids) if (!context.waiting.delete(id)) context.early.add(id);
};

/** What waits for its entry now must have it after a while. */
const checkJournal = async (context) => {
  const expected = [...context.waiting];
  const until = performance.now() + longestEntryMs;
  readEntries(context);
  while (expected.some(([id]) => context.waiting.has(id)) && performance.now() < until) {
    await delay(20);
    readEntries(context);
  }
  for (const [id, bytes] of expected) {
    if (!context.waiting.delete(id)) continue;
    const detail = `the journal has no entry of request_id ${id}`;
    context.finds.add({ kind: 'no entry', detail, reproduction: shown(context, bytes) });
  }
};

const checkHealth = async (context, platform) => {
  const health = await platform.health().catch((error) => ({ http: String(error) }));
  if (health.http === 200) return;
  context.finds.add({ kind: 'health', detail: JSON.stringify(health) });
};

const driveLane = async (context, { lane, until }) => {
  for (let batch = 0; performance.now() < until && !context.signal.aborted; batch += 1) {
    const seed = context.dice.fork(`${lane}/${batch}`).integer(1, 2 ** 31 - 1);
    await drawMany(context, seed, until);
  }
};

const watch = async (context, platform, until) => {
  while (performance.now() < until && !context.signal.aborted) {
    await delay(1000);
    await checkJournal(context);
    await checkHealth(context, platform);
  }
};

/** Waits for all; where one fails the others are stopped first. */
const together = async (works, stop) => {
  const ended = works.map((work) => work.catch((error) => stop.abort(error)));
  await Promise.all(ended);
  if (stop.signal.aborted) throw stop.signal.reason;
};

/** Requests that chance draws, against `serve`, each answer predicted by an oracle of its own. */
export const runRequests = async (given) => {
  const { product, folder, ms, dice } = given;
  const stop = new AbortController();
  const signal = AbortSignal.any([given.signal, stop.signal]);
  const journal = join(folder, 'journal.db');
  const until = performance.now() + ms;
  const platform = await openPlatform({ product, folder, journal });
  const context = {
    ...{ finds: given.finds, seed: given.seed, signal, dice, folder, journal, port: platform.port },
    ...{
      count: 0,
      slowestMs: 0,
      files: 0,
      lastSeq: 0,
      waiting: new Map(),
      early: new Set(),
      keep: '.walletproof/campaign',
    },
  };
  try {
    const all = Array.from({ length: lanes }, (_, lane) => driveLane(context, { lane, until }));
    await together([...all, watch(context, platform, until)], stop);
    await checkJournal(context);
    await checkHealth(context, platform);
  } finally {
    await platform.close();
  }
  return { tried: [[context.count, 'requests']], worst: `answered after ${context.slowestMs} ms` };
};
