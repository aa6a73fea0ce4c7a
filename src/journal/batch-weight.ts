import type { Exchange } from '../spec/exchange.ts';

/** What an exchange takes up beside its bodies, in bytes, roughly: ids, headers, the objects themselves. */
const besidesBodies = 2_048;

/** What a judgement takes up. */
export const weightOfJudgement = 1_024;

/** About how much memory, or room in a file, an exchange takes up, in bytes. */
export const weightOf = ({ request, answer }: Exchange): number =>
  besidesBodies + request.url.length + request.body.length + (answer.kind === 'answered' ? answer.body.length : 0);

/** So many bytes of exchanges are held in memory at most: those that wait for a file, or a journal without one. */
export const mostInMemory = 64 * 1024 * 1024;
