import { answerFindings, likenessFindings, refusalFindings, requestFindings } from './answer-findings.ts';
import { namesOf } from './closed-list.ts';
import { moneyFindings, openFindings } from './money-findings.ts';

/** `breach`: against the requirement. `risk`: money could be created or lost. `note`: recorded. */
export const weights = ['breach', 'risk', 'note'] as const;
export type Weight = (typeof weights)[number];

export interface FindingRecord {
  readonly weight: Weight;
  /**
   * A must whatever the level of the requirement that it breaks: success without the debit, money
   * moved for nobody's call, or one player's money shown to another.
   */
  readonly byEffect?: 'must';
  /** What it means, for any agent. */
  readonly sentence: string;
  /** Where to look in the agent's code. */
  readonly hint: string;
  /** The requirement that this finding always breaks; else the situation and scenario decide. */
  readonly breaks?: string;
}

const records = {
  ...moneyFindings,
  ...likenessFindings,
  ...refusalFindings,
  ...answerFindings,
  ...requestFindings,
  ...openFindings,
} as const satisfies Record<string, FindingRecord>;

export type FindingCode = keyof typeof records;

/** The closed list of findings. Defects, baselines and trackers hang on the codes. */
export const findings: Readonly<Record<FindingCode, FindingRecord>> = records;

export const findingCodes = namesOf(findings);

/** The findings by what they are about. */
export const findingGroups: Readonly<Record<string, readonly FindingCode[]>> = {
  'Balances and money': namesOf(moneyFindings),
  'Similar ids, other players, forms of HTTP': namesOf(likenessFindings),
  'Accepted or refused': namesOf(refusalFindings),
  'Form, status and time of an answer': namesOf(answerFindings),
  "The agent's own requests": namesOf(requestFindings),
  'What the specification leaves open': namesOf(openFindings),
};

/** Whether a finding breaks a must by what it does, whatever it is charged to. */
export const isMustByEffect = ({ code, weight }: { readonly code: FindingCode; readonly weight: Weight }): boolean =>
  weight === 'breach' && findings[code].byEffect === 'must';

/** Findings on the balance: what they say is no proof where somebody else moves the same money. */
export const isAboutMoney = (code: FindingCode): boolean => code in moneyFindings;

/**
 * What several calls show together: their answers contradict each other, more was accepted than there
 * was, or the amount is one that the same call named. Only who moves the money just between them makes that, too.
 */
const shownByCalls: ReadonlySet<FindingCode> = new Set([
  'applied-later',
  'freespins-progress-paid',
  'forked-history',
  'future-read',
  'balance-went-back',
  'response-misses-own-effect',
  'no-serial-order',
  'half-shown',
  'overspent',
  'refused-and-applied',
]);

/**
 * Findings that rest on one balance which differs from the expected one: somebody else may have
 * moved the money, so that the scenario is played again before anybody is accused.
 */
export const needsConfirming = (code: FindingCode): boolean =>
  code === 'accepted-overdraft' ||
  code === 'another-currencys-balance' ||
  (isAboutMoney(code) && !shownByCalls.has(code));
