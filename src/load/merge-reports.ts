import { visibleLine } from '../base/visible-text.ts';
import type { LoadReport, Slice } from '../formats/load-report.ts';
import { addHistograms } from '../report/load/histograms.ts';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';
import { concludeLoad } from './conclude-load.ts';
import { addCounts, addSeconds, sum } from './tally.ts';

/** The report of a slice, and the file that it was read from. */
export interface SliceReport {
  readonly file: string;
  readonly report: LoadReport;
}

/**
 * The slices of one load as one report, judged anew. One that is missing leaves the verdict open. Throws a
 * WalletproofError where one is given twice, or where they are not of one load.
 */
export const mergeReports = (given: readonly SliceReport[]): LoadReport => {
  const [first] = given;
  if (first === undefined) throw noReports();
  for (const [index, each] of given.entries()) demandFits(each, given.slice(0, index));
  const reports = given.map(({ report }) => report);
  const slices = reports.flatMap((report) => report.slices).toSorted((one, other) => one.index - other.index);
  const partial = reports.some((report) => report.partial === true);
  const { partial: _, ...head } = first.report;
  const parts = {
    ...head,
    ...(partial ? { partial: true as const } : {}),
    ...addCounts(reports),
    startedAt: reports.map(({ startedAt }) => startedAt).toSorted()[0] ?? head.startedAt,
    durationMs: Math.max(...reports.map(({ durationMs }) => durationMs)),
    stopped: [...new Set(reports.flatMap(({ stopped }) => stopped))],
    slices,
    seconds: addSeconds(reports.flatMap(({ seconds }) => seconds)),
    health: addHealth(reports),
  };
  return concludeLoad(parts, missingSlices(slices));
};

const noReports = (): WalletproofError =>
  usageError(
    'There is no report to merge.',
    'Name the files that the slices wrote: walletproof load merge slice-*.json.',
  );

/** Of the same load as the first, and with no slice that an earlier one has. */
const demandFits = ({ file, report }: SliceReport, earlier: readonly SliceReport[]): void => {
  const [first] = earlier;
  if (first !== undefined) demandSameLoad({ file, report }, first);
  for (const [position, slice] of report.slices.entries()) {
    const isOf = ({ index }: Slice) => index === slice.index;
    const twin = earlier.find((other) => other.report.slices.some(isOf));
    if (twin === undefined && report.slices.findIndex(isOf) === position) continue;
    const place = `slice ${slice.index} of ${slice.count}`;
    const isSame = twin === undefined || twin.file === file;
    throw usageError(
      isSame
        ? `${visibleLine(file)} has ${place}, and is given twice.`
        : `${visibleLine(file)} has ${place}, which ${visibleLine(twin.file)} has, too.`,
      'Give each slice once.',
    );
  }
};

const demandSameLoad = ({ file, report }: SliceReport, first: SliceReport): void => {
  const [one, other] = [countOf(report), countOf(first.report)];
  const differences = [
    ...(report.nonce === first.report.nonce
      ? []
      : [`its nonce is ${visibleLine(report.nonce)}, not ${visibleLine(first.report.nonce)}`]),
    ...(one === other ? [] : [`it is of ${one} slices, not of ${other}`]),
  ];
  if (differences.length === 0) return;
  throw usageError(
    `${visibleLine(file)} is of another load than ${visibleLine(first.file)}: ${differences.join(', ')}.`,
    'Merge the slices of one load only.',
  );
};

const countOf = ({ slices }: LoadReport): number => slices[0]?.count ?? 1;

/** More than so many are counted. */
const mostNamed = 20;

const missingSlices = (slices: readonly Slice[]): string[] => {
  const count = slices[0]?.count ?? 1;
  const there = new Set(slices.map(({ index }) => index));
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
  if (missing.length === 0) return [];
  const named = missing.slice(0, mostNamed).join(', ');
  const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : '';
  return missing.length === 1
    ? [`Slice ${named} of ${count} is missing: what it saw is unknown`]
    : [`Slices ${named}${more} of ${count} are missing: what they saw is unknown`];
};

const addHealth = (reports: readonly LoadReport[]): LoadReport['health'] => {
  const all = reports.map(({ health }) => health);
  return {
    workers: sum(all, ({ workers }) => workers),
    cpuMs: sum(all, ({ cpuMs }) => cpuMs),
    heapBytes: sum(all, ({ heapBytes }) => heapBytes),
    lateness: addHistograms(all.map(({ lateness }) => lateness)),
  };
};
