import type { WrittenStep } from './inner-steps.ts';

/** Complains of a resend that asks for other amounts where there can be none. */
export const checkResend = ({ raw, cursor }: WrittenStep, named: WrittenStep): void => {
  if (raw.resend === undefined || typeof raw.resend === 'string') return;
  const { as, call } = raw.resend;
  const at = cursor.at('resend');
  if (as === 'conflict' && named.raw.rollback !== undefined) {
    at.at('as').complain(`\`${call}\` is a rollback: it has no amounts`, 'name a makeBet');
  }
  if (as === 'conflict') return;
  for (const amount of ['bet', 'win'] as const) {
    if (raw.resend[amount] === undefined) continue;
    at.at(amount).complainOfKey(`\`as: ${as}\` keeps the amounts`, 'other ones: `as: conflict`');
  }
};
