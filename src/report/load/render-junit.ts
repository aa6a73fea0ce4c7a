import { shortMs, whole } from '../../base/quantities.ts';
import { plainValues } from '../../base/visible-text.ts';
import type { LoadReport } from '../../formats/load-report.ts';
import { callbackTypes } from '../../spec/callback.ts';
import { findings } from '../../spec/finding.ts';
import { type JunitCounts, junitSeconds, junitTime, junitXml } from '../junit-xml.ts';
import { percentileOf } from './histograms.ts';
import { isZero, type LoadView, loadView } from './load-view.ts';

/**
 * A load as JUnit XML, one suite: whether it could be judged, a test for each breach by its code, for each
 * goal and for the drift of each currency.
 */
export const renderLoadJunit = (report: LoadReport): string => {
  const view = loadView(report);
  const { goals, money, breachCounts } = plainValues(report);
  const cases = [judgedCase(view), ...breachCases(view, breachCounts), ...goals.map(goalCase), ...money.map(moneyCase)];
  const counts = countsOf(cases);
  const { durationMs } = report;
  const suite = {
    '@name': 'load',
    ...counts,
    '@time': junitSeconds(durationMs),
    '@timestamp': junitTime(report.startedAt),
    properties: { property: propertiesOf(view, report) },
    testcase: cases.map(caseElement),
  };
  return junitXml({ name: 'walletproof load', counts, durationMs, suites: suite });
};

interface LoadCase {
  readonly group: 'verdict' | 'breach' | 'goal' | 'money';
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'error' | 'skipped';
  /** What a failure says; what was seen otherwise. */
  readonly message: string;
  readonly text?: string;
}

const judgedCase = ({ head: { verdict, sentence, reasons } }: LoadView): LoadCase => {
  const name = 'the load could be judged';
  return verdict === 'inconclusive'
    ? {
        group: 'verdict',
        name,
        outcome: 'error',
        message: reasons[0] ?? sentence,
        text: reasons.join('\n'),
      }
    : { group: 'verdict', name, outcome: 'passed', message: sentence };
};

/** Without any, that there is none is the test. */
const breachCases = ({ breaches }: LoadView, counts: LoadReport['breachCounts']): LoadCase[] => {
  const codes = Object.entries(counts).toSorted(([, one], [, other]) => other - one);
  if (codes.length === 0) return [{ group: 'breach', name: 'no breach', outcome: 'passed', message: '' }];
  return codes.map(([code, count]) => {
    const card = breaches.find(({ breach }) => breach.code === code);
    const times = count === 1 ? 'once' : `${whole(count)} times`;
    const title = Object.hasOwn(findings, code) ? findings[code as keyof typeof findings].sentence : code;
    const message = card?.breach.message ?? title;
    return {
      group: 'breach',
      name: code,
      outcome: card?.standing === 'warns' ? 'skipped' : 'failed',
      message: `${times}: ${message}`,
      text: [title, message, ...(card?.breach.calls ?? []).map(callText), card?.breach.change ?? ''].join('\n'),
    };
  });
};

type Call = LoadView['breaches'][number]['breach']['calls'][number];

const callText = ({ kind, transactionId = '', bet, win, answered, due, durationMs }: Call): string =>
  [
    `${kind} ${transactionId}`.trim(),
    ...(bet === undefined ? [] : [`bet ${bet}`]),
    ...(win === undefined ? [] : [`win ${win}`]),
    `answered ${answered}`,
    ...(due === undefined ? [] : [`due ${due}`]),
    shortMs(durationMs),
  ].join(', ');

const goalOutcomes = { met: 'passed', missed: 'failed', 'not-judged': 'error' } as const;

const goalCase = ({ goal, result, actual, reason }: LoadReport['goals'][number]): LoadCase => ({
  group: 'goal',
  name: goal,
  outcome: goalOutcomes[result],
  message: reason === undefined ? actual : `${actual}: ${reason}`,
});

/** A drift has its breaches; by itself it leaves the verdict open. */
const moneyCase = ({ currency, drift }: LoadReport['money'][number]): LoadCase => ({
  group: 'money',
  name: `drift of ${currency}`,
  outcome: isZero(drift) ? 'passed' : 'failed',
  message: `the accounts differ by ${drift} in the end`,
});

const caseElement = ({ group, name, outcome, message, text = message }: LoadCase): object => {
  const element = { '@name': name, '@classname': `walletproof.load.${group}`, '@time': '0.000' };
  switch (outcome) {
    case 'passed':
      return message === '' ? element : { ...element, 'system-out': message };
    case 'skipped':
      return { ...element, skipped: { '@message': message } };
    case 'failed':
    case 'error':
      return {
        ...element,
        [outcome === 'failed' ? 'failure' : 'error']: {
          '@message': message,
          '@type': name,
          '#text': text,
        },
      };
  }
};

const countsOf = (cases: readonly LoadCase[]): JunitCounts => {
  const count = (outcome: LoadCase['outcome']): number => cases.filter((each) => each.outcome === outcome).length;
  return {
    '@tests': cases.length,
    '@failures': count('failed'),
    '@errors': count('error'),
    '@skipped': count('skipped'),
  };
};

const propertiesOf = ({ head }: LoadView, report: LoadReport): object[] =>
  [
    { name: 'verdict', text: head.verdict },
    ...head.facts.map(({ name, text }) => ({ name: name.toLowerCase(), text })),
    ...callbackTypes.flatMap((type) => {
      const p99 = percentileOf(report.latency[type], 99);
      return p99 === undefined ? [] : [{ name: `${type} p99`, text: shortMs(p99) }];
    }),
  ].map(({ name, text }) => ({ '@name': name, '@value': text }));
