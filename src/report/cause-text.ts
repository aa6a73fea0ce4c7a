import type { BreachView, CallView } from '../components/breach-view.ts';
import type { ReportedBreach } from '../components/report-view.ts';

/** A title after a colon. */
export const happenedIn = (title: string): string =>
  /^(?:A|An|The) /.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;

/** `RB-02 (must, section 6), also RB-10,17; warns of RB-13`. */
export const breaksText = ({ lead, alsoBreaks, alsoWarns, breach }: ReportedBreach): string => {
  const { level = 'must', source = '' } = breach.requirements.find(({ id }) => id === lead) ?? {};
  // Reasons of our own are a sentence: `explain` has them.
  const [rest = ''] = source.split(':');
  const also = alsoBreaks === '' ? '' : `, also ${alsoBreaks}`;
  return `${lead} (${level}, ${rest})${also}${alsoWarns === '' ? '' : `; warns of ${alsoWarns}`}`;
};

/** `win-not-reverted, 13 times`: the code that baselines and `explain` know. */
export const foundText = ({ breach, times }: ReportedBreach): string =>
  `${breach.code}${times > 1 ? `, ${times} times` : ''}`;

/** Why, as one line: the arithmetic and the likely cause, or the arithmetic alone. */
export const whyPairs = ({ cause, arithmetic }: BreachView): readonly (readonly [label: string, text: string])[] => {
  if (cause === undefined) return arithmetic === undefined ? [] : [['arithmetic', arithmetic]];
  return [['likely cause', arithmetic === undefined ? cause : `${arithmetic}. ${cause}`]];
};

/** `scenarios/bets/won.yaml:7 (A bet that wins is credited)`. */
export const sourceText = ({ source: { place, title } }: ReportedBreach): string =>
  title === undefined || place === '' ? place : `${place} (${title})`;

/** A cause in lines without its calls, for a remark at a file. */
export const causeText = (cause: ReportedBreach): string => {
  const { message, expected, actual, change, known } = cause.breach;
  const pairs = [
    ['due', expected],
    ['answered', actual],
    ...whyPairs(cause.breach),
    ['where to look', change],
    ['known', known],
    ['breaks', breaksText(cause)],
    ['finding', foundText(cause)],
    ['scenario', sourceText(cause)],
    ['run only this', cause.rerun],
  ] as const;
  return [message, ...pairs.flatMap(([label, text]) => (text === undefined ? [] : `${label}: ${text}`))].join('\n');
};

/** Of more calls than this, the first and the last are shown. */
const mostRows = 12;

/** The calls of a breach that a text shows, and how many it does not. */
export const shownCalls = ({ calls, leftOut }: Pick<BreachView, 'calls' | 'leftOut'>) => {
  const shown = calls.length <= mostRows + 1 ? calls : [...calls.slice(0, mostRows / 2), ...calls.slice(-mostRows / 2)];
  return { calls: shown, hidden: calls.length + leftOut - shown.length };
};

/** A call by its name in the scenario, where it has one. */
export const nameOf = ({ kind, label: given, transactionId, attempt = 1 }: CallView): string => {
  // Its id has a column of its own.
  const label =
    given === `${kind} ${transactionId}` ? undefined : given?.replace(/ \((?:the same bytes|quiet read)\)$/, '');
  if (label !== undefined && kind.startsWith('raw ')) return label;
  const name = label === undefined || label.startsWith(kind) ? (label ?? kind) : `${kind} ${label}`;
  return `${name}${attempt > 1 ? `, attempt ${attempt}` : ''}`;
};
