import type { Finding } from '../../spec/finding.ts';
import { concurrency } from '../../spec/requirements/concurrency.ts';
import type { Case } from '../case.ts';
import { withFindings } from '../case.ts';
import { find } from '../find.ts';
import type { Anomaly } from './anomaly.ts';
import { findAnomaly } from './find-anomaly.ts';
import type { Burst } from './find-burst.ts';
import { sightingsOf } from './sighting.ts';

/**
 * Judges the answers of a burst by what their balances contain (section 6: each answer is the new
 * balance). The money is judged apart, so that this neither excuses nor repeats a wrong balance.
 * What one scenario has shown before is not told again.
 */
export const judgeAnswers = (state: Case, burst: Burst): Case => {
  const anomaly = findAnomaly(burst, sightingsOf(burst));
  if (anomaly === undefined || wasTold(state, anomaly)) return state;
  return withFindings(state, tell(state, anomaly));
};

/** Whatever the scenario is about: answers that no order explains break this requirement. */
const serialAnswers = concurrency.filter(({ id }) => id === 'CON-04');

const wasTold = ({ findings }: Case, { code }: Anomaly): boolean =>
  findings.some(
    (each) => each.code === code && serialAnswers.some(({ id }) => id === each.requirement),
  );

const tell = (state: Case, { code, shownBy, message }: Anomaly): Finding[] => {
  const exchanges = shownBy.map(({ heard }) => heard.call.exchange.id);
  const last = shownBy[shownBy.length - 1] ?? shownBy[0];
  return find(
    { ...state, rules: { ...state.rules, requirements: serialAnswers } },
    {
      code,
      situation: 'together',
      call: last.heard.call,
      message,
      before: exchanges.slice(0, -1),
    },
  );
};
