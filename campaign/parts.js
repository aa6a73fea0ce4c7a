import { runDurability } from './durability/run-durability.js';
import { runKills } from './kills/run-kills.js';
import { runLoads } from './loads/run-loads.js';
import { runRequests } from './requests/run-requests.js';
import { runHostile } from './run-hostile.js';
import { runSoak } from './run-soak.js';
import { runStrangers } from './run-strangers.js';

/**
 * A part is given `product`, `folder`, `ms`, `seed`, `dice`, `finds` and `signal`, and gives
 * `{ tried: [[count, what]], worst, skipped, notes }`.
 */
export const parts = [
  {
    name: 'requests',
    does: 'random requests, right, nearly right and wrong, each answer predicted',
    weight: 3,
    byDefault: true,
    run: runRequests,
  },
  {
    name: 'hostile',
    does: 'hostile agents against test, trigger and serve',
    weight: 3,
    byDefault: true,
    run: runHostile,
  },
  {
    name: 'kills',
    does: 'serve is killed at any moment, and goes on with its journal',
    weight: 3,
    byDefault: true,
    run: runKills,
  },
  {
    name: 'durability',
    does: 'the disk is full, the journal is taken away, damaged or locked while serve runs',
    weight: 5,
    byDefault: true,
    run: runDurability,
  },
  {
    name: 'soak',
    does: 'requests and callbacks without end, in the same memory',
    weight: 3,
    byDefault: true,
    run: runSoak,
  },
  {
    name: 'loads',
    does: 'load against a right agent on a bad network, and against the defects that it can show',
    weight: 3,
    byDefault: false,
    run: runLoads,
  },
  {
    name: 'strangers',
    does: 'the suite against variants and against correct agents by others, played by Jest',
    weight: 0,
    byDefault: false,
    run: runStrangers,
  },
];
