import type { ReportedExchange } from '../formats/run.ts';
import { checkScenario } from '../formats/scenario/check-scenario.ts';
import {
  playedScenario,
  type ReadScenario,
  readScenario,
  type WrittenCall,
} from '../formats/scenario/parse-scenario.ts';
import { eachStep, type Scenario, type Step } from '../formats/scenario/scenario.ts';
import type { WrittenStep } from '../formats/scenario/scenario-schema.ts';
import { type Account, accountKey } from '../ledger/account.ts';
import { ownScenario } from '../run/own-calls.ts';
import { openPlay, type Play } from '../run/play.ts';
import type { RunContext } from '../run/run-context.ts';
import { PointingError, usageError, type WalletproofError } from '../spec/walletproof-error.ts';

import { callsFile } from './results.ts';

/** A call that a session asks for. */
export interface CallOrder extends Account {
  readonly kind: 'getBalance' | 'makeBet' | 'rollback' | 'resend';
  /** By the user; one is drawn when absent. */
  readonly id?: string;
  readonly gameId: number;
  /** For `resend`, and where another call names one: the id of the call that it is about. */
  readonly names?: string;
  /** The step as a scenario writes it, once its id is known. */
  readonly write: (id: string) => Readonly<Record<string, unknown>>;
}

/** A call in its turn. */
export interface NumberedOrder {
  readonly order: CallOrder;
  /** Its number since the start: the line of its findings. */
  readonly line: number;
}

/** Calls as the runner plays them. */
export interface ReadCalls {
  /** Later calls and reports name them by these: `bet-1`. */
  readonly ids: readonly string[];
  /** The call itself, or all of them at once. */
  readonly step: Step;
  /** The same as a scenario of its own, with the calls that it names before it. */
  readonly scenario: Scenario;
}

/** A call whose options its schema has read. */
interface ReadCall {
  readonly id: string;
  readonly line: number;
  readonly step: WrittenCall;
  readonly head: Omit<ReadScenario, 'steps'>;
}

const prefixes = { getBalance: 'balance', makeBet: 'bet', rollback: 'rollback', resend: 'resend' };

/** More exchanges are not kept for the texts of findings. */
const mostExchanges = 2_000;

/** Everything that is called through a platform from one reset to the next, by one ledger. */
export class CallBook {
  /** As it is now: another one once the dialect or the game changes. */
  play: Play;
  /** Whether any session was ever opened with a balance: then the URL and the token are right. */
  hasWorked = false;
  /** Whether the dialect may be looked for: once, where none is configured. */
  mayLearnDialect: boolean;
  /** The last ones, for the texts of findings. */
  readonly exchanges = new Map<string, ReportedExchange>();
  /** Each makeBet and rollback that later calls may name, by its id. */
  readonly #history = new Map<string, ReadCall>();
  /** The call that was sent again, by the id of the sending. */
  readonly #originals = new Map<string, string>();
  /** The sessions in which the balance was read, by account. */
  readonly #opened = new Map<string, Set<string>>();
  /** Calls of which nobody can tell what the agent did with them. */
  readonly #unknowable = new Set<string>();
  /** Accounts for which somebody else sent callbacks, since the last calls were begun. */
  readonly #touched = new Set<string>();
  #underWay: readonly string[] = [];

  /** `position`: stands in the ids of its calls. */
  constructor(context: RunContext, position: string) {
    this.play = openPlay(context, ownScenario(callsFile, callsFile), position);
    this.mayLearnDialect = context.agent.dialect === undefined;
  }

