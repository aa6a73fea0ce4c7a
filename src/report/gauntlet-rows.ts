import type { GauntletOutcome, GauntletResult } from '../formats/run.ts';
import { plainText } from '../text/visible-text.ts';

/** How many ways the agent survived, and what else is to say. Nothing of it fails a run. */
export const gauntletSentence = (gauntlet: GauntletResult): string => {
  const rows = gauntletRows(gauntlet);
  const survived = rows.filter((row) => row.survived === 'yes').length;
  const left = (gauntlet.residue ?? []).map((account) => `Left with the player: ${account}.`);
  const counted = `${survived} of ${rows.length} valid ways to write callbacks survived.`;
  return [counted, ...(gauntlet.note === undefined ? [] : [gauntlet.note]), ...left].join(' ');
};

/** A way of the gauntlet in words. */
export interface GauntletRow {
  readonly way: string;
  readonly sentence: string;
  /** `yes`, `no`, or `-` where nothing could be sent. */
  readonly survived: string;
  /** What became of the calls that did not survive, and what the agent said. */
  readonly otherwise: string;
}

const inWords: Readonly<Record<GauntletOutcome, string>> = {
  survived: 'survived',
  refused: 'refused',
  misread: 'misread',
  'no-answer': 'not answered',
  'not-sent': 'not sent',
};

/** The table of the gauntlet: way, whether the agent survived it, and what it said if not. */
export const gauntletRows = ({ ways }: GauntletResult): GauntletRow[] =>
  ways.map(({ name, sentence, getBalance, makeBet, rollback, said }) => {
    const outcomes = Object.entries({ getBalance, makeBet, rollback });
    const bad = outcomes.filter(([, outcome]) => !isFine(outcome));
    const words = bad.map(([callback, outcome]) => `${callback} ${inWords[outcome]}`).join(', ');
    return {
      way: name,
      sentence,
      survived: survivedText(outcomes.map(([, outcome]) => outcome)),
      otherwise: plainText(said === undefined || words === '' ? words : `${words}: ${said}`),
    };
  });

const isFine = (outcome: GauntletOutcome): boolean => outcome === 'survived' || outcome === 'not-sent';

const survivedText = (outcomes: readonly GauntletOutcome[]): string => {
  if (!outcomes.every(isFine)) return 'no';
  return outcomes.includes('survived') ? 'yes' : '-';
};
