import { z } from 'zod';
import type { BreachView } from '../../components/breach-view.ts';
import { fields, type Made } from '../../formats/schema.ts';
import { namesOf } from '../../spec/closed-list.ts';
import { findingCodes } from '../../spec/finding.ts';
import { unjudgedReasons } from '../../spec/unjudged.ts';
import { levels } from '../../spec/verdict.ts';

const { text, texts, decimal, instant, count } = fields;

const call = z
  .object({
    number: z.int().min(1).meta({ description: 'Its place among the calls of the finding.' }),
    exchangeId: text,
    direction: fields.direction,
    kind: text,
    label: text.exactOptional().meta({ description: 'Its name in the scenario, where it has one.' }),
    transactionId: text.exactOptional(),
    account: text.exactOptional().meta({ description: 'Player and currency, where calls of several are told.' }),
    currency: text.exactOptional(),
    bet: decimal.exactOptional(),
    win: decimal.exactOptional(),
    before: text.exactOptional().meta({
      description: 'The balance before it, where calls that are not listed have moved it since the one above.',
    }),
    answered: text.meta({
      description: 'The balance that was said, or else what came instead of it.',
    }),
    due: text.exactOptional().meta({ description: 'The balance, or the answer, that was due.' }),
    isWrong: z.boolean().meta({ description: 'Whether the finding is about its answer.' }),
    isOfBurst: z.literal(true).exactOptional().meta({ description: 'It was sent at once with others.' }),
    attempt: z.int().min(1).exactOptional(),
    startedAt: instant,
    durationMs: fields.durationMs,
    status: z.int().nullable(),
  })
  .meta({ description: 'A call that shows what is broken.' });

const broken = z.object({
  id: text,
  level: z.enum(levels),
  title: text,
  source: text.meta({
    description: 'What it rests on: `section 6`, or why it is judged though none says it.',
  }),
  sentence: text.exactOptional().meta({ description: 'The sentence of the specification.' }),
});

const breachShape = {
  code: z.enum(findingCodes),
  weight: z.enum(['breach', 'risk']),
  title: text.meta({ description: 'What is wrong with the agent, in one sentence.' }),
  requirements: z.array(broken).meta({ description: 'What it breaks, the heaviest first.' }),
  message: text.meta({ description: 'What happened here, with values.' }),
  expected: text.exactOptional(),
  actual: text.exactOptional(),
  arithmetic: text.exactOptional().meta({ description: '`1011.40 = 1000.00 + 11.40`.' }),
  cause: text.exactOptional().meta({ description: 'The likeliest reason, without the arithmetic.' }),
  change: text.meta({ description: "What to change in the agent's code." }),
  why: text.exactOptional().meta({ description: 'What goes wrong for whom, where it is not fixed.' }),
  before: text
    .exactOptional()
    .meta({ description: 'The balance before the first call, where an earlier answer said it.' }),
  already: text.exactOptional().meta({ description: 'What an earlier breach had left in it: `4.00`, or `-4.00`.' }),
  calls: z.array(call).meta({ description: 'Oldest first; the first and the last of very many.' }),
  leftOut: count.meta({ description: 'Calls between the first and the last that are not listed.' }),
  known: text.exactOptional().meta({ description: 'Why the baseline excuses it.' }),
};

/** The card of a breach, as the pages and the HTML report draw it. */
export const breachSchema: z.ZodType<BreachView> = z
  .object(breachShape)
  .meta({ description: 'A breach with the calls that show it.' });

const sighting = z
  .object({
    at: instant,
    message: text,
    exchanges: texts,
    run: z
      .object({ id: text, title: text, scenario: text, line: z.int().exactOptional() })
      .exactOptional()
      .meta({ description: 'Where a run showed it; absent where live traffic did.' }),
  })
  .meta({ description: 'One time that it was seen.' });

const finding = z
  .object({
    ...breachShape,
    id: text.meta({ description: 'Names it in addresses.' }),
    count: count.meta({ description: 'How often it was seen.' }),
    firstAt: instant,
    lastAt: instant,
    sightings: z.array(sighting).meta({ description: 'The newest 20, newest first.' }),
    scenarios: texts.meta({ description: 'Files of scenarios that show it, to be played again.' }),
    muted: text.exactOptional().meta({ description: 'Why nobody is told of it: the reason in the baseline file.' }),
    lastPlay: z
      .enum(['shown', 'gone', 'unclear'])
      .exactOptional()
      .meta({ description: 'Whether it was there when it was played again last.' }),
  })
  .meta({
    description: 'A root cause: something wrong with the agent, however often it was seen.',
  });

/** What the findings page shows of one root cause. */
export type FindingView = Made<typeof finding>;

const findings = z
  .object({
    findings: z
      .array(finding)
      .meta({ description: 'Broken musts first, then shoulds, then risks, the newest first; muted ones last.' }),
    judged: z
      .object({ right: count, wrong: count, risky: count, consistent: count, unjudged: count })
      .meta({ description: 'Answers judged so far, by verdict.' }),
    judgedSince: instant.exactOptional(),
    unjudged: z
      .array(
        z.object({
          because: z.enum(namesOf(unjudgedReasons)).meta({ description: 'Why they are unjudged.' }),
          count,
          exchangeId: text.meta({ description: 'The newest of them.' }),
        }),
      )
      .meta({
        description: 'Why answers could not be judged since the platform was started, the most frequent first.',
      }),
    baselineFile: text.exactOptional().meta({ description: 'Where findings are muted; absent where they cannot be.' }),
  })
  .meta({ description: 'What is wrong with the agent, and how much of its traffic was judged.' });

export type FindingsView = Made<typeof findings>;

const muteOrder = z
  .strictObject({
    reason: z.string().min(1).max(500).meta({ description: 'Why it is known, such as a ticket.' }),
  })
  .meta({
    description: 'Excuses a finding in the baseline file.',
    examples: [{ reason: 'PAY-17' }],
  });

export type MuteOrder = Made<typeof muteOrder>;

/** What may be asked about findings. */
export const findingRequests = { MuteOrder: muteOrder };

/** Answers about findings. */
export const findingAnswers = { Finding: finding, Findings: findings };
