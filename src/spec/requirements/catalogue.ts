import type { Requirement } from '../requirement.ts';
import { balance } from './balance.ts';
import { bets } from './bets.ts';
import { concurrency } from './concurrency.ts';
import { errors } from './errors.ts';
import { freeSpins } from './free-spins.ts';
import { idempotency } from './idempotency.ts';
import { isolation } from './isolation.ts';
import { requests } from './requests.ts';
import { robustness } from './robustness.ts';
import { rollback } from './rollback.ts';
import { signatures } from './signatures.ts';
import { time } from './time.ts';

/** Every requirement on an agent, in the order of the catalogue. The ids are stable. */
export const requirements: readonly Requirement[] = [
  ...signatures,
  ...balance,
  ...bets,
  ...idempotency,
  ...rollback,
  ...freeSpins,
  ...concurrency,
  ...isolation,
  ...robustness,
  ...errors,
  ...time,
  ...requests,
];

const byId = new Map(requirements.map((requirement) => [requirement.id, requirement]));

/** The requirement of an id such as `IDEM-01`; undefined when there is none. */
export const findRequirement = (id: string): Requirement | undefined => byId.get(id);
