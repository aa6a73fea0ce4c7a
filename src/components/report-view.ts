import type { CauseCode } from '../spec/cause.ts';
import type { Level, RunVerdict, Verdict } from '../spec/verdict.ts';
import type { BreachView } from './breach-view.ts';
import type { VerdictCounts } from './verdict-mark.tsx';

/**
 * A run as every report and page tells it: folded by root cause, chosen and worded, nothing drawn yet.
 * Plain JSON; what a page would not show of a text is written out in it.
 */
export interface ReportView {
  readonly head: HeadView;
  readonly notices: NoticesView;
  /** What fails the run first, what is known last. */
  readonly breaches: readonly ReportedBreach[];
  /** What has no verdict, and why, each reason once. */
  readonly unjudged: readonly UnjudgedView[];
  readonly groups: readonly GroupView[];
  /** The specification, section by section: each requirement once. */
  readonly coverage: readonly CoveredSection[];
  /** What the agent does where the specification is silent. */
  readonly observations: readonly ObservationView[];
  readonly dialect?: DialectView;
  /** What stayed with the players; absent where all was given back. */
  readonly residue?: ResidueView;
  /** Absent where nothing was answered. */
  readonly latency?: LatencyView;
  /** Exchanges in full, each once: those that show what is broken, as far as there is room. */
  readonly exchanges: readonly ExchangeView[];
  /** Of the whole run. */
  readonly exchangeCount: number;
  /** Where the further sightings of a breach are that it does not list; in report.json when absent. */
  readonly untoldNote?: string;
  /** Many players at once: how fast they were, and their money. */
  readonly load?: LoadFigures;
}

/** What a load has besides its verdict and its breaches. */
export interface LoadFigures {
  readonly sections: readonly SectionView[];
  readonly charts: readonly ChartView[];
}

/** A part of a report: figures in columns, sentences, or both. */
export interface SectionView {
  readonly id: string;
  readonly title: string;
  /** Heads with their cells; those of figures stand to the right. */
  readonly columns: readonly {
    readonly head: string;
    readonly isFigure: boolean;
    readonly cells: readonly string[];
  }[];
  readonly notes: readonly string[];
  /** For who looks closer: a page has it, a terminal has not. */
  readonly isDetail: boolean;
}

/** Values over the seconds of a load. */
export interface ChartView {
  readonly title: string;
  /** What it shows, for who does not see it. */
  readonly label: string;
  /** What the values are: how many, or how long (milliseconds, over a logarithmic scale). */
  readonly of: 'count' | 'duration';
  readonly seconds: readonly number[];
  /** Lines; a second without a value is a gap. `look`: classes that colour and dash it. */
  readonly series: readonly {
    readonly name: string;
    readonly look: string;
    readonly values: readonly (number | undefined)[];
  }[];
}

/** The verdict, what it rests on, and what the run was. */
export interface HeadView {
  readonly verdict: RunVerdict;
  /** `NOT CONFORMANT`. */
  readonly title: string;
  /** What the verdict rests on, in a sentence. */
  readonly sentence: string;
  /** Why it is not conformant, or could not be judged, a sentence each, where the cards do not say it. */
  readonly reasons: readonly string[];
  /** Of requirements, without what the baseline excuses; absent where none were judged one by one. */
  readonly counts?: VerdictCounts;
  /** How many there are of each verdict that there is; what is known is counted apart. */
  readonly told: readonly ToldCount[];
  readonly facts: readonly { readonly name: string; readonly text: string }[];
  /** The command that sends the same bytes again, without the token; absent where there is none. */
  readonly again?: string;
}

export interface ToldCount {
  readonly word: Verdict | 'known';
  readonly count: number;
}

/** A group of requirements: `SIG`. */
export interface GroupView {
  readonly name: string;
  /** What there is, with ids in short. */
  readonly told: readonly (ToldCount & { readonly ids: string })[];
  /** Of what the baseline does not excuse. */
  readonly worst: Verdict;
}

export interface UnjudgedView {
  readonly verdict: 'inconclusive' | 'blocked' | 'skipped';
  /** `SIG-07,13 BET-11`. */
  readonly ids: string;
  readonly reason: string;
  /** Where a cause that was met kept them from being judged. */
  readonly cause?: { readonly code: CauseCode; readonly count: number; readonly remedy: string };
}

/** What stands before everything else: why a run could not judge, that it was cut short, its baseline. */
export interface NoticesView {
  readonly root?: { readonly reason: string; readonly remedy: string };
  /** What was met on the way, and kept nothing from being judged. */
  readonly causes: readonly {
    readonly code: CauseCode;
    readonly message: string;
    readonly count: number;
    readonly remedy: string;
  }[];
  readonly isInterrupted: boolean;
  readonly baseline?: {
    readonly file: string;
    /** `3 known breaches`. */
    readonly known: string;
    /** Entries that nothing in the run answers to. */
    readonly stale: readonly string[];
    /** Entries whose day is over. */
    readonly expired: readonly string[];
  };
}

