import { groupBy } from '../base/group-by.ts';
import { plural } from '../base/quantities.ts';
import { plainText } from '../base/visible-text.ts';
import type { ConfigurationChange } from '../formats/edit-configuration.ts';
import { labelledLines, type TextPage } from '../report/page.ts';
import { writtenValue } from '../spec/settings.ts';
import { type Comparison, type CountedDifference, type Counts, differenceKinds } from './comparison.ts';

interface ToldComparison {
  readonly comparison: Comparison;
  readonly proposals: readonly ConfigurationChange[];
  /** How the recording was named. */
  readonly recording: string;
}

/** The comparison for people: what differs, by operation and callback, then what can be set, then the counts. */
export const renderComparison = ({ comparison, proposals, recording }: ToldComparison, page: TextPage): string => {
  const { differences, counts, remarks } = comparison;
  const parts = [
    ...[...groupBy(differences, ({ of }) => of)].map(([of, group]) => groupLines(of, group, page)),
    remarks.flatMap((remark) => labelledLines({ page, indent: 0, width: 6 }, 'note', remark)),
    proposalLines(proposals, page),
    countLines(counts, page),
    [`${verdictText(comparison)}  ${plainText(recording)}`],
  ];
  const texts = parts.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${texts.join('\n\n')}\n`;
};

const groupLines = (of: string, group: readonly CountedDifference[], page: TextPage): string[] => [
  page.paint.bold(of),
  ...group.flatMap((difference) => differenceLines(difference, page)),
];

const differenceLines = (difference: CountedDifference, page: TextPage): string[] => {
  const { part, kind, field, recorded, here, count, places, level, setting } = difference;
  const colour = level === 'note' ? page.paint.cyan : page.paint.red;
  const note = level === 'note' ? ' (note)' : '';
  const labelled = (label: string, text: string): string[] =>
    labelledLines({ page, indent: 4, width: 10 }, label, text);
  const more = count > places.length ? `, … (${count} times)` : '';
  return [
    `  ${colour(kind.padEnd(10))}${plainText(field)}${note}  ${page.paint.dim(`${part}: ${differenceKinds[kind]}`)}`,
    ...labelled('recorded', plainText(recorded)),
    ...labelled('here', plainText(here)),
    ...labelled('seen in', `${places.map((place) => plainText(place)).join(', ')}${more}`),
    ...(setting === undefined ? [] : labelled('setting', settingText(setting))),
  ];
};

/** As it is written in the configuration. */
const settingText = (setting: ConfigurationChange): string =>
  setting.kind === 'dialect'
    ? `agents: [{ id: ${setting.agentId}, dialect: ${setting.dialect} }]`
    : `quirks: { ${setting.name}: ${writtenValue(setting.value)} }`;

const proposalLines = (proposals: readonly ConfigurationChange[], page: TextPage): string[] =>
  proposals.length === 0
    ? []
    : [
        page.paint.bold('Settings that make walletproof like the recording'),
        ...proposals.map((change) => `  ${settingText(change)}`),
        '  --write-config FILE writes them; then compare with --config FILE',
      ];

const countLines = (counts: Counts, page: TextPage): string[] => {
  const { requests, callbacks, unanswered, failedThere, withoutBody, others } = counts;
  const told = [
    `${plural(requests, 'request')} sent again, ${plural(callbacks, 'callback')} compared`,
    ...(withoutBody === 0
      ? []
      : [`${plural(withoutBody, 'answer')} recorded without a body: status and headers alone were compared`]),
    ...(unanswered === 0 ? [] : [`${plural(unanswered, 'request')} left out: no answer was recorded`]),
    ...(failedThere === 0 ? [] : [`${plural(failedThere, 'request')} left out: answered with 5xx`]),
    ...(others.length === 0 ? [] : [othersText(others)]),
  ];
  return told.flatMap((text) => labelledLines({ page, indent: 0, width: 0 }, '', text));
};

const mostHosts = 3;

const othersText = (others: Counts['others']): string => {
  const total = others.reduce((sum, { count }) => sum + count, 0);
  const hosts = others.slice(0, mostHosts).map(({ host }) => plainText(host, 80));
  const rest = others.length > mostHosts ? ', …' : '';
  return `${plural(total, 'request')} left out: not of the contract (${hosts.join(', ')}${rest})`;
};

/** The differences without the notes. */
export const realDifferences = ({ differences }: Comparison): readonly CountedDifference[] =>
  differences.filter(({ level }) => level === undefined);

const verdictText = (comparison: Comparison): string => {
  const { requests, callbacks } = comparison.counts;
  if (requests + callbacks === 0) return 'NOTHING TO COMPARE';
  const real = realDifferences(comparison).length;
  const notes = comparison.differences.length - real;
  const noted = notes === 0 ? '' : `, ${plural(notes, 'note')}`;
  return real === 0 ? `ALIKE${noted}` : `DIFFERENT  ${plural(real, 'difference')}${noted}`;
};
