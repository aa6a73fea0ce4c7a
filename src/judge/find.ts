import type { Finding } from '../formats/judgement.ts';
import { type FindingCode, type FindingRecord, findings } from '../spec/finding.ts';
import type { Requirement } from '../spec/requirement.ts';
import { basicRequirement, type Situation } from '../spec/situation.ts';
import type { Call } from './call.ts';
import type { Case } from './case.ts';

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
  const { refused } = state;
  return charge({ code, situation, requirements, refused, label: call.label }).map((requirement) => ({
    code,
    requirement,
    weight,
    message: told.message,
    expected: told.expected,
    actual: told.actual,
    likelyCause: told.likelyCause,
    scenario: file,
    line: call.line,
    exchanges: [...before, call.exchange.id],
  }));
};

/** Codes about a good signature: they break SIG-01 and those that name them, never the wallet's own. */
const acceptanceCodes: ReadonlySet<FindingCode> = new Set(['refused-good-signature']);

interface Charge {
  readonly code: FindingCode;
  readonly situation: Situation;
  /** For a probe: the situation of the call that was refused before it. */
  readonly refused?: Situation;
  /** The requirements that the scenario shows; none where its calls are a test's own. */
  readonly requirements: readonly Requirement[];
  /** Of the call. */
  readonly label?: string;
}

/**
 * The requirements that a finding breaks: the finding's own, and those of the scenario that this
 * situation shows; where there is none, the situation's basic one.
 */
export const charge = (about: Charge): readonly string[] => {
  const own: FindingRecord = findings[about.code];
  const listed = shownBy(about);
  const named = own.breaks === undefined ? listed : [own.breaks, ...onlyExplicit(about)];
  return named.length > 0 ? [...new Set(named)] : [basicOf(about)];
};

/** The requirements of the scenario that the situation shows, and that such a finding breaks. */
export const shownBy = (about: Charge): readonly string[] =>
  about.requirements.filter((each) => fits(each, about)).map(({ id }) => id);

const fits = (requirement: Requirement, { code, situation, label = '' }: Charge): boolean =>
  requirement.situations.includes(situation) &&
  requirement.calls?.test(label) !== false &&
  (requirement.codes?.includes(code) ?? !acceptanceCodes.has(code));

/** A finding with a requirement of its own is charged to another only where that one names it. */
const onlyExplicit = (about: Charge): string[] =>
  about.requirements
    .filter((each) => each.codes?.includes(about.code) === true && fits(each, about))
    .map(({ id }) => id);

const basicOf = ({ code, situation, refused, requirements, label = '' }: Charge): string => {
  if (acceptanceCodes.has(code)) return 'SIG-01';
  // Where no scenario says what it shows, the call does.
  const repeat =
    situation === 'duplicate' && requirements.length === 0 ? repeats.find(([how]) => how.test(label)) : undefined;
  return repeat?.[1] ?? basicRequirement[refused ?? situation];
};

/** What a duplicate shows by how it was sent again. */
const repeats: readonly (readonly [how: RegExp, requirement: string])[] = [
  [/ again \(new request_id/, 'IDEM-02'],
  [/ again \(other amounts/, 'IDEM-04'],
  [/ again \(in a new session/, 'IDEM-05'],
];
