import type { Finding } from '../formats/judgement.ts';
import type { Run } from '../formats/run.ts';
import { parseScenario } from '../formats/scenario/parse-scenario.ts';
import { basicOfKind } from '../judge/refused-alike.ts';
import type { Prepared } from '../run/prepare-run.ts';
import type { RunContext, RunOrder } from '../run/run-context.ts';
import { runPrepared } from '../run/run-scenarios.ts';
import { afterwards, control, grow, otherAccounts } from './damage.ts';
import type { SequenceStep } from './draw.ts';
import type { SequencePlayer, ShownRate, Suspicion } from './sequence-player.ts';
import { type Fails, isWhole, joined, renamedIn, shrink } from './shrink.ts';
import { type FileHead, remarksOn, scenarioText } from './write-scenario.ts';
import { callsOf } from './written-step.ts';

type Steps = readonly SequenceStep[];

/** A sequence that showed something once. */
export interface Lead {
  readonly suspicion: Suspicion;
  /** As it was drawn, and what it was made smaller to by now. */
  readonly first: Steps;
  readonly smaller: Steps;
  /** The sequence that was played right before it. */
  readonly before: Steps;
  /** Calls of the account failed right after it that are right in another one, or all calls did. */
  readonly isBroken: boolean;
}

/** A breach, and the smallest sequence that shows it. */
export interface FoundBreach {
  /** The run of it alone; absent where the agent answers nothing any more. */
  readonly run: Run | undefined;
  readonly finding: Finding;
  /** The scenario file: YAML. */
  readonly text: string;
  readonly steps: Steps;
  /** By the plays in the end. */
  readonly shown: ShownRate;
}

interface Around {
  readonly before: Prepared;
  readonly asked: RunOrder;
  readonly file: string;
  readonly fund?: string | undefined;
}

/** Smaller sequences are looked for as long as this, milliseconds, whatever is left of the budget. */
export const shrinkMs = 60_000;

/** A sequence that fails sometimes is played so often before it counts as one that does not. */
const mostTries = 8;

/** So often a sequence is played to see whether it shows the same again. */
export const fewPlayings = 5;

/** So often the smallest sequence is played in the end. */
const mostPlayings = 20;

/** From a sequence that showed something to the smallest one that does, and the breach as a run judges it. */
export class LeadFollower {
  readonly #player: SequencePlayer;
  readonly #around: Around;
  /** How many runs have judged a sequence. */
  #judged = 0;

  constructor(player: SequencePlayer, around: Around) {
    this.#player = player;
    this.#around = around;
  }

  /**
   * Undefined where a run has nothing against the agent. `isLastTry`: what was not there again is told all the same where a
   * run sees it. What the sequences have moved is given back.
   */
  async follow(lead: Lead, { isLastTry }: { readonly isLastTry: boolean }): Promise<FoundBreach | undefined> {
    const found = await this.#find(lead, isLastTry);
    if (found?.run !== undefined) await this.#player.giveBack();
    return found;
  }