  /**
   * Reads calls by the schema of a scenario's steps: the options are the same ones. A WalletproofError that says
   * which option is wrong.
   */
  read(numbered: readonly NumberedOrder[]): ReadCalls {
    const fresh = new Map<string, ReadCall>();
    const calls = numbered.map(({ order, line }) => {
      const { id = `${prefixes[order.kind]}-${line}`, names } = order;
      if (names !== undefined && !fresh.has(names) && !this.#isKnown(names)) throw unknownCall(names);
      if (order.id !== undefined && (this.#history.has(id) || fresh.has(id))) throw givenTwice(id);
      const call = { id, line, ...this.#readOptions(id, order) };
      if (call.step.kind === 'resend') this.#originals.set(id, call.step.call);
      if (idOfStep(call.step) !== undefined) fresh.set(id, call);
      return call;
    });
    const read = { ids: calls.map(({ id }) => id), ...arranged(this.#namedBy(calls), calls) };
    for (const [id, call] of fresh) this.#history.set(id, call);
    return read;
  }

  #isKnown(name: string): boolean {
    return this.#history.has(name) || this.#originals.has(name);
  }

  #readOptions(id: string, { write }: CallOrder): Pick<ReadCall, 'step' | 'head'> {
    // As JSON has it: what is undefined is not there. Who sends what was sent again once more means the call itself.
    const written: unknown = JSON.parse(JSON.stringify(write(id)), (key, value: unknown) => {
      if (key === '__proto__') throw wrongOptions(id, [{ message: 'the key `__proto__` cannot be used', remedy: '' }]);
      return typeof value === 'string' && namingKeys.includes(key) ? (this.#originals.get(value) ?? value) : value;
    });
    const { steps, ...head } = readStep(written, id);
    const step = steps.map((each) => each.step).find(isCall);
    if (step === undefined) throw new TypeError('A session makes calls.');
    return { step, head };
  }

  /** The earlier calls that these name, and those that they name in turn, in their order. */
  #namedBy(calls: readonly ReadCall[]): ReadCall[] {
    const named = new Set<ReadCall>();
    const look = ({ step }: ReadCall): void => {
      for (const name of [...namesIn(step), step.options.forgedFrom ?? '']) {
        const earlier = this.#history.get(name);
        if (earlier === undefined || named.has(earlier)) continue;
        named.add(earlier);
        look(earlier);
      }
    };
    for (const call of calls) look(call);
    return [...named].toSorted((one, other) => one.line - other.line);
  }

  /** The calls that follow are sent in that game. */
  useGame(gameId: number): void {
    const { context } = this.play;
    if (gameId !== context.gameId) this.play = { ...this.play, context: { ...context, gameId } };
  }

  /** Whether the balance was read in that session. */
  isOpen(session: string, account: Account): boolean {
    return this.#opened.get(accountKey(account))?.has(session) === true;
  }

  noteOpen(session: string, account: Account): void {
    const key = accountKey(account);
    this.#opened.set(key, (this.#opened.get(key) ?? new Set()).add(session));
  }

  /** The next call of the account reads its balance anew; of every account when absent. */
  forgetAccount(account?: Account): void {
    const { state, shown } = this.play;
    const { balances } = state.ledger;
    const left = account === undefined ? balances.clear() : balances.delete(accountKey(account));
    this.play.state = { ...state, ledger: { ...state.ledger, balances: left } };
    if (account === undefined) this.#opened.clear();
    else this.#opened.delete(accountKey(account));
    shown.clear();
  }

  /** What came of calls of these accounts is not known: they are read anew, the transactions of `step` not judged. */
  forgetCalls(accounts: readonly Account[], step?: Step): void {
    for (const name of step === undefined ? [] : [...definedBy(step), ...namedBy(step)]) this.#unknowable.add(name);
    for (const account of accounts) this.forgetAccount(account);
    // A call that ended the judgement ends nothing for those that follow: they begin with a balance.
    const { ending: _, refused: __, ...state } = this.play.state;
    this.play.state = { ...state, others: [], doubtful: [] };
  }

  /** Whether nobody can tell what the agent did with a call that the step names. */
  namesUnknowable(step: Step): boolean {
    return this.namesUnsent(step) || namedBy(step).some((name) => this.#unknowable.has(name));
  }

  /** Whether nothing was sent of a call that the step names, nor is with it. */
  namesUnsent(step: Step): boolean {
    return namedBy(step).some((name) => !this.play.composed.has(name) && !definedBy(step).includes(name));
  }

  /** Calls of these accounts are under way. */
  beginCalls(accounts: readonly Account[]): void {
    this.#underWay = accounts.map(accountKey);
    this.#touched.clear();
  }

  /** Somebody else sent a callback for the account. */
  touch(account: Account): void {
    const key = accountKey(account);
    this.#touched.add(key);
    // What is under way is forgotten once it is played.
    if (!this.#underWay.includes(key)) this.forgetAccount(account);
  }

  /** Whether that happened to an account of the calls that were begun last. */
  wasTouched(): boolean {
    return this.#underWay.some((key) => this.#touched.has(key));
  }

  /** Callbacks are signed in it from now on. */
  learnDialect(dialect: string): void {
    const { context, terms } = this.play;
    this.mayLearnDialect = false;
    this.play = {
      ...this.play,
      context: { ...context, agent: { ...context.agent, dialect } },
      terms: { ...terms, recipient: { ...terms.recipient, dialect } },
    };
  }

  keepExchanges(fresh: readonly ReportedExchange[]): void {
    for (const each of fresh) this.exchanges.set(each.id, each);
    for (const id of this.exchanges.keys()) {
      if (this.exchanges.size <= mostExchanges) return;
      this.exchanges.delete(id);
    }
  }
}

/** Where a step names a call. */
const namingKeys = ['call', 'of', 'transaction_of'];

const readStep = (written: unknown, id: string): ReadScenario => {
  try {
    return readScenario({ scenario: callsFile, steps: [written] }, id);
  } catch (error) {
    throw error instanceof PointingError ? wrongOptions(id, error.problems) : error;
  }
};

/** The calls as a scenario, after those that they name; what steps say of each other is checked. */
const arranged = (named: readonly ReadCall[], own: readonly ReadCall[]): Pick<ReadCalls, 'step' | 'scenario'> => {
  const [first] = own;
  if (first === undefined) throw new TypeError('There is no call to arrange.');
  const calls = [...named, ...own];
  const group = own.map(({ step }, index) => ({ at: ['steps', index], step }));
  const last: WrittenStep = own.length === 1 ? first.step : { kind: 'together', count: 1, steps: group, beside: [] };
  const steps = [...named.map(({ step }) => step), last].map((step, index) => ({ at: ['steps', index], step }));
  const read = { ...first.head, steps };
  const complaints = [...checkScenario(read, () => first.line, undefined)];
  if (complaints.length > 0) throw wrongOptions(own.map(({ id }) => id).join(', '), complaints);
  const scenario = playedScenario(read, callsFile, ([, index, , , inGroup = 0]) => ({
    line: calls[Number(index) + Number(inGroup)]?.line ?? first.line,
    column: 1,
  }));
  const step = scenario.steps.at(-1);
  if (step === undefined) throw new TypeError('A scenario has steps.');
  return { step, scenario };
};

const isCall = (step: { readonly kind: string }): step is WrittenCall =>
  ['getBalance', 'makeBet', 'rollback', 'resend'].includes(step.kind);

/** The id by which later calls may name a call. */
const idOfStep = (step: WrittenCall | Step): string | undefined =>
  step.kind === 'makeBet' || step.kind === 'rollback' ? step.id : undefined;

/** The earlier calls that a call is about. */
const namesIn = (step: WrittenCall | Step): string[] => {
  switch (step.kind) {
    case 'resend':
      return [step.call];
    case 'rollback':
      return step.of === undefined ? [] : [step.of];
    case 'makeBet':
      return step.transactionOf === undefined ? [] : [step.transactionOf];
    default:
      return [];
  }
};

/** The same of all calls of a step. */
const namedBy = (step: Step): string[] => [...eachStep([step])].flatMap(namesIn);

const definedBy = (step: Step): string[] => [...eachStep([step])].flatMap((each) => idOfStep(each) ?? []);

/** No text that a place in it could be pointed at: the options are objects of the test. */
const wrongOptions = (
  names: string,
  problems: readonly { readonly message: string; readonly remedy: string }[],
): WalletproofError => {
  const texts = problems.map(({ message, remedy }) => message + (remedy && ` (${remedy})`));
  return usageError(
    `The options of ${names} are wrong: ${texts.join('; ')}`,
    'Correct them: they are those of a step in a scenario.',
  );
};

const unknownCall = (name: string): WalletproofError =>
  usageError(
    `No makeBet and no rollback since the last reset has the id ${JSON.stringify(name)}.`,
    'Give the result of a makeBet or rollback that was made through this platform since its last reset().',
  );

const givenTwice = (id: string): WalletproofError =>
  usageError(`The id ${JSON.stringify(id)} is given twice.`, 'Give each call an id of its own, or none.');
