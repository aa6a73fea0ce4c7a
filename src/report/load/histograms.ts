import { build, decodeFromCompressedBase64, encodeIntoCompressedBase64, type Histogram } from 'hdr-histogram-js';
import { usageError } from '../../spec/walletproof-error.ts';

/** Times as they are recorded, in microseconds to three digits; as text they are in HDR's interchange format. */
export interface Latency {
  record(ms: number): void;
  readonly count: number;
  /** Compressed, version 2, base64. */
  encode(): string;
  reset(): void;
}

/** Three digits: 0.1 % of each value. It grows with the longest time. */
const digits = 3;

/** An hour, in microseconds: what is longer counts as that. */
const longest = 3_600_000_000;

export const createLatency = (): Latency => {
  const histogram = build({ numberOfSignificantValueDigits: digits });
  return {
    record: (ms) => {
      histogram.recordValue(Math.min(longest, Math.max(0, Math.round(ms * 1000))));
    },
    get count() {
      return histogram.totalCount;
    },
    encode: () => encodeIntoCompressedBase64(histogram),
    reset: () => {
      histogram.reset();
    },
  };
};

/** Several histograms as one. Throws a WalletproofError where one cannot be read. */
export const addHistograms = (texts: readonly string[]): string => {
  const [only, ...others] = texts;
  if (only !== undefined && others.length === 0) return only;
  const all = build({ numberOfSignificantValueDigits: digits });
  for (const text of texts) all.add(decode(text));
  return encodeIntoCompressedBase64(all);
};

/** What a histogram comes to, milliseconds. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
}

/** Undefined where nothing was recorded. */
export const percentilesOf = (text: string | undefined): Percentiles | undefined => {
  const histogram = text === undefined ? undefined : decode(text);
  if (histogram === undefined || histogram.totalCount === 0) return undefined;
  const at = (percentile: number) => histogram.getValueAtPercentile(percentile) / 1000;
  return {
    count: histogram.totalCount,
    p50: at(50),
    p90: at(90),
    p99: at(99),
    p999: at(99.9),
    max: histogram.maxValue / 1000,
  };
};

/** One percentile, milliseconds; 100 is the longest. Undefined where nothing was recorded. */
export const percentileOf = (text: string | undefined, percentile: number): number | undefined => {
  const histogram = text === undefined ? undefined : decode(text);
  if (histogram === undefined || histogram.totalCount === 0) return undefined;
  return percentile === 100 ? histogram.maxValue / 1000 : histogram.getValueAtPercentile(percentile) / 1000;
};

const decode = (text: string): Histogram => {
  try {
    return decodeFromCompressedBase64(text);
  } catch (cause) {
    throw usageError(
      'A histogram of the report cannot be read: it is not what walletproof load wrote.',
      'Give the report as it was written, whole.',
      { cause },
    );
  }
};
