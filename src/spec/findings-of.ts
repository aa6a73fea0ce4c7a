import { type FindingCode, findingCodes, findings } from './finding.ts';
import type { Requirement } from './requirement.ts';
import type { Situation } from './situation.ts';

/** The findings that can be charged to a requirement, the most telling first. */
export const findingsOf = (requirement: Requirement): readonly FindingCode[] => {
  const { id, level, situations, codes } = requirement;
  const possible = codes ?? telling(situations).flatMap((each) => situationFindings[each]);
  const noted: readonly FindingCode[] = level === 'observe' ? ['observed'] : [];
  return [...new Set([...namedBy(id), ...noted, ...possible])];
};

const namedBy = (id: string): FindingCode[] => findingCodes.filter((code) => findings[code].breaks === id);

/** A getBalance that only confirms another call says nothing of its own, unless it is all there is. */
const telling = (situations: readonly Situation[]): readonly Situation[] => {
  const own = situations.filter((each) => each !== 'balance' && each !== 'probe');
  return own.length > 0 ? own : situations;
};

const anyBalance = [
  'stale-balance',
  'wrong-arithmetic',
  'wrong-balance',
  'foreign-money-moved',
  'refused-valid',
] as const satisfies readonly FindingCode[];

const applied = ['not-applied', 'double-application', 'refused-and-applied', ...anyBalance] as const;

const rolledBack = ['rollback-not-applied', 'wrong-amounts-rolled-back', ...anyBalance] as const;

const unchanged = ['rollback-applied-again', ...anyBalance] as const;

const refused = ['money-moved-on-refusal'] as const;

const open = ['observed', 'money-at-risk', ...refused, ...anyBalance] as const;

/**
 * What can be found in each situation, besides the findings that name the requirement they break.
 * For people: the judges decide by the call itself.
 */
const situationFindings: Readonly<Record<Situation, readonly FindingCode[]>> = {
  balance: applied,
  'balance-with-freespins': ['freespins-progress-paid', ...anyBalance],
  bet: applied,
  'bet-and-win': ['bet-not-debited', 'win-not-credited', ...applied],
  win: applied,
  'win-below-zero': ['win-refused-below-zero', ...applied],
  zero: anyBalance,
  'bet-above-balance': ['accepted-overdraft', ...refused],
  'amount-written-otherwise': open,
  'fine-amount': open,
  duplicate: ['duplicate-applied', 'double-application', 'not-applied', ...anyBalance],
  'rolled-back-bet-again': ['rolled-back-bet-applied', ...anyBalance],
  'refused-bet-again': open,
  'late-bet': open,
  'foreign-duplicate': open,
  'rollback-of-bet': rolledBack,
  'rollback-of-bet-and-win': ['win-not-reverted', 'bet-not-refunded', ...rolledBack],
  'rollback-of-win': rolledBack,
  'rollback-of-spent-win': ['rollback-not-applied', ...open],
  'rollback-again': ['rollback-not-applied', ...unchanged],
  'rollback-unknown': ['transaction-not-found-answer', ...unchanged],
  'rollback-of-refused': ['transaction-not-found-answer', ...unchanged],
  'rollback-in-other-currency': open,
  'foreign-rollback': unchanged,
  'bad-signature': ['accepted-unsigned', 'accepted-bad-signature', ...refused],
  'odd-signature': ['observed'],
  malformed: ['survived-badly', ...refused],
  invalid: ['accepted-invalid', 'observed', 'money-at-risk', 'wrong-balance', ...refused],
  'unknown-player': ['accepted-unknown-account', 'foreign-money-moved', ...refused],
  'unknown-currency': ['accepted-unknown-account', 'foreign-money-moved', ...refused],
  probe: refused,
  together: [
    'double-application',
    'rollback-applied-again',
    'overspent',
    'lost-update',
    'not-conserved',
    'no-serial-order',
    'refused-valid',
  ],
};
