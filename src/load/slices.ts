import type { Slice } from '../formats/load-report.ts';
import { demand } from '../spec/walletproof-error.ts';

interface SliceQuestion {
  /** `--slice 3/50`. */
  readonly slice?: string | undefined;
  /** `--slices 50`. */
  readonly slices?: number | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The slice that this process plays. */
export interface TakenSlice {
  readonly slice: Slice;
  /** What is the same in all tasks of the scheduler's job, and in no other job. */
  readonly job?: string;
  /** What was taken from the scheduler, or was not: a sentence for stderr. */
  readonly told?: string;
}

const whole: Slice = { index: 1, count: 1 };

/**
 * Which slice of the load this process plays: as `--slice` says, else by the variables of a scheduler
 * of array jobs, where that or `--slices` tells how many there are. Throws a usage error where they
 * contradict each other.
 */
export const takeSlice = (question: SliceQuestion): TakenSlice => {
  const task = taskIn(question.env);
  if (question.slice !== undefined) {
    const slice = written(question.slice, question.slices);
    return slice.count === 1 || task?.job === undefined ? { slice } : { slice, job: task.job };
  }
  if (task === undefined) return withoutScheduler(question.slices);
  const { index, variable, job } = task;
  const count = countOf(task, question.slices);
  if (count === undefined) return { slice: whole, told: ignoredTask(variable) };
  const slice = checked({ index, count }, variable);
  const told = `slice ${index} of ${count}, by ${variable}; --slice 1/1 plays the whole load here`;
  if (count === 1) return { slice };
  return job === undefined ? { slice, told } : { slice, job, told };
};

/** Each task would call the same players, and take the others' money for mistakes. */
const ignoredTask = (variable: string): string =>
  `${variable} is set, and not --slices: the whole load is played here; where other tasks play it as well, their players are the same`;

const withoutScheduler = (slices = 1): TakenSlice => {
  const variables = schedulers.map(({ variable }) => variable).join(', ');
  demand(
    slices === 1,
    `--slices ${slices} is given, and no scheduler tells which of them this is.`,
    `Give --slice 1/${slices} and so on, or run it where one of ${variables} is set.`,
  );
  return { slice: whole };
};

const countOf = ({ count, variable }: Task, slices: number | undefined): number | undefined => {
  demand(
    count === undefined || slices === undefined || count === slices,
    `--slices says ${slices}, and the scheduler that sets ${variable} says ${count}.`,
    'Leave --slices out: each task of the job is a slice.',
  );
  return slices ?? count;
};

const written = (text: string, slices: number | undefined): Slice => {
  const [, index, count] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? [];
  demand(
    index !== undefined && count !== undefined,
    `--slice ${JSON.stringify(text)} is no slice.`,
    'Write which one of how many, from 1, such as --slice 3/50.',
  );
  const slice = checked({ index: Number(index), count: Number(count) }, '--slice');
  demand(
    slices === undefined || slices === slice.count,
    `--slice says ${slice.count} slices, and --slices says ${slices}.`,
    'Leave --slices out.',
  );
  return slice;
};

const checked = (slice: Slice, by: string): Slice => {
  const { index, count } = slice;
  demand(
    count >= 1 && index >= 1 && index <= count,
    `${by} tells slice ${index} of ${count}, and slices count from 1 to ${count}.`,
    'Say it by --slice, such as --slice 3/50, or let the tasks of the job have one number after the other.',
  );
  return slice;
};

/** A task of an array job. */
interface Task {
  readonly variable: string;
  /** From 1. */
  readonly index: number;
  readonly count?: number | undefined;
  readonly job?: string | undefined;
}

type Env = SliceQuestion['env'];

interface Scheduler {
  /** Tells the number of the task. */
  readonly variable: string;
  /** The number of the first task. */
  readonly first: (env: Env) => number;
  /** From the number of one task to that of the next. */
  readonly step?: string;
  readonly count?: string;
  /** A name that all tasks of the job have alike. */
  readonly job: (env: Env) => string | undefined;
}

const schedulers: readonly Scheduler[] = [
  // Kubernetes, an Indexed Job.
  { variable: 'JOB_COMPLETION_INDEX', first: () => 0, job: () => undefined },
  {
    variable: 'SLURM_ARRAY_TASK_ID',
    first: (env) => numberIn(env, 'SLURM_ARRAY_TASK_MIN') ?? 1,
    step: 'SLURM_ARRAY_TASK_STEP',
    count: 'SLURM_ARRAY_TASK_COUNT',
    job: ({ SLURM_ARRAY_JOB_ID: id }) => named('slurm', id),
  },
  {
    variable: 'AWS_BATCH_JOB_ARRAY_INDEX',
    first: () => 0,
    count: 'AWS_BATCH_JOB_ARRAY_SIZE',
    // `<job>:<index>`.
    job: ({ AWS_BATCH_JOB_ID: id }) => named('aws', id?.split(':')[0]?.slice(0, 18)),
  },
  {
    // GitLab, `parallel: 4`.
    variable: 'CI_NODE_INDEX',
    first: () => 1,
    count: 'CI_NODE_TOTAL',
    job: ({ CI_PIPELINE_ID: id }) => named('gitlab', id),
  },
];

const named = (scheduler: string, id: string | undefined): string | undefined =>
  id !== undefined && /^[A-Za-z0-9_-]{1,18}$/.test(id) ? `${scheduler}-${id}` : undefined;

const taskIn = (env: Env): Task | undefined => {
  for (const { variable, first, step, count, job } of schedulers) {
    const number = numberIn(env, variable);
    if (number === undefined) continue;
    const perTask = (step === undefined ? undefined : numberIn(env, step)) || 1;
    return {
      variable,
      index: (number - first(env)) / perTask + 1,
      count: count === undefined ? undefined : numberIn(env, count),
      job: job(env),
    };
  }
  return undefined;
};

const numberIn = (env: Env, name: string): number | undefined => {
  const text = env[name] ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
};
