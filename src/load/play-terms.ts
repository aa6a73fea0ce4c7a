import { createDice, type Dice } from '../base/dice.ts';
import type { LoadBreach, LoadDoubt } from '../formats/load-report.ts';
import type { CallbackType } from '../spec/callback.ts';
import { createBalanceReader } from './balance-reader.ts';
import { createCallbackWriter } from './callback-writer.ts';
import { createEvidenceMaker, type EvidenceMaker, type HeardCall } from './heard-calls.ts';
import type { LoadPlan } from './load-plan.ts';
import type { Player, Running } from './player.ts';
import type { BalanceReader, CallbackWriter } from './sent-call.ts';

/** What the players of a share are played with. */
export interface PlayTerms {
  readonly plan: LoadPlan;
  readonly dice: Dice;
  readonly evidence: EvidenceMaker;
  readonly reader: BalanceReader;
  readonly tell: Telling;
  /** Another one with each call: `nonce-17`. */
  readonly newNumber: () => string;
}

/** A doubt as one player met it; `alike`: what makes two of them one, where the reason alone does not. */
export interface ToldDoubt extends Pick<LoadDoubt, 'reason' | 'about' | 'evidence'> {
  readonly alike?: string | undefined;
}

/** Takes what there is to tell of a share. */
export interface Telling {
  /** Answers that are clear, and were judged. */
  judged(heard: readonly HeardCall[]): void;
  /** So many calls are sent again, since no clear answer came. */
  resent(count: number): void;
  /** An answer that says nothing of the wallet, or none. */
  error(type: CallbackType, said: string): void;
  /** A balance was right a moment later. */
  late(): void;
  /** An activity came to its end. */
  played(player: Player, running: Running): void;
  /** Whether a breach of that code is still told with its calls; all are counted. */
  isWanted(code: string): boolean;
  breach(breach: LoadBreach): void;
  /** As `breach`, where nobody wants the calls any more. */
  breachOf(code: string): void;
  doubt(doubt: ToldDoubt, player: Player): void;
  /** The account has so many units more than it must have. */
  drift(player: Player, units: bigint): void;
}

type TermsGiven = Pick<PlayTerms, 'plan' | 'tell'> & {
  /** What is drawn hangs on it. */
  readonly seed: string;
  /** Calls are numbered `PREFIX-17`. */
  readonly prefix: string;
};

/** The terms of a share, and who writes its callbacks. */
export const createPlayTerms = ({
  plan,
  tell,
  seed,
  prefix,
}: TermsGiven): PlayTerms & { readonly writer: CallbackWriter } => {
  const writer = createCallbackWriter(plan);
  let count = 0;
  return {
    ...{ plan, tell, writer },
    dice: createDice(seed),
    evidence: createEvidenceMaker({ plan, writer, timeOrigin: performance.timeOrigin }),
    reader: createBalanceReader(),
    newNumber: () => {
      count += 1;
      return `${prefix}-${count}`;
    },
  };
};
