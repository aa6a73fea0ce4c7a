import type { AccountStatement } from '../../../spec/account-statement.ts';
import { decimalSign, magnitude } from './decimal-sign.ts';

/** A term of the equation; `sign` stands before it, empty before the first. */
export interface EquationTerm {
  readonly sign: '' | '+' | '−';
  readonly amount: string;
  readonly name: string;
}

type Sums = Pick<AccountStatement, 'opening' | 'bets' | 'wins' | 'rollbacks' | 'elsewhere'>;

/**
 * opening − bets + wins ± rollbacks ± elsewhere, the right side left out. What others moved is
 * only there when something was.
 */
export const equationOf = (account: Sums): readonly EquationTerm[] => [
  { sign: '', amount: account.opening.replace(/^-/, '−'), name: 'opening' },
  { sign: '−', amount: account.bets, name: 'bets' },
  { sign: '+', amount: account.wins, name: 'wins' },
  signed(account.rollbacks, 'rollbacks'),
  ...(decimalSign(account.elsewhere) === 'zero' ? [] : [signed(account.elsewhere, 'elsewhere')]),
];

const signed = (amount: string, name: string): EquationTerm => ({
  sign: decimalSign(amount) === 'negative' ? '−' : '+',
  amount: magnitude(amount),
  name,
});
