import type { Dice } from '../base/dice.ts';
import type { PrintableMap } from '../formats/document/print-document.ts';
import { usageError } from '../spec/walletproof-error.ts';
import type { WrittenStep } from './sequence.ts';
import { actionOf, callsOf, groupOf, idOf, namesUsedBy } from './written-step.ts';

/** A call of a scenario as the network has it: it arrives once or twice, at any time. */
interface Message {
  readonly call: WrittenStep;
  /** What later steps know it by. */
  readonly name: string;
  readonly action: string;
  /** The transaction of a rollback: the message of its makeBet. */
  readonly of: string | undefined;
  /** Messages that it is made of: it cannot come before them. */
  readonly after: readonly string[];
}

/** More calls have too many orders to say anything of all of them. */
const mostMessages = 8;

/** A network delivers one of them twice, or two. */
const mostTwice = 2;

/** The orders of a scenario, and how many of them there are. */
export interface Orders {
  readonly sequences: readonly (readonly WrittenStep[])[];
  readonly all: number;
}

/**
 * The orders in which a network can deliver the calls of a scenario, each call once or twice: all of them, or so many drawn
 * by the dice. Throws a usage error where a step is no call, or there are too many.
 */
export const ordersOf = (
  steps: readonly WrittenStep[],
  { most, dice, file }: { readonly most: number; readonly dice: Dice; readonly file: string },
): Orders => {
  const messages = messagesOf(steps, file);
  const all = countOrders(messages);
  const deliveries = all <= most ? [...eachOrder(messages)] : drawnOrders(messages, most, dice);
  const possible = deliveries.filter(isPossible);
  return { sequences: possible.map(writtenOrder), all };
};

/** What a step may be: calls, and what need not be kept in another order. */
const messagesOf = (steps: readonly WrittenStep[], file: string): Message[] => {
  const calls = steps.flatMap((step) =>
    groupOf(step) === undefined && actionIn(step) === undefined ? [] : callsOf(step),
  );
  const odd = steps.find((step) => unordered.some((name) => name in step));
  if (odd !== undefined) {
    const name = unordered.find((each) => each in odd);
    throw usageError(
      `${file} has a \`${name}\`: its calls have no order of their own.`,
      'Write a scenario of single calls for --orders.',
    );
  }
  const named = calls.map((call, at) => ({ call, name: idOf(call) ?? `call-${at + 1}` }));
  const messages = named.flatMap(({ call, name }) => messageOf(call, name));
  if (messages.length > mostMessages) {
    throw usageError(
      `${file} has ${messages.length} calls.`,
      `--orders takes at most ${mostMessages}: leave out what is not needed.`,
    );
  }
  if (messages.length === 0) throw usageError(`${file} moves no money.`, 'Give --orders a scenario with a makeBet.');
  return messages;
};

const unordered = [
  'repeat',
  'matrix',
  'pack',
  'others',
  'earlier',
  'audit',
  'restart',
  'kill',
  'launch',
  'clock',
  'raw',
] as const;

const actionIn = (step: WrittenStep): string | undefined =>
  ['makeBet', 'rollback', 'resend', 'getBalance'].find((name) => name in step);

/** What is asked moves nothing, and what is only sent again is what the network does. */
const messageOf = (call: WrittenStep, name: string): Message[] => {
  const action = actionIn(call);
  const { resend } = call;
  const [, fields = {}] = actionOf(call) ?? [];
  if (action === undefined || action === 'getBalance' || typeof resend === 'string') return [];
  const of =
    action === 'rollback' && fields['alike'] === undefined && typeof fields['of'] === 'string'
      ? fields['of']
      : undefined;
  return [{ call, name, action, of, after: namesUsedBy(call).filter((each) => each !== of) }];
};

type Delivery = readonly Message[];

/** All orders: of each message once, then with one or two of them twice. */
function* eachOrder(messages: readonly Message[]): Generator<Delivery> {
  for (const twice of subsets(messages.filter(canComeTwice), mostTwice)) yield* permutations([...messages, ...twice]);
}

/** What is made of another call has no name to be sent again by. */
const canComeTwice = ({ action }: Message): boolean => action !== 'resend';

/** None, one or more of them, at most so many. */
const subsets = (messages: readonly Message[], most: number): (readonly Message[])[] => {
  const ofSize = (size: number, from: number): (readonly Message[])[] =>
    size === 0
      ? [[]]
      : messages.slice(from).flatMap((one, at) => ofSize(size - 1, from + at + 1).map((rest) => [one, ...rest]));
  return Array.from({ length: most + 1 }, (_, size) => ofSize(size, 0)).flat();
};

