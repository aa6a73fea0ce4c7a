import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The processors that this process may use: `0-1,4` as [0, 1, 4]. */
const processors = () => {
  const [, list] = /Cpus_allowed_list:\s*(\S+)/.exec(readFileSync('/proc/self/status', 'latin1'));
  return list.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
};

/** As they are before anything is pinned. */
const all = processors();

const canPin = all.length > 1 && spawnSync('taskset', ['--version']).status === 0;

const pinThread = (thread, list) => {
  execFileSync('taskset', ['-p', '-c', list.join(','), String(thread)], { stdio: 'ignore' });
};

/**
 * Gives the main threads of the subjects the first processor and this process, which is the load,
 * the last one, so that the load never takes from what answers. Other threads, the journal's
 * among them, go where there is room. The function returned takes it back: children would inherit it.
 */
export const pinApart = (pids) => {
  if (!canPin) return () => undefined;
  for (const pid of pids) pinThread(pid, [all[0]]);
  pinThread(process.pid, [all.at(-1)]);
  return () => pinThread(process.pid, all);
};

/** How subject and load share the machine, in words. */
export const sharing = () =>
  canPin
    ? `main thread of the subject on one core, load on another, of ${all.length}`
    : 'nothing pinned: the load takes from the subject';
