import { z } from 'zod';

const decimal = String.raw`\d+(?:\.\d+)?`;
const offset = String.raw`(?:\s*[+-]\s*${decimal})?`;

const amountError = 'expected an amount such as 10.5, `balance`, `balance + 0.01` or `balance - 5`';
const decimalError = 'expected a decimal such as 10.5';
const negativeError = 'expected no negative amount (`fields: { bet: -5 }` sends one)';

/** An amount of a scenario: a decimal, `balance`, or `balance` plus or minus a decimal. */
export const amountSchema = z
  .union(
    [
      z.number().min(0, { error: negativeError }),
      z.string().regex(new RegExp(`^(?:${decimal}|balance${offset})$`), { error: amountError }),
    ],
    { error: amountError },
  )
  .meta({
    description:
      'A decimal, `balance` (what the ledger expects at that moment), or `balance` plus or minus a decimal.',
  });

/** A decimal of a scenario, where the balance is not known. */
export const decimalSchema = z.union(
  [
    z.number().min(0, { error: negativeError }),
    z.string().regex(new RegExp(`^${decimal}$`), { error: decimalError }),
  ],
  { error: decimalError },
);
