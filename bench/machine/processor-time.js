import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

const toMs = (ticks) => (ticks * 1000) / ticksPerSecond;

const read = (path) => readFileSync(path, 'latin1');

/** The numbers of a `stat` of proc(5), the first of them its field 3: the name before it may hold anything. */
const statOf = (path) => read(path).split(/\) /)[1].split(' ').map(Number);

/** Everybody's time on all cores, in milliseconds; what a hypervisor gave to others counts as used. */
export const machineMs = () => {
  const [total] = read('/proc/stat').split('\n', 1);
  const [user, nice, system, , , irq, softirq, steal] = total.split(/\s+/).slice(1).map(Number);
  return toMs(user + nice + system + irq + softirq + steal);
};

/** Time of this process, and of all its children that have ended. */
export const ownMs = () => {
  const { user, system } = process.cpuUsage();
  const fields = statOf('/proc/self/stat');
  return (user + system) / 1000 + toMs(fields[13] + fields[14]);
};

/** Time of a process that runs, all its threads. */
export const processMs = (pid) => {
  const fields = statOf(`/proc/${pid}/stat`);
  return toMs(fields[11] + fields[12]);
};

/** The process that started it; 0 for one that has ended. */
export const parentOf = (pid) => {
  try {
    return statOf(`/proc/${pid}/stat`)[1];
  } catch {
    return 0;
  }
};

/** Memory of a process, in bytes, and the most that it had. */
export const memoryOf = (pid) => {
  const status = read(`/proc/${pid}/status`);
  const bytesOf = (name) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  return { now: bytesOf('VmRSS'), most: bytesOf('VmHWM') };
};

const threadMs = (pid, thread) => {
  try {
    return Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ', 1)[0]) / 1e6;
  } catch {
    return 0;
  }
};

/** Threads that were seen waiting for events; a busy one is seen in no such place. */
const seenWaiting = new Set();

/**
 * A thread by what it does. Names tell nothing in Node 20: a thread beside the main one that waits
 * for events is a worker, for walletproof the journal's; the others compile and collect garbage.
 */
const roleOf = (pid, thread) => {
  if (thread === String(pid)) return 'main';
  const folder = `/proc/${pid}/task/${thread}`;
  if (/ep_poll|epoll/.test(read(`${folder}/wchan`))) seenWaiting.add(folder);
  return seenWaiting.has(folder) ? 'worker' : 'others';
};

const threadsOf = (pid) => readdirSync(`/proc/${pid}/task`);

/** Starts to watch a process, which is idle when this is first done; the function returned gives milliseconds by thread since. */
export const watchThreads = (pid) => {
  const threads = threadsOf(pid).map((thread) => ({
    thread,
    role: roleOf(pid, thread),
    before: threadMs(pid, thread),
  }));
  return () => {
    const times = { main: 0, worker: 0, others: 0 };
    for (const { thread, role, before } of threads) times[role] += threadMs(pid, thread) - before;
    return times;
  };
};
