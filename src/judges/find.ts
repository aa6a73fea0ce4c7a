import type { Finding, FindingCode } from '../spec/finding.ts';
import { findings } from '../spec/finding.ts';
import type { FindingRecord } from '../spec/finding-record.ts';
import type { Situation } from '../spec/situation.ts';
import type { Call } from './call.ts';
import type { Case } from './case.ts';
import { charge } from './charge.ts';

export interface Discovery {
  readonly code: FindingCode;
  readonly situation: Situation;
  readonly call: Call;
  readonly message: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly likelyCause?: string;
  /** Exchanges before the call's own that belong to the evidence. */
  readonly before?: readonly string[];
}

/** The findings of a discovery: one for each requirement that it breaks. */
export const find = (state: Case, discovery: Discovery): Finding[] => {
  const { code, situation, call, before = [], ...told } = discovery;
  const { weight }: FindingRecord = findings[code];
  const { requirements, file } = state.rules;
  return charge({ code, situation, requirements, refused: state.refused }).map((requirement) => ({
    code,
    requirement,
    weight,
    message: told.message,
    ...(told.expected === undefined ? {} : { expected: told.expected }),
    ...(told.actual === undefined ? {} : { actual: told.actual }),
    ...(told.likelyCause === undefined ? {} : { likelyCause: told.likelyCause }),
    scenario: file,
    ...(call.line === undefined ? {} : { line: call.line }),
    exchanges: [...before, call.exchange.id],
  }));
};
