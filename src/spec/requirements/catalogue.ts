import type { Requirement } from '../requirement.ts';
import { errors, time } from './answers.ts';
import { concurrency, isolation } from './concurrency.ts';
import { freeSpins } from './free-spins.ts';
import { balance } from './get-balance.ts';
import { idempotency } from './idempotency.ts';
import { bets } from './make-bet.ts';
import { requests } from './requests.ts';
import { robustness } from './robustness.ts';
import { rollback } from './rollback.ts';
import { signatures } from './signatures.ts';

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

/** What the groups of the catalogue are about, by the letters that their ids begin with. */
export const requirementGroups: Readonly<Record<string, string>> = {
  SIG: 'signatures of callbacks',
  BAL: 'getBalance',
  BET: 'makeBet',
  IDEM: 'the same makeBet more than once',
  RB: 'rollback',
  FS: 'free spins',
  CON: 'calls that are under way at the same time',
  ISO: 'players, currencies and sessions kept apart',
  ROB: 'bad input',
  ERR: 'error answers',
  TIME: 'how long answers take',
  REQ: 'the agent as a client of the platform',
};

/** The sections of the specification, by number. */
export const sections: Readonly<Record<string, string>> = {
  '1': 'What the service does',
  '2': 'Resources and their fields',
  '3': 'States and transitions',
  '4': 'Endpoints',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versioning',
};
