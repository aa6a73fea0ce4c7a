import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const clockTicksPerSecond = 100;

const machineMs = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

/** Processor time of a process, all its threads; Linux only. */
const processMs = (pid) => {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) /);
  const fields = rest.split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / clockTicksPerSecond;
};

const ownMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Starts measuring; the function returned gives the cores that others used since, 0 where unknown. */
export const measureOthers = (pid) => {
  if (process.platform !== 'linux') return () => 0;
  const used = () => machineMs() - ownMs() - processMs(pid);
  const before = used();
  const start = performance.now();
  return () => Math.max(0, (used() - before) / (performance.now() - start));
};