  async #find(lead: Lead, isLastTry: boolean): Promise<FoundBreach | undefined> {
    const { first, isBroken } = lead;
    if (!isBroken) return await this.#smallest(lead, { context: this.#context, isLastTry });
    const grown = await this.#growElsewhere(first);
    if (grown !== undefined) return grown;
    const [players] = await this.#wholeAccounts(1);
    const elsewhere = players === undefined ? undefined : { ...this.#context, players };
    const found = elsewhere && (await this.#smallest(lead, { context: elsewhere, isLastTry: false }));
    return found ?? (await this.#asItIs(first));
  }

  /** Makes the sequence smaller as long as it shows the breach, and has a run judge it. */
  async #smallest(
    { suspicion, first, smaller, before }: Lead,
    { context, isLastTry }: { readonly context: RunContext; readonly isLastTry: boolean },
  ): Promise<FoundBreach | undefined> {
    const player = this.#player.with({ players: context.players });
    const alone = await player.rateOf(smaller, suspicion.key, fewPlayings);
    // The agent may have remembered something of the sequence before.
    const both = joined(before, first);
    const afterIt = alone.times === 0 ? await player.rateOf(both, suspicion.key, fewPlayings) : alone;
    const [shownBy, rate] = afterIt.times > alone.times ? [both, afterIt] : [smaller, alone];
    if (rate.times === 0 && !isLastTry) return undefined;
    const tries = rate.times === 0 ? 1 : Math.min(mostTries, Math.ceil((2 * rate.of) / rate.times) - 1);
    const { fails, key } = this.#lookAgain(player, suspicion, tries);
    const smallest = rate.times === 0 ? smaller : await shrink(shownBy, fails);
    const grown = context === this.#context && (await this.isBroken()) ? await this.#growElsewhere(first) : undefined;
    if (grown !== undefined) return grown;
    const requirements = this.#alwaysRefused(suspicion);
    const run = await this.#judge(this.#textOf(smallest, { requirements }), context, tries);
    if (run === undefined) return undefined;
    const shown = await player.rateOf(smallest, key(), mostPlayings);
    const remarks = await remarksOn(smallest, fails);
    const finding = breachIn(run);
    const told = { finding, remarks, notes: [rateSentence(shown)] };
    const text = this.#textOf(smallest, { requirements, told });
    // Played once more as it is written, so that its lines are those that are told.
    return { run: (await this.#judge(text, context, tries)) ?? run, finding, text, steps: smallest, shown };
  }

  /** Whether calls of this account fail that are right in another one; or nothing is answered any more. */
  async isBroken(): Promise<boolean> {
    const { suspicion } = await this.#player.play(control);
    if (suspicion === undefined) return false;
    return this.#player.tally.exhaustion !== undefined || (await this.#wholeAccounts(1)).length > 0;
  }

  #textOf(steps: Steps, head: Omit<FileHead, 'fund'> = {}): string {
    return scenarioText(steps, { ...head, fund: this.#around.fund });
  }

  /** Such calls are always refused: that is what the requirement of the kind is about. */
  #alwaysRefused({ refused }: Suspicion): readonly string[] {
    return refused === undefined || this.#player.tally.taken.has(refused) ? [] : [basicOfKind(refused)];
  }

  get #context(): RunContext {
    return this.#around.before.context;
  }

  /** Whether smaller sequences show it as well, and what it is called by then. */
  #lookAgain(
    player: SequencePlayer,
    suspicion: Suspicion,
    tries: number,
  ): { readonly fails: Fails; readonly key: () => string } {
    const { clock } = this.#context;
    const until = clock.now() + shrinkMs;
    let { key } = suspicion;
    const fails: Fails = async (smaller, isOfKind = (seen) => seen === key) => {
      for (let tried = 0; tried < tries && clock.now() < until; tried += 1) {
        const seen = (await player.playApart(smaller)).suspicion?.key;
        if (seen === undefined || !isOfKind(seen)) continue;
        key = seen;
        return true;
      }
      return false;
    };
    return { fails, key: () => key };
  }

  /** The account stays broken: in others the sequence is made again of its parts, until one of those breaks it. */
  async #growElsewhere(steps: Steps): Promise<FoundBreach | undefined> {
    const [first, second] = await this.#wholeAccounts(2);
    if (first === undefined) return undefined;
    const player = this.#player.with({ players: first });
    const breaks: Fails = async (part) => {
      if (!isWhole(part)) return false;
      await player.play(part);
      return (await player.play(control)).suspicion !== undefined;
    };
    const apart = steps.flatMap(({ kind, step }) => callsOf(step).map((call) => ({ kind, step: call })));
    const smallest = (await grow(apart, breaks)) ?? (await grow(steps, breaks));
    if (smallest === undefined || second === undefined) return undefined;
    // What comes after it fails: that is what the run is to see.
    const told = [...renamedIn(smallest), afterwards];
    return await this.#told(told, {
      context: { ...this.#context, players: second },
      note: 'The account stays broken: restart the agent before this is played again.',
    });
  }

  /** Nothing smaller can be looked for: the sequence as it was drawn, judged where everything fails. */
  async #asItIs(steps: Steps): Promise<FoundBreach | undefined> {
    const { exhaustion, answered } = this.#player.tally;
    if (exhaustion === undefined) {
      return await this.#told(steps, {
        context: this.#context,
        note: 'The account stays broken, and no other one was whole: restart the agent before this is played again.',
      });
    }
    const told = { finding: exhaustion, notes: [goneSentence], times: goneTimes };
    return {
      run: undefined,
      finding: exhaustion,
      text: this.#textOf(answered, { told }),
      steps: answered,
      shown: once,
    };
  }

  /** The sequence judged by a run, and nothing tried in it. */
  async #told(
    steps: Steps,
    { context, note }: { readonly context: RunContext; readonly note: string },
  ): Promise<FoundBreach | undefined> {
    const run = await this.#judge(this.#textOf(steps), context);
    if (run === undefined) return undefined;
    const finding = breachIn(run);
    return { run, finding, text: this.#textOf(steps, { told: { finding, notes: [note] } }), steps, shown: once };
  }

  /** Accounts that are not broken by now, so many of them, each as that of the first player. */
  async #wholeAccounts(count: number): Promise<RunContext['players'][]> {
    const whole: RunContext['players'][] = [];
    for (const players of otherAccounts(this.#context)) {
      if (whole.length === count) break;
      const { suspicion } = await this.#player.with({ players }).play(control);
      if (suspicion === undefined) whole.push(players);
    }
    return whole;
  }

  /** The scenario as a run plays and judges it; undefined where no run of so many has anything against the agent. */
  async #judge(text: string, around: RunContext, tries = 1): Promise<Run | undefined> {
    const { before, asked, file } = this.#around;
    this.#judged += 1;
    // Ids of its own.
    const context = { ...around, nonce: `${around.nonce}r${this.#judged}` };
    const run = await runPrepared(
      { context, exchanges: [], findings: [], dialect: before.dialect },
      { ...asked, scenarios: [parseScenario({ text, file })] },
      { startedAt: context.clock.now(), players: context.players.known },
    );
    if (run.verdict === 'nonconformant') return run;
    return tries > 1 ? await this.#judge(text, around, tries - 1) : undefined;
  }
}

