import { durationText, plural } from '../base/quantities.ts';
import { visibleValues } from '../base/visible-text.ts';
import type {
  HeadView,
  NoticesView,
  ObservationView,
  ReportedBreach,
  ReportView,
  ResidueView,
} from '../components/report-view.ts';
import type { BaselineEntry, Run } from '../formats/run.ts';
import { given } from './breach-view.ts';
import { type CanonicalOf, charactersOf, exchangeView } from './exchange-view.ts';
import { openAllowance, runBreaches } from './run-breaches.ts';
import { runCoverage } from './run-coverage.ts';
import { runLatency } from './run-latency.ts';
import { newSummary, toldCauses, toldCounts } from './run-view.ts';
import { butForKnown, knownText } from './verdict-label.ts';
import { groundsOf } from './verdict-sentence.ts';

export interface ReportViewOptions {
  /** The command that makes such a run again, as arguments. */
  readonly rerun?: readonly string[];
  readonly canonicalOf?: CanonicalOf;
  /** `linked`: whoever draws it leads to the exchanges. `in full`, the default: some are in the report. */
  readonly exchanges?: 'in full' | 'linked';
}

/** Chooses and words what is told of a run. */
export const createReportView = (run: Run, options: ReportViewOptions = {}): ReportView => {
  const { rerun = ['walletproof', 'test', run.agent.callbackUrl] } = options;
  const breaches = runBreaches(run, rerun);
  return visibleValues({
    head: headOf(run),
    notices: noticesOf(run),
    breaches,
    coverage: runCoverage(run, breaches),
    observations: observationsOf(run),
    ...given({
      dialect: dialectOf(run),
      residue: residueOf(run),
      latency: runLatency(run),
    }),
    exchanges: inFull(run, breaches, options),
    exchangeCount: run.exchanges.length,
  });
};

/** Characters that the exchanges given in full may take in a whole report, roughly. */
const mostCharacters = 1_400_000;

/** The exchanges that show what is broken, each once. */
const inFull = (
  run: Run,
  breaches: readonly ReportedBreach[],
  { canonicalOf = () => undefined, exchanges = 'in full' }: ReportViewOptions,
): ReportView['exchanges'] => {
  if (exchanges === 'linked') return [];
  const room = openAllowance(mostCharacters);
  const shown = new Set(
    breaches.flatMap(({ breach, others, also }) =>
      [breach, ...others, ...also.flatMap((each) => each.others)].flatMap(({ calls }) =>
        calls.map(({ exchangeId }) => exchangeId),
      ),
    ),
  );
  const byId = new Map(run.exchanges.map((exchange) => [exchange.id, exchange]));
  return [...shown]
    .flatMap((id) => byId.get(id) ?? [])
    .filter((exchange) => room.take(charactersOf(exchange)))
    .map((exchange) => exchangeView(exchange, canonicalOf));
};

const titles = {
  conformant: 'Conformant',
  nonconformant: 'Not conformant',
  inconclusive: 'Could not judge',
} as const satisfies Record<Run['verdict'], string>;

/** The verdict of a run in two words; an interrupted run is marked. */
export const verdictTitle = (run: Run): string =>
  `${titles[run.verdict]}${butForKnown(run)}${run.partial === true ? ' (interrupted)' : ''}`;

const headOf = (run: Run): HeadView => {
  // The title says that it could not be judged.
  const grounds = groundsOf(run).replace(/^could not judge; /, '');
  return {
    verdict: run.verdict,
    title: verdictTitle(run),
    sentence: `${grounds.charAt(0).toUpperCase()}${grounds.slice(1)}.`,
    counts: newSummary(run),
    told: toldCounts(run)
      .filter(([, count]) => count > 0)
      .map(([word, count]) => ({ word, count })),
    facts: factsOf(run),
  };
};

const factsOf = (run: Run): HeadView['facts'] => {
  const { agent, startedAt, durationMs, exchanges, seed, nonce, scenarios, tool } = run;
  const facts: [string, string][] = [
    ['Agent', `${agent.id} at ${agent.callbackUrl}`],
    ['When', `${timeText(startedAt)}, for ${durationText(durationMs)}`],
    ['Played', `${plural(scenarios.length, 'scenario')}, ${plural(exchanges.length, 'exchange')}`],
    ['Selected', selectionText(run)],
    ['Again with', `--seed ${seed} --nonce ${nonce}`],
    ['By', `${tool.name} ${tool.version}`],
  ];
  return facts.filter(([, text]) => text !== '').map(([name, text]) => ({ name, text }));
};

const sourceWords = { specification: 'the specification', soundness: 'soundness' } as const;

const selectionText = ({ setup: { only, skip, source, strict } }: Run): string =>
  [
    only.length === 0 ? '' : `only ${only.join(', ')}`,
    skip.length === 0 ? '' : `without ${skip.join(', ')}`,
    source === undefined ? '' : `only what rests on ${sourceWords[source]}`,
    strict ? 'strict: a warning fails the run' : '',
  ]
    .filter((part) => part !== '')
    .join('; ');

/** `2026-11-21 11:40:48 UTC`. */
const timeText = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;

const noticesOf = (run: Run): NoticesView => {
  const { root, partial, baseline } = run;
  return {
    ...given({ root }),
    causes: toldCauses(run),
    isInterrupted: partial === true,
    ...given({
      baseline: baseline && {
        file: baseline.file,
        known: knownText(baseline.known),
        stale: baseline.stale.map(entryText),
        expired: baseline.expired.map(entryText),
      },
    }),
  };
};

const entryText = ({ requirement, code, reason, expires }: BaselineEntry): string =>
  `${requirement} ${code}: ${reason}${expires === undefined ? '' : ` (until ${expires})`}`;

const observationsOf = ({ requirements }: Run): ObservationView[] =>
  requirements
    .map(({ id, title, findings }) => {
      const notes = findings.filter(({ weight }) => weight === 'note');
      return { id, title, messages: [...new Set(notes.map(({ message }) => message))] };
    })
    .filter(({ messages }) => messages.length > 0);

const dialectOf = ({ dialect }: Run): ReportView['dialect'] =>
  dialect && {
    name: dialect.name,
    how: dialect.how,
    sentence: dialect.sentence,
    warnings: dialect.warnings,
  };

/** What the run could not give back to the players, or was not to. */
const residueOf = ({ scenarios, setup }: Run): ResidueView | undefined => {
  const accounts = scenarios.flatMap(({ file, residue = [] }) => residue.map((account) => ({ file, account })));
  if (accounts.length === 0) return undefined;
  const sentence =
    setup.ownCalls === undefined
      ? 'A run gives back what it moved. Here it could not.'
      : 'What the scenarios moved stays with the players.';
  return { sentence, accounts };
};
