import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLoad } from './load.js';
import { checkIntegrity, openPlatform, readJournal } from './platform.js';

/** The latest moment after ready; most come earlier. */
const latestMs = 2_000;
/**
 * What was answered longer ago than this is in the journal, whatever ends the process. 50 ms are promised; a starved
 * machine is late by more, so that what is in between is counted, and told.
 */
const longestMs = 500;
/** A process that is asked to end has ended after this long. */
const longestEndMs = 10_000;
/** Of so many rounds one looks through the whole file. */
const integrityEvery = 5;
/** Old rows leave, so that looking through the file stays quick; a round answers fewer. */
const maxExchanges = 100_000;

/** What a round does, drawn at once: the same seed draws the same rounds. */
const drawRound = (dice) => ({
  signal: dice.integer(0, 4) === 0 ? 'SIGTERM' : 'SIGKILL',
  afterMs: latestMs * (dice.integer(0, 1000) / 1000) ** 2,
  clients: dice.integer(1, 8),
  operation: dice.integer(0, 1) === 0 ? 'list' : 'get_game_link',
});

/** Asks from the first moment, ends the process, and gives what was answered and how it ended. */
const play = async (platform, { signal, afterMs, clients, operation }) => {
  const answered = [];
  const onAnswer = (status, id) => {
    if (status === 200) answered.push({ id, at: performance.now() });
  };
  const load = createLoad({ port: platform.port, clients, operation, onAnswer });
  await delay(Math.max(0, platform.at + afterMs - performance.now()));
  const endedAt = performance.now();
  const endMs = await platform.close(signal);
  await load.stop();
  return { answered, endedAt, endMs };
};

/** How long before the end what is missing was answered, milliseconds. */
const agesOfMissing = ({ answered, endedAt }, ids) => {
  const kept = new Set(ids);
  return answered.filter(({ id }) => !kept.has(id)).map(({ at }) => endedAt - at);
};

const judge = (finds, { round, number, ages, endMs }) => {
  const { signal, afterMs, clients, operation } = round;
  const reproduction = `round ${number} of the seed: ${signal} ${afterMs.toFixed(0)} ms after ready, ${clients} clients with ${operation}`;
  // Who is asked to end loses nothing.
  const lost = signal === 'SIGKILL' ? ages.filter((age) => age > longestMs) : ages;
  if (lost.length > 0) {
    const detail = `${lost.length} answered requests are missing, the oldest answered ${Math.max(...lost).toFixed(0)} ms before the end`;
    finds.add({ kind: `rows lost by ${signal}`, detail, reproduction });
  }
  if (signal === 'SIGTERM' && endMs > longestEndMs) {
    finds.add({ kind: 'no end by SIGTERM', detail: `it took ${endMs.toFixed(0)} ms`, reproduction });
  }
};

/** `serve` is ended at any moment, and goes on with its journal: what was answered must be in it. */
export const runKills = async ({ product, folder, ms, dice, finds, signal }) => {
  const journal = join(folder, 'journal.db');
  const start = async () => await openPlatform({ product, folder, journal, maxExchanges });
  const until = performance.now() + ms;
  const sums = { kills: 0, ends: 0, answered: 0, missing: 0, oldest: 0 };
  let lastSeq = 0;
  let platform = await start();
  try {
    for (let number = 1; performance.now() < until && !signal.aborted; number += 1) {
      const round = drawRound(dice.fork(`round ${number}`));
      const played = await play(platform, round);
      platform = await start();
      const { ids, last } = readJournal(journal, lastSeq);
      lastSeq = last;
      const ages = agesOfMissing(played, ids);
      judge(finds, { round, number, ages, endMs: played.endMs });
      const integrity = number % integrityEvery === 0 ? checkIntegrity(journal) : 'ok';
      if (integrity !== 'ok') finds.add({ kind: 'a damaged journal', detail: integrity });
      sums[round.signal === 'SIGKILL' ? 'kills' : 'ends'] += 1;
      sums.answered += played.answered.length;
      sums.missing += ages.length;
      sums.oldest = Math.max(sums.oldest, ...ages);
    }
  } finally {
    await platform.close();
  }
  return {
    tried: [
      [sums.kills, 'kills'],
      [sums.ends, 'ends by SIGTERM'],
      [sums.answered, 'answered'],
    ],
    worst: `${sums.missing} lost, the oldest answered ${sums.oldest.toFixed(0)} ms before the end`,
  };
};
