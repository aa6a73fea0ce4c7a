import { judgeHealth } from '../watch-health.js';

/** A platform that is asked as often has an answer within this long, on the busiest machine. */
const longestGapMs = 5_000;
const longestEndMs = 10_000;

/** The longest time without an answer. */
const longestGap = (answered, endedAt) => {
  const moments = [...answered.map(({ at }) => at), endedAt];
  return moments.reduce(({ last, longest }, at) => ({ last: at, longest: Math.max(longest, at - last) }), {
    last: moments[0],
    longest: 0,
  }).longest;
};

const answerFinds = ({ answered, refused, stoppedAt }) => {
  const gap = longestGap(answered, stoppedAt);
  const found = [];
  if (refused > 0) found.push({ kind: 'a request is not answered rightly', detail: `${refused} times` });
  if (gap > longestGapMs) found.push({ kind: 'requests are not answered', detail: `for ${gap.toFixed(0)} ms` });
  return found;
};

/** With its file rows are gone that were written; of those behind it none may be missing. */
const expectedRows = ({ harm, answered, healedAt }) => {
  if (harm.isDamage) return [];
  return harm.keepsRows ? answered : answered.filter(({ at }) => at > healedAt);
};

/** What is missing must be counted, and nothing else. */
const lossFinds = ({ harm, answered, healedAt, kept, health }) => {
  const expected = expectedRows({ harm, answered, healedAt });
  const missing = expected.filter(({ id }) => !kept.has(id)).length;
  const { lost } = health;
  if (!Number.isInteger(lost)) return [{ kind: 'health does not say what is lost', detail: `lost is ${lost}` }];
  if (missing > lost)
    return [
      {
        kind: 'more is missing than is told',
        detail: `${missing} of ${expected.length} are missing, lost says ${lost}`,
      },
    ];
  if (harm.keepsRows && lost > missing)
    return [{ kind: 'less is missing than is told', detail: `${missing} are missing, lost says ${lost}` }];
  return [];
};

/** The line that says where the journal is comes with every start. */
const saysSo = /[Tt]he journal .+ (?:cannot|is|was|has)|moved|damaged/;

/** A journal that cannot be written, or was begun anew, must be told: in health, or in the log. */
const tellingFinds = ({ seen, log, health }) => {
  const isDegraded = seen.some(({ degraded }) => degraded === true || degraded?.length > 0);
  const isTold = isDegraded || saysSo.test(log) || health.lost > 0;
  return isTold ? [] : [{ kind: 'nothing is told', detail: 'neither by health nor in the log' }];
};

const endFinds = ({ endMs, restart }) => [
  ...(endMs > longestEndMs ? [{ kind: 'no end by SIGTERM', detail: `it took ${endMs.toFixed(0)} ms` }] : []),
  ...(restart === undefined ? [] : [{ kind: 'no start on the journal', detail: restart }]),
];

/** Everything that is wrong with a round, as `{ kind, detail }`. */
export const judgeRound = (played) => [
  ...judgeHealth(played.seen),
  ...answerFinds(played),
  ...lossFinds(played),
  ...(played.harm.isShort ? [] : tellingFinds(played)),
  ...endFinds(played),
];
