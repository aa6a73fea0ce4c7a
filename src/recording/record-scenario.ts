import type { PrintableMap } from '../formats/document/print-document.ts';
import { printDocument, WrittenNumber } from '../formats/document/print-document.ts';
import type { Amount } from '../money/amount.ts';
import { renderAmount } from '../money/amount.ts';
import { roundings } from '../money/currency-scale.ts';
import type { Recording } from '../spec/admin/views.ts';
import type { MakeBet } from '../spec/callback.ts';
import { chooseCalls, groupCalls } from './choose-calls.ts';
import { chooseRequirements } from './choose-requirements.ts';
import { followMoney } from './follow-money.ts';
import { linkCalls, nameCalls, tellLinks } from './link-calls.ts';
import { castCalls } from './name-accounts.ts';
import type { Note, RecordedCall } from './recorded-call.ts';
import { groupBy } from './recorded-call.ts';
import type { Score } from './score.ts';
import { writeSteps } from './write-steps.ts';

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
  { title, description }: RecordOptions,
): Recording => {
  const notes = new Set<string>();
  const note: Note = (sentence) => notes.add(sentence);
  const score = composeScore(chooseCalls(calls, note), note);
  const { steps, comments } = writeSteps(score, note);
  const told = [...notes].slice(0, mostNotes);
  const head = headOf({ title, description }, score);
  if (steps.length === 0)
    told.push('Nothing could be recorded: the scenario asks for the balance.');
  const scenario = { ...head, steps: steps.length === 0 ? [{ getBalance: {} }] : steps };
  const yaml = printDocument(scenario, { comment: told.join('\n'), comments });
  return { title: head.scenario, yaml, notes: told };
};

const mostNotes = 50;

const composeScore = (calls: readonly RecordedCall[], note: Note): Score => {
  const links = linkCalls(calls);
  const groups = groupCalls(calls, note);
  tellLinks(calls, links, note);
  return {
    calls,
    links,
    groups,
    ids: nameCalls(calls, links),
    flow: followMoney(calls, groups),
    cast: castCalls(calls, note),
    roundOf: nameRounds(
      calls.flatMap(({ callback }, position): MakeBet[] =>
        callback?.type === 'makeBet' && links[position]?.kind === 'fresh' ? [callback] : [],
      ),
    ),
  };
};

const headOf = (
  { title, description }: { readonly title: string; readonly description: string | undefined },
  score: Score,
): PrintableMap & { readonly scenario: string } => {
  const requirements = chooseRequirements(score);
  return {
    scenario: lineOf(title) || 'A recorded session',
    description: description === undefined ? undefined : lineOf(description),
    ...(requirements.length === 0 ? {} : { requirements }),
    ...(score.cast.players === 1 ? {} : { players: score.cast.players }),
    fund: new WrittenNumber(renderFund(score.flow.fund)),
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

/** The name of a makeBet's round; undefined where none of the other makeBets is in it. */
export const nameRounds = (
  makeBets: readonly MakeBet[],
): ((makeBet: MakeBet) => string | undefined) => {
  const shared = [...groupBy(makeBets, ({ gameRoundId }) => gameRoundId)]
    .filter(([, own]) => own.length > 1)
    .map(([id]) => id);
  const names = new Map(shared.map((id, index) => [id, `round-${index + 1}`]));
  return ({ gameRoundId }) => names.get(gameRoundId);
};
