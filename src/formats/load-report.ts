import { z } from 'zod';
import { callbackTypes } from '../spec/callback.ts';
import { runVerdicts } from '../spec/verdict.ts';
import { findingShape } from './judgement.ts';
import { reportedExchangeSchema } from './run.ts';
import { fields, type Made, open } from './schema.ts';

const { text, texts, count, decimal, instant } = fields;
const flag = z.literal(true).optional();
const callbackType = z.enum(callbackTypes);

/** An HDR histogram of microseconds in its interchange format: compressed, version 2, base64. */
const histogram = text;

/** One histogram for each type of callback that was sent. */
const histograms = z.partialRecord(callbackType, histogram);

/** The slice of a load that one process plays: players and rate are shared evenly. Counts from 1. */
export const sliceSchema = open({ index: z.int().min(1), count: z.int().min(1) });

export type Slice = Made<typeof sliceSchema>;

/** A rate that is kept for a while, after the ramp began. */
const spikeSchema = open({ ratePerSecond: z.number(), atMs: z.number(), forMs: z.number() });

/** What was asked for: of the whole load, and the slice's number where there are several. */
const askedSchema = open({
  players: count,
  /** Callbacks a second. */
  ratePerSecond: z.number(),
  rampMs: z.number(),
  holdMs: z.number(),
  spikes: z.array(spikeSchema),
  /** Title of the mix. */
  mix: text,
  /** Name of a fault to the share of activities that it strikes, 0 to 1. */
  faults: z.record(text, z.number()),
  timeoutMs: z.number(),
  maxCallbacks: count,
  /** `makeBet p99<200ms`, as they were written. */
  failOn: texts,
});

/** Answers that say nothing of the wallet: time-outs, connection errors, 5xx, 429. By what was said. */
const errorSchema = open({
  type: callbackType,
  /** `HTTP 503 internal_error`, `timeout: no answer within 5000 ms`. */
  said: text,
  count,
});

/** One second of a load, by its own clock; counts are of what was due or ended within it. */
const secondSchema = open({
  second: count,
  /** Callbacks that were due. */
  asked: count,
  sent: count,
  answered: count,
  errors: count,
  breaches: count,
  /** Callbacks that are due and wait, at its end; and those under way. */
  backlog: count,
  underWay: count,
  /** From the intended time to the last byte of the answer. */
  latency: histograms,
});

/** The money of one currency, decimals at its scale. */
const moneySchema = open({
  currency: text,
  /** Players whose account was opened. */
  players: count,
  staked: decimal,
  won: decimal,
  rolledBack: decimal,
  /** What the accounts had in the end, less what they must have had: 0.00 of a right agent. */
  drift: decimal,
  /** What could not be given back, account by account. */
  residues: z.array(open({ player: text, residue: text })),
});

const breachSchema = open({
  ...findingShape,
  player: text,
  currency: text,
  /** Title of the activity, and the fault that struck it. */
  activity: text,
  fault: text.optional(),
  at: instant,
  /** `calls`: answers contradict each other. `balance`: it rests on one balance of an account that must be ours alone. */
  restsOn: z.enum(['calls', 'balance']),
  /** The calls that show it, in order. */
  evidence: z.array(reportedExchangeSchema),
  /** A scenario that plays them, YAML. */
  scenarioText: text.optional(),
  /** The file that it was written to. */
  scenarioFile: text.optional(),
});

/** What could not be judged, told once for all that met it. */
const doubtSchema = open({
  reason: text,
  /**
   * `money`: a balance that no call explains. `note`: what an agent may do, and is told of all the same.
   * Calls that came to nothing when absent.
   */
  about: z.enum(['money', 'note']).optional(),
  count,
  /** Players that were not called any more. */
  parked: count,
  /** A player that met it, and the calls. */
  player: text.optional(),
  evidence: z.array(reportedExchangeSchema),
});

/** `makeBet p99<200ms`, and what it came to. */
const goalSchema = open({
  goal: text,
  result: z.enum(['met', 'missed', 'not-judged']),
  /** `p99 231 ms`. */
  actual: text,
  /** Why it is not judged. */
  reason: text.optional(),
});

/** How the generator itself fared. */
const healthSchema = open({
  workers: count,
  /** Processor time of the generator, milliseconds. */
  cpuMs: z.number(),
  /** The most that its heaps took, bytes. */
  heapBytes: z.number(),
  /** From the time when a callback was due to when the generator came to it: its own lateness. */
  lateness: histogram,
  /** Why no latency is judged: the generator itself was late. */
  tooLate: text.optional(),
});

/** What `walletproof load` writes: of one process, or of several slices that were merged. */
export const loadReportSchema = open({
  kind: z.literal('load'),
  tool: open({ name: text, version: text }),
  verdict: z.enum(runVerdicts),
  /** Why it is not conformant, or could not be judged; a sentence each. */
  reasons: texts,
  seed: z.int(),
  nonce: text,
  startedAt: instant,
  durationMs: z.number(),
  /** It was interrupted, or stopped early. */
  partial: flag,
  /** Why it ended before its time: errors in the first second, or the most callbacks were sent. */
  stopped: texts,
  agent: open({ id: z.int(), callbackUrl: text, dialect: text.optional() }),
  asked: askedSchema,
  /** The slices in it; one of one where nothing was sliced. */
  slices: z.array(sliceSchema).min(1),
  /** Callbacks that were sent, sendings again among them, by type. */
  callbacks: z.partialRecord(callbackType, count),
  /** Answers that were judged. */
  judged: count,
  /** Callbacks that were sent again since no clear answer came. */
  resent: count,
  /** How often each activity was played, and each fault struck. */
  activities: z.record(text, count),
  struck: z.record(text, count),
  errors: z.array(errorSchema),
  latency: histograms,
  /** From the sending to the last byte of the answer. */
  service: histograms,
  seconds: z.array(secondSchema),
  money: z.array(moneySchema),
  breaches: z.array(breachSchema),
  /** All breaches by their code: `breaches` holds the first of them. */
  breachCounts: z.record(text, count),
  doubts: z.array(doubtSchema),
  goals: z.array(goalSchema),
  health: healthSchema,
});

export type LoadReport = Made<typeof loadReportSchema>;
export type LoadBreach = Made<typeof breachSchema>;
export type LoadDoubt = Made<typeof doubtSchema>;
export type LoadError = Made<typeof errorSchema>;
export type LoadSecond = Made<typeof secondSchema>;
export type LoadMoney = Made<typeof moneySchema>;
export type LoadGoal = Made<typeof goalSchema>;
export type LoadSpike = Made<typeof spikeSchema>;
