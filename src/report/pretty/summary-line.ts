import type { Run } from '../../spec/run.ts';
import { durationText } from '../duration-text.ts';
import { summaryOrder } from '../summary-order.ts';
import type { Page } from './page.ts';
import { inColourOfRun, runVerdictText } from './run-verdict-text.ts';

/** The last line: the verdict, the counts, the time, and what plays the run again. */
export const summaryLine = (run: Run, { paint }: Page): string => {
  const counts = summaryOrder.map((verdict) => `${run.summary[verdict]} ${verdict}`).join(', ');
  const { durationMs, seed, nonce } = run;
  const verdict = inColourOfRun(run, paint, runVerdictText(run));
  return `${verdict}  ${counts}  in ${durationText(durationMs)}  seed ${seed} nonce ${nonce}`;
};