const once = { times: 1, of: 1 } as const;

/** The breach that the run fails by: of a must before others. */
const breachIn = ({ requirements }: Run): Finding => {
  const broken = requirements.filter(({ known }) => known !== true);
  const [finding] = (['failed', 'warned'] as const)
    .flatMap((wanted) => broken.filter(({ verdict }) => verdict === wanted))
    .flatMap(({ findings }) => findings.filter(({ weight }) => weight === 'breach'));
  if (finding === undefined) throw new TypeError('A run that is nonconformant names no breach.');
  return finding;
};

/** More often than most agents have of whatever they keep. */
const goneTimes = 30;

const goneSentence = `The agent answers nothing any more, so that nothing smaller was looked for. Restart it, and play this: the last sequence with a call that was refused or cut off, ${goneTimes} times.`;

/** So many clean plays are one time in twenty chance alone. */
const surelyFixed = 0.05;

/** How often it breaks; and how many clean plays make a fix sure where it does so sometimes. */
const rateSentence = ({ times, of }: ShownRate): string => {
  if (times === of) return `It breaks each of ${of} times that it is played.`;
  if (times === 0) return `It was seen, and not again in ${of} plays: what was sent before it may belong to it.`;
  const clean = Math.ceil(Math.log(surelyFixed) / Math.log(1 - times / of));
  return `It breaks ${times} of ${of} times: ${clean} clean plays in a row make a fix 95 % sure.`;
};
