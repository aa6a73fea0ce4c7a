import type { FaultOrder } from '../../../spec/fault.ts';

/** A fault that is on, in a line: `answer-lost on makeBet, once more`. */
export const faultText = ({ fault, on, code, delayMs, times, direction }: FaultOrder): string => {
  const what = direction === 'callback' ? 'every callback' : 'every request of the agent';
  return [
    `${fault}${code === undefined ? '' : ` with ${code}`} on ${on ?? what}`,
    delayMs === undefined ? '' : `${delayMs} ms`,
    timesText(times),
  ]
    .filter((part) => part !== '')
    .join(', ');
};

const timesText = (times: number | undefined): string => {
  if (times === undefined) return 'until it is switched off';
  return times === 1 ? 'once more' : `${times} more times`;
};
