import type { PrintableMap } from '../formats/document/print-document.ts';
import type { Finding } from '../formats/judgement.ts';
import type { ReportedExchange } from '../formats/run.ts';
import { playedScenario, readScenario } from '../formats/scenario/parse-scenario.ts';
import type { Scenario } from '../formats/scenario/scenario.ts';
import { type Baseline, matches } from '../judge/baseline.ts';
import type { CallKind } from '../judge/case.ts';
import { judgeExhaustion, mayBeExhausted } from '../judge/exhausted.ts';
import { giveBackTo } from '../run/confirm-breach.ts';
import type { Kept } from '../run/play.ts';
import { type PlayedScenario, playScenario } from '../run/play-scenario.ts';
import type { RunContext } from '../run/run-context.ts';
import { isAboutMoney } from '../spec/finding.ts';
import { lastRead, type SequenceStep } from './draw.ts';
import { groupOf } from './written-step.ts';

/** What one playing of a sequence says against the agent, until it is confirmed. */
export interface Suspicion {
  /** Two that have the same are taken for one breach. */
  readonly key: string;
  readonly message: string;
  /** Place of the step that shows it, from 0; undefined where no step does. */
  readonly at: number | undefined;
  /** What the call was that was refused, though no right agent must. */
  readonly refused?: CallKind;
}

/** A sequence that was played once. */
export interface PlayedSequence {
  readonly played: PlayedScenario;
  readonly suspicion: Suspicion | undefined;
  /** It met a breach of the baseline, which ended its judgement. */
  readonly known: Suspicion | undefined;
}

/** How often a sequence showed its breach, of how many times that it was played. */
export interface ShownRate {
  readonly times: number;
  readonly of: number;
}

/** So many exchanges tell whether an agent answers nothing any more. */
const mostRemembered = 300;

/** How sequences are called in exchanges and findings. */
const file = 'fuzz';

/** A sequence as a scenario file has it. */
const scenarioOf = (steps: readonly SequenceStep[], fund: string): PrintableMap => ({
  scenario: 'A sequence',
  fund,
  steps: steps.map(({ step }) => step),
});

/** What an account has at least before a sequence, where nobody says another amount. */
export const usualFund = '100';

/** What is played with, and what counts against the agent. */
interface PlayRules {
  /** A decimal. */
  readonly fund?: string | undefined;
  /** What it knows is none. */
  readonly baseline?: Baseline | undefined;
  /** A broken should counts as well. */
  readonly strict: boolean;
}

/** What all sequences of a fuzz have come to by now, in whichever accounts they were played. */
const createTally = () => ({
  runs: 0,
  calls: 0,
  /** Judged to their end, or broken. */
  judged: 0,
  /** Kinds of valid calls that the agent has answered as it must. */
  taken: new Set<CallKind>(),
  /** The last exchanges. */
  last: [] as readonly ReportedExchange[],
  /** That the agent answers nothing any more, as those show. */
  exhaustion: undefined as Finding | undefined,
  /** The last sequence in which it refused something, or something was cut off. */
  answered: [] as readonly SequenceStep[],
  /** What playings have left until their breach is confirmed: it may be somebody else's. */
  kept: [] as readonly Kept[],
});

type Tally = ReturnType<typeof createTally>;

/** Plays sequences, each once and with ids of its own, and gives back what they moved. */
export class SequencePlayer {
  readonly #context: RunContext;
  readonly #rules: PlayRules;
  readonly #tally: Tally;

  constructor(context: RunContext, rules: PlayRules, tally = createTally()) {
    this.#context = context;
    this.#rules = rules;
    this.#tally = tally;
  }

  get tally(): Readonly<Tally> {
    return this.#tally;
  }

