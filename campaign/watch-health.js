import { setTimeout as delay } from 'node:timers/promises';

const everyMs = 100;
const longestMs = 1_000;
/** A platform does more than a timer of this process, which was as late: that many times more. */
const ownShare = 10;

const ask = async (platform) => {
  const began = performance.now();
  const health = await platform.health(30_000).catch((error) => ({ http: String(error) }));
  return { ...health, ms: performance.now() - began };
};

/** How late a timer of this process was at the most while `work` was under way. */
const measureLateness = async (work) => {
  let late = 0;
  let due = performance.now() + 20;
  const timer = setInterval(() => {
    late = Math.max(late, performance.now() - due);
    due = performance.now() + 20;
  }, 20);
  const value = await work();
  clearInterval(timer);
  return { ...value, late };
};

/** Asks for health again and again, until `stop`; which gives every answer that there was. */
export const watchHealth = (platform) => {
  const seen = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      seen.push(await measureLateness(async () => await ask(platform)));
      await delay(everyMs);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return seen;
    },
  };
};

/** What is wrong with answers of health, as `{ kind, detail }`. */
export const judgeHealth = (seen) =>
  seen.flatMap(({ http, ms, late }) => {
    if (http !== 200) return [{ kind: 'health is not 200', detail: String(http) }];
    if (ms <= longestMs + ownShare * late) return [];
    return [{ kind: 'health is late', detail: `answered after ${ms.toFixed(0)} ms` }];
  });
