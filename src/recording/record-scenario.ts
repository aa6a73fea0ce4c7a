import { type Amount, renderAmount, roundings } from '../base/money.ts';
import { type Printable, type PrintableMap, printDocument, WrittenNumber } from '../formats/document/print-document.ts';
import { editorLine } from '../formats/editor-line.ts';
import { transactionIdOf } from '../spec/callback.ts';
import { chooseCalls } from './choose-calls.ts';
import { chooseRequirements } from './choose-requirements.ts';
import { planSteps, type RecordingPlan } from './plan.ts';
import type { Note, RecordedCall } from './recorded-call.ts';
import { writeCall } from './write-call.ts';
import { writeExpression } from './write-options.ts';

/** A recording: YAML that `play` takes, and what could not be put into it. */
export interface RecordedScenario {
  readonly title: string;
  readonly yaml: string;
  readonly notes: readonly string[];
}

export interface RecordOptions {
  /** A fact about the agent, or when it was recorded. */
  readonly title: string;
  readonly description?: string;
}

/**
 * A scenario that does what these calls did, oldest first: green against a right agent, red
 * against one that does wrong what was done wrong then. What it cannot say is told in the notes.
 */
export const recordScenario = (calls: readonly RecordedCall[], options: RecordOptions): RecordedScenario => {
  const notes = new Set<string>();
  const note: Note = (sentence) => notes.add(sentence);
  const plan = planSteps(chooseCalls(calls, note), note);
  const { steps, comments } = writeSteps(plan, note);
  const told = [...notes].slice(0, mostNotes);
  const head = headOf(options, plan);
  if (steps.length === 0) {
    told.push('Nothing could be recorded: the scenario asks for the balance.');
  }
  const scenario = { ...head, steps: steps.length === 0 ? [{ getBalance: {} }] : steps };
  const yaml = printDocument(scenario, { comment: told.join('\n'), comments });
  return { title: head.scenario, yaml: `${editorLine('scenario')}\n${yaml}`, notes: told };
};

const mostNotes = 50;

const headOf = (
  { title, description }: RecordOptions,
  plan: RecordingPlan,
): PrintableMap & { readonly scenario: string } => {
  const requirements = chooseRequirements(plan);
  return {
    scenario: lineOf(title) || 'A recorded session',
    description: description && lineOf(description),
    requirements: requirements.length === 0 ? undefined : requirements,
    players: plan.names.players === 1 ? undefined : plan.names.players,
    fund: new WrittenNumber(renderFund(plan.flow.fund)),
  };
};

/** As many decimals as any currency has, and the rest of an odd amount rounded up. */
const renderFund = (fund: Amount): string => renderAmount(fund.round(18, roundings.up));

/** Text from outside on one line, without what does not print. */
const lineOf = (text: string): string =>
  text
    .slice(0, 200)
    .replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ')
    .trim();

interface WrittenSteps {
  readonly steps: readonly PrintableMap[];
  readonly comments: ReadonlyMap<Printable, string>;
}

/** The steps of a recording, with what was said of each. */
export const writeSteps = (plan: RecordingPlan, note: Note): WrittenSteps => {
  const comments = new Map<Printable, string>();
  const pauseBefore = createPauses(plan, note);
  const written = (position: number): PrintableMap[] => {
    const step = writeCall(plan, position, note);
    const call = plan.calls[position];
    const comment = call === undefined ? undefined : writeComment(call);
    if (step !== undefined && comment !== undefined) comments.set(step, comment);
    return step === undefined ? [] : [step];
  };
  const steps = plan.groups.flatMap((group) => {
    const pause = group.length === 1 ? pauseBefore(group[0] ?? 0) : undefined;
    const calls = group.flatMap(written);
    return [
      ...(pause === undefined ? [] : [{ wait: pause }]),
      ...group.flatMap((position) => levelling(plan, position, comments)),
      ...(group.length > 1 ? [{ together: { steps: calls } }] : calls),
    ];
  });
  return { steps, comments };
};

/** A bet that brings the account down to what was in it, where that matters. */
const levelling = (plan: RecordingPlan, position: number, comments: Map<Printable, string>): PrintableMap[] => {
  const left = plan.flow.levels.get(position);
  const callback = plan.calls[position]?.callback;
  const bet = left === undefined ? undefined : writeExpression(balanceLess(left));
  if (left === undefined || callback === undefined || bet === undefined) return [];
  const step = { makeBet: { bet }, ...plan.names.whereOf(callback) };
  comments.set(step, `Leaves ${renderAmount(left)}, the balance of that moment: less than the following bets need.`);
  return [step];
};

const balanceLess = (left: Amount) => ({ kind: 'balance', sign: -1, text: renderAmount(left) }) as const;

/** The platform's own first retry comes sooner; a memory that short shows without a pause. */
const shortestMs = 1_500;

const longestMs = 5_000;

/** All pauses of a recording together. */
const mostMs = 60_000;

/** Counts the pauses of one recording: how long to wait before a call, such as `2s`. */
const createPauses = ({ calls, links }: RecordingPlan, note: Note): ((position: number) => string | undefined) => {
  let spentMs = 0;
  return (position) => {
    const gapMs = links[position]?.kind === 'again' ? gapBefore(calls, position) : 0;
    if (!(gapMs >= shortestMs)) return undefined;
    const pauseMs = Math.min(gapMs, longestMs, mostMs - spentMs);
    if (pauseMs < gapMs) note('A call that was repeated long afterwards is repeated after some seconds.');
    if (pauseMs < shortestMs) return undefined;
    spentMs += pauseMs;
    return `${Math.round(pauseMs / 100) / 10}s`;
  };
};

/** Milliseconds since the last call of the same transaction was through. */
const gapBefore = (calls: readonly RecordedCall[], position: number): number => {
  const own = calls[position];
  const transaction = transactionIdOf(own?.callback);
  const last = calls.slice(0, position).findLast(({ callback }) => transactionIdOf(callback) === transaction);
  if (own === undefined || last === undefined) return 0;
  return own.startedAt - last.startedAt - last.durationMs;
};

/** When it was, and what was said of its answer; undefined where there is nothing to say. */
const writeComment = ({ startedAt, remark, refusedWith }: RecordedCall): string | undefined => {
  const refused = refusedWith === undefined ? undefined : `the agent refused it: ${refusedWith}`;
  const said = remark ?? refused;
  return said === undefined ? undefined : `${timeOf(startedAt)}${said.replaceAll('\n', ' ')}`;
};

/** UTC, `12:34:56 `. */
const timeOf = (startedAt: number): string => {
  const date = new Date(startedAt);
  return Number.isNaN(date.getTime()) ? '' : `${date.toISOString().slice(-13, -5)} `;
};
