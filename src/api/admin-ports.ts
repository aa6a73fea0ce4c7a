import type { Comparison } from '../formats/comparison.ts';
import type { ActiveFault, FaultOrder } from '../formats/fault.ts';
import type { AccountStatement } from '../formats/judgement.ts';
import type { Run } from '../formats/run.ts';
import type { Journal } from '../journal/open-journal.ts';
import type { AdminEvent } from './schemas/admin-event.ts';
import type { ResendOrder, SentByHand, TriggerOrder } from './schemas/hand-callbacks.ts';
import type { ClockView, Setup } from './schemas/platform.ts';
import type { RunOrderOfPage, RunView } from './schemas/runs.ts';
import type { Recording, RecordOrder, SavedScenario, ScenarioView } from './schemas/scenarios.ts';
import type { LaunchOrder, PackOrder, PackView, SessionView } from './schemas/sessions.ts';

/**
 * What the admin API shows and does, wired by the stage. A WalletproofError of kind `usage` that a
 * port throws is answered with 422 and its remedy; undefined and null with 404.
 */
export interface AdminPorts {
  readonly setup: () => Setup;
  readonly journal: Pick<Journal, 'row' | 'rows' | 'bounds' | 'count'>;
  readonly accounts: () => readonly AccountStatement[];
  readonly sessions: {
    list(): readonly SessionView[];
    launch(order: LaunchOrder): SessionView;
  };
  readonly callbacks: {
    trigger(order: TriggerOrder): Promise<SentByHand>;
    resend(exchangeId: string, order: ResendOrder): Promise<SentByHand | undefined>;
    rollback(exchangeId: string): Promise<SentByHand | undefined>;
  };
  readonly faults: {
    list(): readonly ActiveFault[];
    add(order: FaultOrder): ActiveFault;
    /** Whether there was one of that id. */
    remove(id: string): boolean;
    clear(): void;
  };
  readonly clock: {
    view(): ClockView;
    /** Moves the platform's time so far from the system's. */
    shift(shiftMs: number): ClockView;
  };
  readonly packs: {
    list(): readonly PackView[];
    grant(order: PackOrder): PackView;
    remove(freespinsId: string): PackView | undefined;
  };
  readonly runs: {
    /** Newest first. */
    list(): readonly RunView[];
    start(order: RunOrderOfPage): Promise<RunView>;
    one(id: string): Promise<Run | undefined>;
    /** The HTML report. */
    report(id: string): Promise<string | undefined>;
    compare(beforeId: string, nowId: string): Promise<Comparison | undefined>;
    /** Ends the run that is under way; whether there was one. */
    interrupt(): boolean;
  };
  readonly scenarios: {
    list(): Promise<readonly ScenarioView[]>;
    source(file: string): Promise<string | undefined>;
    record(order: RecordOrder): Promise<Recording>;
    /** `name`: a file name without folder and extension. */
    save(name: string, yaml: string): Promise<SavedScenario>;
  };
  /** Faults, clock, sessions, packs and accounts as at the start; the journal is kept. */
  readonly reset: () => void;
  /** Hears every event from now on, until the function given back is called. */
  readonly listen: (hear: (event: AdminEvent) => void) => () => void;
}
