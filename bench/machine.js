// What else goes on on this machine, and how to measure in spite of it.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(path, 'latin1');

/** proc(5) counts in ticks of 10 ms. */
const toMs = (ticks) => ticks * 10;

/** The numbers of a `stat` of proc(5), the first of them its field 3: the name before it may hold anything. */
const statOf = (path) => read(path).split(/\) /)[1].split(' ').map(Number);

/** Everybody's time on all cores, in milliseconds; what a hypervisor gave to others counts as used. */
const machineMs = () => {
  const [total] = read('/proc/stat').split('\n', 1);
  const [user, nice, system, , , irq, softirq, steal] = total.split(/\s+/).slice(1).map(Number);
  return toMs(user + nice + system + irq + softirq + steal);
};

/** Time of this process, and of all its children that have ended. */
const ownMs = () => {
  const { user, system } = process.cpuUsage();
  const fields = statOf('/proc/self/stat');
  return (user + system) / 1000 + toMs(fields[13] + fields[14]);
};

/** Time of a process that runs, all its threads. */
const processMs = (pid) => {
  const fields = statOf(`/proc/${pid}/stat`);
  return toMs(fields[11] + fields[12]);
};

/** Cores that others may use during a slice. */
const tolerated = 0.1;

/** Less than this says nothing in ticks of 10 ms. */
const leastMs = 25;

/** Starts measuring; the function returned gives the cores that others used since. `pids`: what is measured. */
const watchOthers = (pids) => {
  const used = () => machineMs() - ownMs() - pids.reduce((sum, pid) => sum + processMs(pid), 0);
  const [before, start] = [used(), performance.now()];
  return () => {
    const milliseconds = used() - before;
    return milliseconds < leastMs ? 0 : milliseconds / (performance.now() - start);
  };
};

/**
 * Measures in slices that nobody else disturbs: a slice during which others used the machine is
 * repeated, and the least disturbed one taken once `mostRepeats` are used up, so that a machine
 * that never comes to rest does not keep the benchmark for ever.
 */
export const createGuard = (mostRepeats) => {
  const seen = { slices: 0, repeated: 0, disturbed: 0, others: 0 };
  const once = async (measure, pids) => {
    const others = watchOthers(pids);
    const value = await measure();
    return { value, others: others() };
  };
  const quietly = async (measure, pids = []) => {
    let best = await once(measure, pids);
    while (best.others > tolerated && seen.repeated < mostRepeats) {
      seen.repeated += 1;
      const again = await once(measure, pids);
      if (again.others < best.others) best = again;
    }
    seen.slices += 1;
    if (best.others > tolerated) seen.disturbed += 1;
    seen.others = Math.max(seen.others, best.others);
    return best.value;
  };
  return { quietly, seen: () => ({ ...seen }) };
};

/**
 * Rounds of `{ name: measured }`: A B C, then C B A, so that what drifts meets all alike. Each
 * measurement is repeated while others use the machine; a subject with a `pid` is no other.
 */
export const inRounds = async (subjects, { guard, rounds, measure }) => {
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    const values = {};
    for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
      const pids = subject.pid === undefined ? [] : [subject.pid];
      values[subject.name] = await guard.quietly(async () => await measure(subject), pids);
    }
    measured.push(values);
  }
  return measured;
};

/** The processors that this process may use: `0-1,4` as [0, 1, 4]. */
const processors = () => {
  const [, list] = /Cpus_allowed_list:\s*(\S+)/.exec(read('/proc/self/status'));
  return list.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
};

const pinThread = (thread, list) => {
  execFileSync('taskset', ['-p', '-c', list.join(','), String(thread)], { stdio: 'ignore' });
};

/**
 * Gives the main threads of the subjects the first processor and this process, which is the load,
 * the last one, so that the load never takes from what answers. Other threads, the journal's
 * among them, go where there is room. The function returned takes it back: children would inherit it.
 */
export const pinApart = (pids) => {
  const all = processors();
  if (all.length < 2 || spawnSync('taskset', ['--version']).status !== 0) {
    return { sharing: 'nothing pinned: the load takes from the subject', unpin: () => undefined };
  }
  for (const pid of pids) pinThread(pid, [all[0]]);
  pinThread(process.pid, [all.at(-1)]);
  const sharing = `main thread of the subject on one core, load on another, of ${all.length}`;
  return { sharing, unpin: () => pinThread(process.pid, all) };
};