/** A root cause as the run showed it: one card, whatever it breaks and whatever else it shows as. */
export interface ReportedBreach {
  /** The id of its card: `breach-win-not-reverted`. */
  readonly id: string;
  readonly standing: 'fails' | 'warns' | 'known';
  /** The requirement that it is told under. */
  readonly lead: string;
  /** The others that it breaks, and those that it only warns of: `RB-10,17 IDEM-05`. */
  readonly alsoBreaks: string;
  readonly alsoWarns: string;
  /** How often it was seen, by itself and by what follows from it. */
  readonly times: number;
  readonly breach: BreachView;
  /** The step of the scenario that shows it. */
  readonly source: SourceView;
  /** The other times that it was seen, as far as they are told. */
  readonly others: readonly SightingView[];
  /** Further times, which are not listed. */
  readonly untold: number;
  /** What else the same mistake shows as. */
  readonly also: readonly AlsoView[];
  /** The command that plays it alone; absent where it does not show alone. */
  readonly rerun?: string;
}

/** A finding that follows from a root cause, as the run showed it; told within the card of its cause. */
export interface AlsoView
  extends Pick<BreachView, 'code' | 'title' | 'requirements' | 'change'>,
    Pick<ReportedBreach, 'id' | 'others' | 'untold'> {}

/** Another time that it was seen; without calls where there is no room for them. */
export interface SightingView
  extends Pick<BreachView, 'message' | 'calls' | 'leftOut' | 'before' | 'arithmetic' | 'cause'> {
  readonly source: SourceView;
}

/** Where in a scenario. */
export interface SourceView {
  /** `scenarios/bets/bet.yaml:7`. */
  readonly place: string;
  readonly file: string;
  readonly line?: number;
  readonly title?: string;
  /** The step that is marked, in a line: `- makeBet: { bet: 1 } without: [win]`. */
  readonly step?: string;
  /** The lines around it; none where the report tells it in one line. */
  readonly lines: readonly {
    readonly number: number;
    readonly text: string;
    readonly isMarked: boolean;
    /** `calls 2 to 4`: those that the line asked for. */
    readonly note?: string;
  }[];
}

export interface CoveredSection {
  readonly number: number;
  readonly title: string;
  readonly counts: VerdictCounts;
  /** `87 passed, 2 failed, 1 known`; empty where no requirement comes from it. */
  readonly text: string;
  readonly requirements: readonly CoveredRequirement[];
}

/** A requirement: verdict, id, sentence, why it was not judged, what shows it. */
export interface CoveredRequirement {
  readonly id: string;
  readonly level: Level;
  readonly title: string;
  readonly source: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  /** The card that tells how it is broken. */
  readonly breach?: string;
  readonly scenarios: readonly {
    readonly file: string;
    readonly title: string;
    readonly verdict: Verdict;
  }[];
  /** What judges it, where no scenario lists it. */
  readonly judgedBy?: string;
}

export interface ObservationView {
  readonly id: string;
  readonly title: string;
  readonly messages: readonly string[];
}

/** In which dialect the run signed, and what a platform of another form would run into. */
export interface DialectView {
  readonly name: string;
  readonly how: string;
  readonly sentence: string;
  readonly warnings: readonly string[];
}

export interface ResidueView {
  readonly sentence: string;
  readonly accounts: readonly { readonly account: string; readonly file: string }[];
}

/** How long the answers took. Durations: milliseconds. */
export interface LatencyView {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** How many took from so long to so long. */
  readonly bins: readonly { readonly from: number; readonly to: number; readonly count: number }[];
  /** The slowest first. */
  readonly slowest: readonly {
    readonly exchangeId: string;
    readonly durationMs: number;
    readonly callback: string;
    readonly answer: string;
    readonly place: string;
  }[];
}

/** A message: start line and headers, the body laid out, and as it was where that is another text. */
export interface MessageView {
  readonly head: string;
  readonly body: string;
  readonly raw?: string;
}

/** An exchange in full. */
export interface ExchangeView {
  readonly id: string;
  readonly request: MessageView;
  readonly signature?: string;
  readonly dialect?: string;
  /** The string that the signature covers. */
  readonly canonical?: string;
  readonly durationMs: number;
  readonly answer?: MessageView;
  /** Why there is no answer. */
  readonly failure?: string;
  readonly commands: readonly { readonly label: string; readonly command: string }[];
}
