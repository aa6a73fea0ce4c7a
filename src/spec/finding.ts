import { answerFindings, likenessFindings, refusalFindings, requestFindings } from './answer-findings.ts';
import { namesOf } from './closed-list.ts';
import { moneyFindings, openFindings } from './money-findings.ts';
import type { Level } from './verdict.ts';

/** `breach`: against the requirement. `risk`: money could be created or lost. `note`: recorded. */
export const weights = ['breach', 'risk', 'note'] as const;
export type Weight = (typeof weights)[number];

export interface FindingRecord {
  readonly weight: Weight;
  /**
   * A must whatever the level of the requirement that it breaks: success without the debit, money
   * moved for nobody's call, or one player's money shown to another. `must-where-written`: not where the requirement only
   * observes what the specification leaves open.
   */
  readonly byEffect?: 'must' | 'must-where-written';
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

/** Whether a finding breaks a must by what it does, charged to a requirement of that level. */
export const isMustByEffect = (
  { code, weight }: { readonly code: FindingCode; readonly weight: Weight },
  level: Level,
): boolean => {
  const { byEffect }: FindingRecord = findings[code];
  return weight === 'breach' && (byEffect === 'must' || (byEffect !== undefined && level !== 'observe'));
};

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

/** What happened, of the codes that are about one makeBet or rollback. */
const moved: Partial<Record<FindingCode, string>> = {
  'not-applied': '{call} moved no money',
  'bet-not-debited': '{call} did not debit its bet',
  'win-not-credited': '{call} did not credit its win',
  'duplicate-applied': '{call} moved money again',
  'double-application': '{call} moved money again',
  'win-not-reverted': '{call} left the win with the player',
  'bet-not-refunded': '{call} did not give the bet back',
  'rollback-not-applied': '{call} changed nothing',
  'rolled-back-bet-applied': '{call} was applied after its rollback',
  'rollback-applied-again': '{call} moved money, and must not',
  'wrong-amounts-rolled-back': '{call} moved other amounts than its transaction',
  'free-bet': '{call} was answered with success, and its bet not debited',
  'refused-and-applied': '{call} was refused, and moved money all the same',
  'money-moved-on-refusal': '{call} was refused, and moved money all the same',
  'accepted-overdraft': '{call} above the balance was accepted',
};

/** The same of any call. */
const happened: Partial<Record<FindingCode, string>> = {
  'stale-balance': '{call} was answered with an earlier balance',
  'answer-lags': '{call} was answered with the balance before it',
  'wrong-balance': '{call} was answered with a balance that is not the sum of the calls so far',
  'another-players-balance': "{call} was answered with another player's balance",
  'another-currencys-balance': '{call} was answered with the balance in another currency',
  'http-form-refused': '{call} was refused for its HTTP form',
  'accepted-unsigned': '{call} was answered without a signature',
  'accepted-bad-signature': '{call} was answered, and its signature is wrong',
  'accepted-invalid': '{call} with a missing or impossible field was accepted',
  'accepted-unknown-account': '{call} for nobody was answered with a balance',
  'refused-good-signature': '{call} was refused for its signature, which is right',
  'number-reprinted': '{call} was refused for its signature, which is right',
  'refused-valid': '{call} was refused, and is valid',
  'win-refused-below-zero': '{call} was refused for a balance below zero',
  'duplicate-refused': '{call} was answered with an error instead of the balance',
  'server-error': '{call} was answered with a server error',
  'no-answer': '{call} was left without an answer',
  'unknown-rollback-fails': '{call} ended in a server error, or in no answer',
  'too-slow': '{call} was not answered in time',
};

/** A breach in a line: what happened to the call (`a repeated makeBet with a new request_id`) that shows it. */
export const breachTitle = (code: FindingCode, call: string | undefined): string => {
  const told = happened[code] ?? (call?.includes('getBalance') === true ? undefined : moved[code]);
  if (call === undefined || told === undefined) return findings[code].sentence.replace(/\.$/, '');
  const title = told.replace('{call}', () => call);
  return title.charAt(0).toUpperCase() + title.slice(1);
};
