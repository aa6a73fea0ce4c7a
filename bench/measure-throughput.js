import { createRequests } from './create-requests.js';
import { load } from './load.js';
import { measureOthers } from './measure-others.js';

const connections = 50;
const sliceMs = 1000;
const differentRequests = 64;
/** Cores that others may use during a slice. */
const tolerated = 0.1;
/** A machine that never comes to rest must not keep the benchmark for ever. */
const mostRepeats = 40;

const measureSlice = async (subject, operation) => {
  const requests = createRequests(operation, differentRequests);
  const others = measureOthers(subject.pid);
  const rate = await load({ port: subject.port, requests, connections, durationMs: sliceMs });
  return { rate, others: others() };
};

/** A slice that nobody disturbed, or the least disturbed one when the repeats are used up. */
const measureQuietSlice = async (subject, operation, repeats) => {
  let best = await measureSlice(subject, operation);
  while (best.others > tolerated && repeats.left > 0) {
    repeats.left -= 1;
    const again = await measureSlice(subject, operation);
    if (again.others < best.others) best = again;
  }
  if (best.others > tolerated) repeats.disturbed += 1;
  return best.rate;
};

/**
 * Rounds of requests a second for each subject, slices alternating A B C C B A so that what drifts
 * meets all alike: `{ rounds: [{ name: rate, … }, …], disturbed }`.
 */
export const measureThroughput = async ({ subjects, operation, rounds }) => {
  const repeats = { left: mostRepeats, disturbed: 0 };
  for (const subject of subjects) await measureSlice(subject, operation);
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const rates = Object.fromEntries(subjects.map(({ name }) => [name, 0]));
    for (const subject of [...subjects, ...subjects.toReversed()]) {
      rates[subject.name] += (await measureQuietSlice(subject, operation, repeats)) / 2;
    }
    measured.push(rates);
  }
  return { rounds: measured, disturbed: repeats.disturbed };
};
