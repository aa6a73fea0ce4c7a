import { parseAmount, renderAtScale } from '../base/money.ts';
import { type BreachView, type BrokenView, type CallView, splitCause } from '../components/breach-view.ts';
import { isOverlapping } from '../components/calls-at-once.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange, RequirementResult } from '../formats/run.ts';
import { breachTitle, findings, isMustByEffect } from '../spec/finding.ts';
import { requirements as catalogue } from '../spec/requirements/catalogue.ts';
import { levels } from '../spec/verdict.ts';
import { exchangeFacts, isSameMoney, saidBalance } from './exchange-facts.ts';
import { sourceText } from './requirement-ids.ts';

/** A requirement, as the catalogue or a stored run has it. */
export type ToldRequirement = Pick<RequirementResult, 'id' | 'level' | 'title' | 'section' | 'source'>;

/** What a breach is told from. */
export interface BreachEvidence {
  readonly finding: Finding;
  /** What it breaks, the heaviest first. */
  readonly requirements: readonly ToldRequirement[];
  /** The exchanges that the finding names, in its order, as far as they are there. */
  readonly exchanges: readonly ReportedExchange[];
  /** The balance before the first of them, where an earlier answer said it. */
  readonly before?: string | undefined;
}

/** A finding as a card tells it: worded and chosen, amounts at the scale of their currency. */
export const breachView = (evidence: BreachEvidence): BreachView => {
  const { finding, requirements, exchanges, before } = evidence;
  const { code, message, expected, actual, known } = finding;
  const { hint } = findings[code];
  const calls = callsOf(evidence);
  const why = catalogue.find(({ id }) => id === requirements[0]?.id)?.why;
  return {
    code,
    weight: finding.weight === 'risk' ? 'risk' : 'breach',
    title: breachTitle(code, callTitle(exchanges.find(({ id }) => id === aboutOf(finding, exchanges)))),
    requirements: requirements.map((each) => brokenView(each, finding)),
    message,
    ...given({ expected, actual, known, why, before: before && atScale(before, currencyOf(exchanges)) }),
    ...reasonOf(evidence),
    change: hint,
    calls,
    leftOut: exchanges.length - calls.length,
  };
};

/** A call as the subject of a sentence, by what its label says of it: `a repeated makeBet with a new request_id`. */
const callTitle = (exchange: ReportedExchange | undefined): string | undefined => {
  if (exchange === undefined || exchange.direction !== 'callback') return undefined;
  const { kind, label = kind } = exchange;
  const [again, how = ''] = / again(?: \((.+)\))?$/.exec(label) ?? [];
  if (again === undefined) return label.startsWith(`${kind} of an unknown`) ? `a ${label}` : `a ${kind}`;
  if (how === '' || how.startsWith('the same bytes')) return `a repeated ${kind}`;
  if (how.startsWith('in ')) return `a repeated ${kind} ${how}`;
  if (how.startsWith('after ')) return `a repeated ${kind} ${how}`;
  return `a repeated ${kind} with ${how.startsWith('new ') ? 'a ' : ''}${how}`;
};

/** What several findings of one cause break: its own before those of what follows, the heaviest first. */
export const brokenByAll = (cards: readonly Pick<BreachView, 'requirements'>[]): readonly BrokenView[] => {
  const all = cards.flatMap(({ requirements }) => requirements);
  const once = all.filter(({ id }, index) => all.findIndex((each) => each.id === id) === index);
  return levels.flatMap((level) => once.filter((each) => each.level === level));
};

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** What there is of it. */
export const given = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>;

const brokenView = (requirement: ToldRequirement, finding: Finding): BrokenView => {
  const { id, level, title, source } = requirement;
  return {
    id,
    level: isMustByEffect(finding, level) ? 'must' : level,
    title,
    source: sourceText(requirement),
    ...(source.kind === 'specification' ? { sentence: source.sentence } : {}),
  };
};

/** The likely cause as a sentence, and the arithmetic apart from it. */
const reasonOf = ({
  finding: { likelyCause = '', expected, actual },
  exchanges,
}: BreachEvidence): Pick<BreachView, 'arithmetic' | 'cause'> => {
  const { cause, arithmetic = difference(expected, actual, exchanges.at(-1)) } = splitCause(likelyCause);
  return given({ arithmetic, cause: cause === undefined ? undefined : asSentence(cause) });
};

/** What was said, as what was due and the difference; undefined where these are no amounts. */
const difference = (expected = '', actual = '', exchange: ReportedExchange | undefined): string | undefined => {
  const [due, said] = [parseAmount(expected), parseAmount(actual)];
  if (due === undefined || said === undefined || exchange === undefined || due.eq(said)) return;
  const { currency } = exchangeFacts(exchange);
  const change = said.minus(due);
  return `${renderAtScale(said, currency)} = ${renderAtScale(due, currency)} ${change.lt(0) ? '-' : '+'} ${renderAtScale(change.abs(), currency)}`;
};

