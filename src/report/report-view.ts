import { groupBy } from '../base/group-by.ts';
import { type Amount, parseAmount, renderAtScale, zero } from '../base/money.ts';
import { durationText, plural } from '../base/quantities.ts';
import { shellCommand } from '../base/shell-command.ts';
import { plainValues, visibleValues } from '../base/visible-text.ts';
import type {
  GroupView,
  HeadView,
  NoticesView,
  ObservationView,
  ReportedBreach,
  ReportView,
  ResidueView,
  UnjudgedView,
} from '../components/report-view.ts';
import type { BaselineEntry, RequirementResult, Run } from '../formats/run.ts';
import { worstVerdict } from '../spec/verdict.ts';
import { given } from './breach-view.ts';
import { type CanonicalOf, charactersOf, exchangeView } from './exchange-view.ts';
import { byGroup, requirementIds } from './requirement-ids.ts';
import { openAllowance, runBreaches } from './run-breaches.ts';
import { causesOf, type RunCause } from './run-causes.ts';
import { countsOf, runCoverage, toldWord } from './run-coverage.ts';
import { runLatency } from './run-latency.ts';
import { type Unjudged, unjudgedOf } from './unjudged.ts';
import { groundsOf, knownText, runVerdictText } from './verdict-text.ts';

export interface ReportViewOptions {
  /** The command that makes such a run again, as arguments. */
  readonly rerun?: readonly string[];
  readonly canonicalOf?: CanonicalOf;
  /** `linked`: whoever draws it leads to the exchanges. `in full`, the default: some are in the report. */
  readonly exchanges?: 'in full' | 'linked';
}

/**
 * The run with every text in it as one harmless line: no control characters, nothing that XML
 * forbids. Exchanges stay as they are; whatever shows them reads them harmlessly.
 */
export const plainRun = ({ exchanges, ...run }: Run): Run => ({ ...plainValues(run), exchanges });

/** Folds a run by root cause, and chooses and words what is told of it. */
export const createReportView = (run: Run, options: ReportViewOptions = {}): ReportView => {
  const { rerun = ['walletproof', 'test', run.agent.callbackUrl] } = options;
  const causes = causesOf(run);
  const breaches = runBreaches(run, rerun, causes);
  return visibleValues({
    head: headOf(run, rerun, causes),
    notices: noticesOf(run),
    breaches,
    unjudged: unjudgedOf(run, causes)
      .filter(({ reason }) => reason !== run.root?.reason)
      .map(unjudgedView),
    groups: groupsOf(run),
    coverage: runCoverage(run, breaches),
    observations: observationsOf(run),
    ...given({
      dialect: run.dialect,
      residue: residueOf(run),
      latency: runLatency(run),
    }),
    exchanges: inFull(run, breaches, options),
    exchangeCount: run.exchanges.length,
  });
};

/** For reports of text: every text a harmless line, and no exchange in full. */
export const textView = (run: Run, rerun?: readonly string[]): ReportView =>
  plainValues(createReportView(run, { rerun, exchanges: 'linked' }));

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

const headOf = (run: Run, rerun: readonly string[], causes: readonly RunCause[]): HeadView => {
  const grounds = groundsOf(run, causes);
  const { agent, startedAt, durationMs, exchanges, scenarios, tool, seed, nonce } = run;
  const facts = [
    ['Agent', `${agent.id} at ${agent.callbackUrl}`],
    ['When', `${startedAt.slice(0, 19).replace('T', ' ')} UTC, for ${durationText(durationMs)}`],
    ['Played', `${plural(scenarios.length, 'scenario')}, ${plural(exchanges.length, 'exchange')}`],
    ['Selected', selectionText(run)],
    ['By', `${tool.name} ${tool.version}`],
  ] as const;
  return {
    verdict: run.verdict,
    title: runVerdictText(run),
    sentence: `${grounds.charAt(0).toUpperCase()}${grounds.slice(1)}.`,
    reasons: [],
    counts: countsOf(run.requirements),
    told: toldCounts(run.requirements).map(({ word, count }) => ({ word, count })),
    facts: facts.filter(([, text]) => text !== '').map(([name, text]) => ({ name, text })),
    again: shellCommand([...rerun, '--seed', String(seed), '--nonce', nonce]),
  };
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

const toldOrder = ['passed', 'known', 'failed', 'warned', 'observed', 'skipped', 'blocked', 'inconclusive'] as const;

/** How many there are of each word, with their ids; nothing of what there is none. */
const toldCounts = (requirements: readonly RequirementResult[]): GroupView['told'] =>
  toldOrder.flatMap((word) => {
    const ids = requirements.filter((each) => toldWord(each) === word).map(({ id }) => id);
    return ids.length === 0 ? [] : [{ word, count: ids.length, ids: requirementIds(ids) }];
  });

const groupsOf = ({ requirements }: Run): GroupView[] =>
  [...byGroup(requirements, ({ id }) => id)].map(([name, members]) => ({
    name,
    told: toldCounts(members),
    worst: worstVerdict(members.filter(({ known }) => known !== true).map(({ verdict }) => verdict)),
  }));

const unjudgedView = ({ ids, short: _, ...told }: Unjudged): UnjudgedView => ({ ...told, ids: requirementIds(ids) });

const noticesOf = ({ root, partial, baseline, causes }: Run): NoticesView => ({
  ...given({ root }),
  causes: causes
    .filter(({ message, requirements }) => message !== root?.reason && requirements.length === 0)
    .map(({ code, message, count, remedy }) => ({ code, message, count, remedy })),
  isInterrupted: partial === true,
  ...given({
    baseline: baseline && {
      file: baseline.file,
      known: knownText(baseline.known),
      stale: baseline.stale.map(entryText),
      expired: baseline.expired.map(entryText),
    },
  }),
});

const entryText = ({ requirement, code, reason, expires }: BaselineEntry): string =>
  `${requirement} ${code}: ${reason}${expires === undefined ? '' : ` (until ${expires})`}`;

const observationsOf = ({ requirements }: Run): ObservationView[] =>
  requirements
    .map(({ id, title, findings }) => {
      const notes = findings.filter(({ weight }) => weight === 'note');
      return { id, title, messages: [...new Set(notes.map(({ message }) => message))] };
    })
    .filter(({ messages }) => messages.length > 0);

/** `player-1 USD: 3.50`. */
const sumOf = /^(.*): (-?\d+(?:\.\d+)?)$/;

const sumText = (amounts: readonly Amount[], account: string): string => {
  const sum = amounts.reduce((total, each) => total.plus(each), zero);
  return renderAtScale(sum, account.split(' ').at(-1) ?? '');
};

/** What the run could not give back to the players, or was not to. */
const residueOf = ({ scenarios, setup }: Run): ResidueView | undefined => {
  const left = scenarios.flatMap(({ file, residue = [] }) => residue.map((text) => ({ file, text })));
  if (left.length === 0) return undefined;
  const accounts = [...groupBy(left, ({ text }) => sumOf.exec(text)?.[1] ?? text)].map(([account, all]) => {
    const sums = all.flatMap(({ text }) => parseAmount(sumOf.exec(text)?.[2] ?? '') ?? []);
    const files = new Set(all.map(({ file }) => file));
    const [file = ''] = files;
    return {
      account: sums.length === 0 ? account : `${account}: ${sumText(sums, account)}`,
      file: files.size === 1 ? file : plural(files.size, 'scenario'),
    };
  });
  const sentence =
    setup.ownCalls === undefined
      ? 'A run gives back what it moved. Here it could not.'
      : 'What the scenarios moved stays with the players.';
  return { sentence, accounts };
};
