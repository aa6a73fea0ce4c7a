import { createRequests } from './create-requests.js';
import { load } from './load.js';
import { openSubject } from './open-subject.js';

const measureOnce = async (subject) => {
  const requests = createRequests('list', 1);
  const start = performance.now();
  const open = await openSubject(subject);
  await load({ port: open.port, requests, connections: 1, durationMs: 0 });
  const elapsed = performance.now() - start;
  await open.close();
  return elapsed;
};

/** Rounds of milliseconds from the start of each subject's process to its first answer. */
export const measureStart = async ({ subjects, rounds }) => {
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const times = {};
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      times[subject.name] = await measureOnce(subject);
    }
    measured.push(times);
  }
  return { rounds: measured, disturbed: 0 };
};
