import type { Finding } from '../formats/judgement.ts';
import { verdictOfCalls } from '../run/trigger-callback.ts';

/** Findings that belong together, and the text that tells them. */
export interface FindingRecord {
  readonly findings: readonly Finding[];
  readonly explain: () => string;
  /** An assertion looks at them. */
  look(): void;
}

/** Every finding since the last reset, and which of them no assertion has looked at. */
export interface FindingsBook {
  note(findings: readonly Finding[], explain: () => string): FindingRecord;
  /** All of them; they count as looked at from now on. */
  look(): readonly FindingRecord[];
  /** Those that break something and were not looked at; the book is empty afterwards. */
  takeUnseen(): readonly FindingRecord[];
}

/** `isStrict`: what breaks a `should` counts as well. */
export const createFindingsBook = (isStrict: boolean): FindingsBook => {
  let records: FindingRecord[] = [];
  // Calls that were made at once share what they broke together.
  const seen = new WeakSet<Finding>();
  return {
    note: (findings, explain) => {
      const look = (): void => {
        for (const each of findings) seen.add(each);
      };
      const record = { findings, explain, look };
      if (findings.length > 0) records.push(record);
      return record;
    },
    look: () => {
      for (const record of records) record.look();
      return records;
    },
    takeUnseen: () => {
      const unseen = records.filter(
        ({ findings }) => isBroken(findings, isStrict) && findings.some((each) => !seen.has(each)),
      );
      records = [];
      return unseen;
    },
  };
};

/** Whether a must is broken, or a should where that counts. */
export const isBroken = (findings: readonly Finding[], isStrict: boolean): boolean => {
  const verdict = verdictOfCalls(findings, undefined);
  return verdict === 'wrong' || (isStrict && verdict === 'warned');
};
