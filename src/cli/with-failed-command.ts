import type { Run } from '../formats/run.ts';

/**
 * A run whose agent's command ended with an error: nobody knows who has answered, so nothing of it is
 * conformant. Breaches stay; what hung on an agent that was gone hangs on this.
 */
export const withFailedCommand = (run: Run, failure: Run['root']): Run => {
  // What ended with the interrupt has not failed.
  if (failure === undefined || run.partial === true) return run;
  const gone = run.root?.reason;
  const retold = <R extends { readonly reason?: string }>(result: R): R =>
    gone !== undefined && result.reason === gone ? { ...result, reason: failure.reason } : result;
  return {
    ...run,
    verdict: run.verdict === 'conformant' ? 'inconclusive' : run.verdict,
    requirements: run.requirements.map(retold),
    scenarios: run.scenarios.map(retold),
    root: failure,
  };
};