  /** The same, with other accounts. */
  with(context: Partial<RunContext>): SequencePlayer {
    return new SequencePlayer({ ...this.#context, ...context }, this.#rules, this.#tally);
  }

  async play(steps: readonly SequenceStep[]): Promise<PlayedSequence> {
    const tally = this.#tally;
    tally.runs += 1;
    const played = await playScenario(this.#context, readSequence(steps, this.#rules.fund), {
      position: `f${tally.runs}`,
    });
    tally.calls += played.exchanges.length;
    if (played.trail !== undefined && (played.ending?.kind ?? 'breach') === 'breach') tally.judged += 1;
    for (const kind of played.taken) tally.taken.add(kind);
    tally.kept = [...tally.kept, ...played.kept];
    tally.last = [...tally.last, ...played.exchanges].slice(-mostRemembered);
    if (played.exchanges.some(leavesTraces)) tally.answered = steps;
    const gone = mayBeExhausted(played.exchanges) ? judgeExhaustion(tally.last)[0] : undefined;
    tally.exhaustion = gone;
    const breaches = this.#breachesIn(played);
    const isKnown = (finding: Finding): boolean =>
      this.#rules.baseline?.entries.some((entry) => matches(entry, finding)) === true;
    const news = breaches.find((each) => !isKnown(each));
    return {
      played,
      suspicion:
        (gone && { key: gone.code, message: gone.message, at: undefined }) ??
        suspicionOf(news, steps) ??
        refusalIn(played),
      known: suspicionOf(breaches.find(isKnown), steps),
    };
  }

  /** Plays a sequence as a run would: what it follows is a getBalance, and not the last call of another one. */
  async playApart(steps: readonly SequenceStep[]): Promise<PlayedSequence> {
    await this.play([lastRead]);
    return await this.play(steps);
  }

  /** How often a sequence shows the same again, of so many times that it is played. */
  async rateOf(steps: readonly SequenceStep[], key: string, of: number): Promise<ShownRate> {
    let times = 0;
    for (let playing = 0; playing < of; playing += 1) {
      if ((await this.playApart(steps)).suspicion?.key === key) times += 1;
    }
    return { times, of };
  }

  /** Gives back what was kept, once it is known that it is nobody else's. */
  async giveBack(): Promise<void> {
    const { kept, runs } = this.#tally;
    this.#tally.kept = [];
    const { played } = await this.play([lastRead]);
    await giveBackTo(this.#context, played, { kept, position: `k${runs}` });
  }

  /** Breaches that fail, the one that ended the sequence first. */
  #breachesIn({ judgements, ending }: PlayedScenario): Finding[] {
    const all = judgements
      .filter(({ verdict }) => verdict === 'failed' || (this.#rules.strict && verdict === 'warned'))
      .flatMap(({ findings }) => findings.filter(({ weight }) => weight === 'breach'));
    const ended = ending?.kind === 'breach' ? ending.finding : undefined;
    return ended === undefined
      ? all
      : all.toSorted((a, b) => Number(b.code === ended.code) - Number(a.code === ended.code));
  }
}

const leavesTraces = ({ status, failure }: ReportedExchange): boolean =>
  status === null ? failure?.startsWith('cut-off') === true : status >= 400 && status < 500;

/** Of calls at once one wrong sum has many names: it is one. */
const suspicionOf = (finding: Finding | undefined, steps: readonly SequenceStep[]): Suspicion | undefined => {
  if (finding === undefined) return undefined;
  const { code, message, line } = finding;
  const at = placeOf(line);
  const isAtOnce = at !== undefined && groupOf(steps[at]?.step ?? {}) !== undefined && isAboutMoney(code);
  return { key: isAtOnce ? 'money of calls at once' : code, message, at };
};

/** A valid call that was refused: whether that is a breach shows when the smallest sequence that leads to it is judged. */
const refusalIn = ({ ending, exchanges }: PlayedScenario): Suspicion | undefined => {
  if (ending === undefined || ending.kind === 'inconclusive' || ending.refusal === undefined) return undefined;
  const { alike, said, exchange, kind } = ending.refusal;
  const at = placeOf(exchanges.find(({ id }) => id === exchange)?.line);
  const message = `A valid call is refused with ${said}.`;
  // What comes before the first step, or after the last one, is refused for what came before this sequence.
  return at === undefined ? undefined : { key: `refused: ${alike}`, message, at, refused: kind };
};

/** The steps stand for lines: the first is line 1. */
const placeOf = (line: number | undefined): number | undefined => (line === undefined ? undefined : line - 1);

/** A sequence as it is played, before anybody writes it down. Throws where the steps make no scenario. */
export const readSequence = (steps: readonly SequenceStep[], fund = usualFund): Scenario =>
  playedScenario(readScenario(scenarioOf(steps, fund), file), file, ([, at]) => ({ line: Number(at) + 1, column: 1 }));