/** Each order of the items once, equal ones taken for one. */
function* permutations(items: readonly Message[]): Generator<Delivery> {
  if (items.length === 0) {
    yield [];
    return;
  }
  for (const one of new Set(items)) {
    const at = items.indexOf(one);
    for (const rest of permutations(items.toSpliced(at, 1))) yield [one, ...rest];
  }
}

const factorial = (count: number): number => (count < 2 ? 1 : count * factorial(count - 1));

const countOrders = (messages: readonly Message[]): number => {
  const others = messages.filter(canComeTwice).length;
  const ofTwice = (twice: number): number => {
    const choices = factorial(others) / (factorial(twice) * factorial(others - twice));
    return (choices * factorial(messages.length + twice)) / 2 ** twice;
  };
  return Array.from({ length: Math.min(mostTwice, others) + 1 }, (_, twice) => ofTwice(twice)).reduce(
    (sum, each) => sum + each,
    0,
  );
};

/** So many different orders, by chance. */
const drawnOrders = (messages: readonly Message[], most: number, dice: Dice): Delivery[] => {
  const drawn = new Map<string, Delivery>();
  // An order may be drawn again.
  for (let throws = 0; drawn.size < most && throws < 4 * most; throws += 1) {
    const twice = dice.shuffle(messages.filter(canComeTwice)).slice(0, dice.integer(0, mostTwice));
    const order = dice.shuffle([...messages, ...twice]);
    drawn.set(order.map(({ name }) => name).join(' '), order);
  }
  return [...drawn.values()].toSorted((a, b) => a.length - b.length);
};

/** What is made of an earlier call comes after it. */
const isPossible = (delivery: Delivery): boolean => {
  const known = new Set(delivery.map(({ name }) => name));
  const come = new Set<string>();
  return delivery.every(({ name, after }) => {
    const isRight = after.every((each) => come.has(each) || !known.has(each));
    come.add(name);
    return isRight;
  });
};

/** The steps of a scenario that delivers the calls in that order, and asks for the balance in the end. */
const writtenOrder = (delivery: Delivery): WrittenStep[] => {
  const bets = new Map(delivery.filter(({ action }) => action === 'makeBet').map((each) => [each.name, each]));
  /** By the makeBet: its first rollback that came. */
  const early = new Map<string, string>();
  const come = new Set<string>();
  const steps = delivery.map((message): WrittenStep => {
    const { call, name, action, of } = message;
    if (come.has(name)) return { resend: name };
    come.add(name);
    const step =
      action === 'rollback' && of !== undefined
        ? rollbackOf(message, { bets, early, come })
        : { ...call, ...named(call, name) };
    const rollback = early.get(name);
    return action === 'makeBet' && rollback !== undefined ? withTransactionOf(step, rollback) : step;
  });
  const asked = [
    ...new Map(
      (bets.size > 0 ? [...bets.values()] : delivery).map(({ call }) => [JSON.stringify(whereOf(call)), whereOf(call)]),
    ).values(),
  ];
  return [...steps, ...asked.map((where) => ({ getBalance: {}, ...where }))];
};

interface Come {
  readonly bets: ReadonlyMap<string, Message>;
  readonly early: Map<string, string>;
  readonly come: ReadonlySet<string>;
}

/** A rollback names what has come of its transaction; before its makeBet it is of one that nobody knows. */
const rollbackOf = ({ call, name, of = '' }: Message, { bets, early, come }: Come): WrittenStep => {
  const { rollback: _, ...options } = call;
  if (come.has(of) && !early.has(of)) return { rollback: { of, id: name }, ...options };
  const first = early.get(of);
  if (first !== undefined) return { rollback: { of: first, id: name }, ...options };
  early.set(of, name);
  return { rollback: { id: name }, ...whereOf(bets.get(of)?.call ?? {}), ...options };
};

const withTransactionOf = ({ makeBet, ...options }: WrittenStep, of: string): WrittenStep => ({
  makeBet: { ...(makeBet as PrintableMap), transaction_of: of },
  ...options,
});

/** The call with its name, where it has a place for one. */
const named = (call: WrittenStep, name: string): PrintableMap => {
  const [action = '', fields = {}] = actionOf(call) ?? [];
  return action === 'makeBet' || action === 'rollback' ? { [action]: { ...fields, id: name } } : {};
};

/** Whose account a call is for, and in which session. */
const whereOf = ({ player, session, currency }: WrittenStep): PrintableMap => ({
  ...(player === undefined ? {} : { player }),
  ...(session === undefined ? {} : { session }),
  ...(currency === undefined ? {} : { currency }),
});
