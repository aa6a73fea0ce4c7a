import { parseScenario } from '../formats/scenario/parse-scenario.ts';
import { type CallStep, eachStep, type Scenario, type Step } from '../formats/scenario/scenario.ts';
import type { Forgery, SignatureVariant, WrittenResend } from '../spec/fault.ts';
import type { HttpForm } from '../spec/http-form.ts';
import { PointingError, type WalletproofError } from '../spec/walletproof-error.ts';
import { usage } from './wrong-use.ts';

/** A step as a scenario file would write it. */
export type WrittenStep = Readonly<Record<string, unknown>>;

/** A call that is about to be made. */
export interface WrittenCall {
  /** `bet-1`: later calls name it by that. */
  readonly id: string;
  readonly step: WrittenStep;
}

/** Calls as the runner plays them. */
export interface ReadCalls {
  /** The call itself, or all of them at once. */
  readonly step: Step;
  /** The same as a scenario of its own, with the calls that it names before it. */
  readonly scenario: Scenario;
}

/** The file that findings of calls name; their line is the number of the call. */
export const callsFile = 'calls of this test';

/**
 * Reads calls as steps of a scenario, by its schema: the options are the same ones. `lines`: the
 * numbers of the calls. A WalletproofError that says which option is wrong.
 */
export const readCalls = (
  calls: readonly WrittenCall[],
  history: ReadonlyMap<string, WrittenStep>,
  lines: readonly number[],
): ReadCalls => {
  const own = calls.map(({ step }) => step);
  const [only] = own;
  const last = own.length === 1 ? only : { together: { steps: own } };
  const steps = [...stepsNamedBy(own, history), last];
  const text = JSON.stringify({ scenario: callsFile, steps });
  const scenario = readScenario(text, calls.map(({ id }) => id).join(', '));
  const step = scenario.steps.at(-1);
  if (step === undefined) throw new TypeError('A scenario has steps.');
  return { step: placed(step, lines), scenario: { ...scenario, file: callsFile } };
};

const readScenario = (text: string, names: string): Scenario => {
  try {
    return parseScenario({ text, file: names });
  } catch (error) {
    throw error instanceof PointingError ? wrongOptions(names, error) : error;
  }
};

/** No text that a place in it could be pointed at: the options are objects of the test. */
const wrongOptions = (names: string, { problems }: PointingError): WalletproofError => {
  const texts = problems.map(({ message, remedy }) => message + (remedy && ` (${remedy})`));
  return usage(
    `The options of ${names} are wrong: ${texts.join('; ')}`,
    'Correct them: they are those of a step in a scenario.',
  );
};

/** The steps that these name, and those that they name in turn, in their order. */
const stepsNamedBy = (steps: readonly WrittenStep[], history: ReadonlyMap<string, WrittenStep>): WrittenStep[] => {
  const named = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value === 'string' && history.has(value) && !named.has(value)) {
      named.add(value);
      look(history.get(value));
    }
    if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) look(each);
  };
  for (const step of steps) look(step);
  return [...history].filter(([id]) => named.has(id)).map(([, step]) => step);
};

const placed = (step: Step, lines: readonly number[]): Step => {
  const at = (index: number) => ({ line: lines[index] ?? 1, column: 1 });
  if (step.kind !== 'together') return { ...step, place: at(0) };
  const steps = step.steps.map((each, index): CallStep => ({ ...each, place: at(index) }));
  return { ...step, place: at(0), steps };
};

/** The earlier calls that a step names. */
export const namedBy = (step: Step): string[] =>
  [...eachStep([step])].flatMap((each) => {
    if (each.kind === 'resend') return each.call;
    if (each.kind === 'rollback') return each.of ?? [];
    return (each.kind === 'makeBet' && each.transactionOf) || [];
  });

/** The calls that a step is, by their ids. */
export const definedBy = (step: Step): string[] =>
  [...eachStep([step])].flatMap((each) => ((each.kind === 'makeBet' || each.kind === 'rollback') && each.id) || []);

/** What every call can say besides its call: the options of a scenario's step. */
export interface CallOptions {
  /** `drop-response`: the connection is dropped once the agent has worked; its answer is never seen. */
  readonly fault?: 'drop-response';
  /** Sent so much later, such as `3s`. */
  readonly after?: string | number;
  /** Names the call in reports, and for `transaction_of` and forgeries of later ones. */
  readonly id?: string;
  readonly expect?: 'refused' | 'any' | { readonly refused: string };
  /** How it is signed. */
  readonly signature?: SignatureVariant | { readonly forged: Forgery; readonly of?: string };
  /** Fields altered after signing, by dotted name. */
  readonly tamper?: Readonly<Record<string, unknown>>;
  /** Fields set before signing, by dotted name. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Fields left out before signing. */
  readonly without?: readonly string[];
  readonly wire?: 'table' | 'shuffled' | 'sorted';
  /** Keys written twice on the wire, with this value first. */
  readonly twice?: Readonly<Record<string, unknown>>;
  /** How it is put on the wire where HTTP leaves that free. */
  readonly http?: HttpForm;
  /** What is particular to it: its label has it. */
  readonly about?: string;
  readonly player?: 'unknown' | { readonly alike: string; readonly of?: number };
  readonly currency?: string;
}

/** An amount: a number, a decimal as text, or `balance`, `balance - 5`, `balance + 0.01`. */
export type AmountOption = number | string;

export interface GetBalanceOptions extends CallOptions {
  /** Progress of a pack of free spins. */
  readonly freespins?: {
    readonly played: number;
    readonly total: number;
    readonly isFinish?: boolean;
    readonly accumulatedWin?: AmountOption;
  };
}

export interface MakeBetOptions extends CallOptions {
  readonly bet: AmountOption;
  /** 0 when absent. */
  readonly win?: AmountOption;
  /** A name; a round of its own when absent. */
  readonly round?: string;
  /** True when absent. */
  readonly roundFinished?: boolean;
  /** Uses the transaction_id of that earlier call. */
  readonly transactionOf?: NamedCall;
}

export interface RollbackOptions extends CallOptions {
  readonly alike?: unknown;
}

export interface ResendOptions extends CallOptions {
  /** `exact`, the same bytes, when absent; `new-request-id`: signed again with one. */
  readonly as?: WrittenResend;
  /** For `conflict`: the other amounts. */
  readonly bet?: AmountOption;
  readonly win?: AmountOption;
  /** The one field that is not what it was, such as `{ game_round_id: 'other' }`. */
  readonly changed?: Readonly<Record<string, unknown>>;
}

/** A call by its result, or by its id. */
export type NamedCall = string | { readonly id: string };

/** The id of a named call; a usage error for what names none. */
export const idOfCall = (call: NamedCall): string => {
  const id = typeof call === 'object' ? call?.id : call;
  if (typeof id === 'string') return id;
  if (call instanceof Promise) {
    throw usage('A promise is no call of a session.', 'Await it first: const bet = await session.makeBet({ bet: 5 }).');
  }
  throw usage(
    `${String(call)} is no call of a session.`,
    'Give the result of an earlier makeBet or rollback: await session.resend(bet).',
  );
};

/** The options beside a call as a scenario writes them. */
export const writtenOptions = ({ fault, after: _, id: __, ...options }: CallOptions): WrittenStep => {
  if (fault === undefined) return options as WrittenStep;
  if (fault === 'drop-response') return { ...options, lose: 'answer' };
  throw usage(
    `There is no fault ${JSON.stringify(fault)} of a call.`,
    "Give fault: 'drop-response'; signature, tamper, fields and others are options of their own.",
  );
};