/** Begins with a capital letter, unless it begins with an id. */
const asSentence = (text: string): string => {
  const start = /^[a-z]+(?= )/.exec(text)?.[0] ?? '';
  const capital = start.charAt(0).toUpperCase() + start.slice(1);
  return `${capital}${text.slice(start.length)}${/[.!?]$/.test(text) ? '' : '.'}`;
};

/** Calls, and the finding that they show where there is one. */
type ShownCalls = Pick<BreachEvidence, 'exchanges'> & Partial<Pick<BreachEvidence, 'finding'>>;

/** Of many the first and the last; the numbers jump between them. */
export const callsOf = (evidence: ShownCalls): CallView[] => {
  const { exchanges } = evidence;
  const accounts = new Set(exchanges.map(accountOf));
  return clipped([...exchanges.entries()]).map(([index, exchange]) => {
    const { callback, transaction, currency, bet, win } = exchangeFacts(exchange);
    const { id, direction, label, status, startedAt, durationMs, burst = 1 } = exchange;
    const account = accounts.size > 1 ? accountOf(exchange) : '';
    return {
      number: index + 1,
      exchangeId: id,
      direction,
      kind: callback,
      startedAt,
      durationMs,
      status,
      ...(burst > 1 ? { isOfBurst: true as const } : {}),
      ...filled({ transactionId: transaction, account, currency }),
      ...filled({ label: label === exchange.kind ? '' : (label ?? '') }),
      ...filled({ bet: atScale(bet, currency), win: atScale(win, currency) }),
      answered: answeredOf(exchange),
      ...dueOf(exchange, evidence),
    };
  });
};

const filled = <T extends Record<string, string>>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== '')) as Partial<T>;

const currencyOf = ([first]: readonly ReportedExchange[]): string =>
  first === undefined ? '' : exchangeFacts(first).currency;

const accountOf = (exchange: ReportedExchange): string => {
  const { player, currency } = exchangeFacts(exchange);
  return `${player} ${currency}`.trim();
};

const atScale = (text: string, currency: string): string => {
  const amount = parseAmount(text);
  return amount === undefined ? text : renderAtScale(amount, currency);
};

/** The balance, or else what came instead of it: `403 invalid_signature`. */
const answeredOf = (exchange: ReportedExchange): string => {
  const { answer, status, currency } = exchangeFacts(exchange);
  const said = saidBalance(exchange);
  if (said !== undefined && exchange.status === 200) return atScale(said, currency);
  return status === '-' ? withoutMessage(answer) : `${status} ${answer}`;
};

/** `no answer: dropped`: what the system says of it stands at the exchange. */
const withoutMessage = (answer: string): string => answer.split(': ', 2).join(': ');

/** What was due: the finding's word for the answer that it is about, else the ledger's for a call alone. */
const dueOf = (exchange: ReportedExchange, { finding, exchanges }: ShownCalls): Pick<CallView, 'due' | 'isWrong'> => {
  const { currency } = exchangeFacts(exchange);
  const named = finding && namedByFinding(exchange, { finding, exchanges });
  if (named !== undefined) return { due: atScale(named, currency), isWrong: true };
  const said = saidBalance(exchange);
  const { expectedBalance } = exchange;
  // A refusal says no balance: what the ledger holds after it is not what was due.
  if (said === undefined || expectedBalance === undefined || !isAlone(exchange, exchanges)) {
    return { isWrong: finding !== undefined && exchanges.length === 1 };
  }
  return { due: expectedBalance, isWrong: !isSameMoney(said, expectedBalance) };
};

const namedByFinding = (
  exchange: ReportedExchange,
  { finding, exchanges }: Required<ShownCalls>,
): string | undefined => {
  const { expected = '', actual = '', line } = finding;
  if (expected === '' || aboutOf(finding, exchanges) !== exchange.id) return undefined;
  const isAbout = isSameMoney(expected, expected)
    ? isSameMoney(saidBalance(exchange) ?? '', actual)
    : finding.exchanges.length === 1 || (line !== undefined && line === exchange.line);
  return isAbout ? expected : undefined;
};

/** The call that a finding is about: the last that answered what it says came, else the last. */
const aboutOf = (
  { actual = '', exchanges: ids }: Finding,
  exchanges: readonly ReportedExchange[],
): string | undefined => exchanges.findLast((each) => isSameMoney(saidBalance(each) ?? '', actual))?.id ?? ids.at(-1);

/** Of calls at the same time no single balance is the right one. */
const isAlone = (exchange: ReportedExchange, all: readonly ReportedExchange[]): boolean =>
  all.every((other) => other === exchange || !isOverlapping(exchange, other));

/** Of more calls than this, the first and the last are shown. */
export const mostCalls = 20;

const clipped = <T>(all: readonly T[]): readonly T[] =>
  all.length <= mostCalls ? all : [...all.slice(0, mostCalls / 2), ...all.slice(-mostCalls / 2)];
