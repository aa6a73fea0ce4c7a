import type { Finding } from '../formats/judgement.ts';
import { type FindingCode, type FindingRecord, findings } from '../spec/finding.ts';
import type { Requirement } from '../spec/requirement.ts';
import type { Situation } from '../spec/situation.ts';
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
  return charge({ code, situation, requirements, refused: state.refused }).map((requirement) => ({
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

/** The requirement that a situation shows when the scenario names none that fits. */
const basicRequirement: Readonly<Record<Situation, string>> = {
  balance: 'BAL-03',
  'balance-with-freespins': 'FS-01',
  bet: 'BET-01',
  'bet-and-win': 'BET-02',
  win: 'BET-03',
  'win-below-zero': 'BET-20',
  zero: 'BET-04',
  'bet-above-balance': 'BET-06',
  'fine-amount': 'BET-16',
  duplicate: 'IDEM-01',
  'rolled-back-bet-again': 'RB-07',
  'refused-bet-again': 'BET-13',
  'late-bet': 'RB-08',
  'foreign-duplicate': 'IDEM-11',
  'rollback-of-bet': 'RB-01',
  'rollback-of-bet-and-win': 'RB-02',
  'rollback-of-win': 'RB-03',
  'rollback-of-spent-win': 'RB-13',
  'rollback-again': 'RB-04',
  'rollback-unknown': 'RB-05',
  'rollback-of-refused': 'RB-09',
  'rollback-in-other-currency': 'RB-17',
  'foreign-rollback': 'RB-12',
  'bad-signature': 'SIG-03',
  'odd-signature': 'SIG-16',
  malformed: 'ROB-01',
  invalid: 'ROB-04',
  'unknown-player': 'BAL-05',
  'unknown-currency': 'BAL-07',
  probe: 'BAL-03',
  together: 'CON-01',
};

/** Codes about a good signature: they break SIG-01 and those that name them, never the wallet's own. */
const acceptanceCodes: ReadonlySet<FindingCode> = new Set(['refused-good-signature']);

interface Charge {
  readonly code: FindingCode;
  readonly situation: Situation;
  /** For a probe: the situation of the call that was refused before it. */
  readonly refused?: Situation;
  /** The requirements that the scenario shows. */
  readonly requirements: readonly Requirement[];
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

/** The requirement that the situation shows, whatever the scenario is about. */
export const basicOfSituation = (situation: Situation): string => basicRequirement[situation];

const basics: ReadonlySet<string> = new Set(Object.values(basicRequirement));

/** Whether the requirement is the one that some situation shows. */
export const isBasic = (id: string): boolean => basics.has(id);

const fits = (requirement: Requirement, { code, situation }: Charge): boolean =>
  requirement.situations.includes(situation) && (requirement.codes?.includes(code) ?? !acceptanceCodes.has(code));

/** A finding with a requirement of its own is charged to another only where that one names it. */
const onlyExplicit = (about: Charge): string[] =>
  about.requirements
    .filter((each) => each.codes?.includes(about.code) === true && fits(each, about))
    .map(({ id }) => id);

const basicOf = ({ code, situation, refused }: Charge): string =>
  acceptanceCodes.has(code) ? 'SIG-01' : basicRequirement[refused ?? situation];
