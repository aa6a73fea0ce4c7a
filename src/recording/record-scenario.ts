import type { PrintableMap } from '../formats/document/print-document.ts';
import { printDocument, WrittenNumber } from '../formats/document/print-document.ts';
import type { Amount } from '../money/amount.ts';
import { renderAmount } from '../money/amount.ts';
import { roundings } from '../money/currency-scale.ts';
import { chooseCalls } from './choose-calls.ts';
import { chooseRequirements } from './choose-requirements.ts';
import type { RecordingPlan } from './plan.ts';
import { planSteps } from './plan.ts';
import type { Note, RecordedCall } from './recorded-call.ts';
import { writeSteps } from './write-steps.ts';

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
export const recordScenario = (
  calls: readonly RecordedCall[],
  options: RecordOptions,
): RecordedScenario => {
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
  return { title: head.scenario, yaml, notes: told };
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
