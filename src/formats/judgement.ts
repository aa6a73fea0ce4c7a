import { z } from 'zod';
import { namesOf } from '../spec/closed-list.ts';
import { findingCodes, weights } from '../spec/finding.ts';
import { unjudgedReasons } from '../spec/unjudged.ts';
import { callVerdicts } from '../spec/verdict.ts';
import { fields, type Made } from './schema.ts';

const { text, texts, decimal, instant } = fields;

/** The fields of one coded finding, charged to one requirement. */
export const findingShape = {
  code: z.enum(findingCodes),
  requirement: text,
  weight: z.enum(weights),
  /** What happened here, with values, in one or two sentences. */
  message: text,
  expected: text.optional(),
  actual: text.optional(),
  /** The likeliest reason, in the wallet developer's words. */
  likelyCause: text.optional(),
  /** File of the scenario, and the line of the step. */
  scenario: text,
  line: z.int().optional(),
  /** Ids of the exchanges that show it, in order. */
  exchanges: texts,
  /** Why the baseline excuses it. */
  known: text.optional(),
};

const findingSchema = z.object(findingShape).meta({ description: 'A coded finding, charged to a requirement.' });

export type Finding = Made<typeof findingSchema>;

export const callVerdictSchema = z.enum(callVerdicts).meta({
  description:
    'wrong: a must is broken. risky: only a should is broken, or money could be created or lost. consistent: right but for what an earlier breach left. unjudged: nobody can tell.',
});

/** A breach that left the agent's balance apart from the one it must be. */
const earlierBreachSchema = z.object({
  exchangeId: text,
  /** Its answer. */
  at: instant,
  /** What the agent's balance is too high by since then; negative where it is too low. */
  difference: decimal,
});

export type EarlierBreach = Made<typeof earlierBreachSchema>;

/** What the platform, as it serves, says of one exchange. Balances: at the scale of the currency. */
export const exchangeJudgementSchema = z
  .object({
    exchangeId: text,
    verdict: callVerdictSchema,
    /** `1000.00 - 10.00 = 990.00, as the agent says.` */
    sentence: text.meta({ description: 'For the wallet developer.' }),
    findings: z.array(findingSchema),
    because: z.enum(namesOf(unjudgedReasons)).optional().meta({ description: 'Why it is unjudged.' }),
    /** In the account of the callback, before it and after it, as the ledger knows. */
    before: decimal.optional(),
    expected: decimal.optional(),
    /** What the agent said. */
    actual: decimal.optional(),
    since: earlierBreachSchema.optional().meta({ description: 'Where the verdict is consistent.' }),
  })
  .meta({ description: 'The judgement of one exchange, by the ledger.' });

export type ExchangeJudgement = Made<typeof exchangeJudgementSchema>;

/** A moment in the life of an account. */
const pointSchema = z.object({
  at: instant,
  exchangeId: text,
  kind: text,
  expected: decimal.meta({ description: 'What was due of this callback, with what an earlier breach has left.' }),
  /** What the agent said; absent where it did not. */
  actual: decimal.optional(),
  isWrong: z.literal(true).optional().meta({ description: 'The callback itself was judged wrong.' }),
  afterRestart: z.literal(true).optional().meta({
    description: 'The first point after a restart: the ledger began again with it.',
  }),
});

export type AccountPoint = Made<typeof pointSchema>;

/** What was known of an account before the platform was started again. */
const beforeRestartSchema = z.object({
  /** Its last callback then. */
  at: instant,
  difference: decimal,
  since: earlierBreachSchema.optional(),
});

/** An account since its first callback. Amounts: decimals at the scale of the currency. */
export const accountStatementSchema = z
  .object({
    playerId: text,
    playerUsername: text,
    currency: text,
    /** The balance that the agent said first. */
    opening: decimal,
    bets: decimal,
    wins: decimal,
    /** What rollbacks gave back, less the wins they took: may be negative. */
    rollbacks: decimal,
    /** What somebody else moved between callbacks: may be negative. */
    elsewhere: decimal,
    /** What runs of scenarios have left: may be negative. */
    runs: decimal,
    expected: decimal,
    /** What the agent said last. */
    actual: decimal.optional(),
    /** `actual` − `expected`, where they differ. */
    difference: decimal.optional(),
    since: earlierBreachSchema.optional().meta({ description: 'What left the difference.' }),
    undecided: text.optional().meta({
      description: 'The exchange that left the difference, where the next answer tells what it is.',
    }),
    asOf: instant.optional().meta({
      description:
        'Where all this is from before the platform was started again: the last callback then. The ledger begins again with the next one.',
    }),
    beforeRestart: beforeRestartSchema.optional().meta({
      description: 'What the agent was apart by before a restart; the ledger has begun again since.',
    }),
    points: z.array(pointSchema).meta({ description: 'Oldest first; the last 500.' }),
  })
  .meta({
    description: 'An account as the ledger follows it: opening − bets + wins + rollbacks + elsewhere = expected.',
  });

export type AccountStatement = Made<typeof accountStatementSchema>;
