import { createHash } from 'node:crypto';
import type { Finding } from '../formats/judgement.ts';
import type { RequirementResult, Run } from '../formats/run.ts';
import { findings as catalogue } from '../spec/finding.ts';
import { failsRun } from '../spec/verdict.ts';
import { shorten } from '../text/text-columns.ts';
import { findingsByWeight, mostFindings, placeOf } from './finding-text.ts';
import { noPlaces, type OwnPlace, type OwnPlaces, ownPlaceOf } from './own-places.ts';
import { sourceText } from './requirement-ids.ts';
import { plainRun, toldCauses } from './run-view.ts';
import { verdictSentence } from './verdict-sentence.ts';

/**
 * The run in SARIF 2.1.0: a rule for each requirement, a result for each finding, at most twenty of
 * a requirement. A result points at files of the user's own repository, or at none.
 */
export const renderSarif = (hostile: Run, places: OwnPlaces = noPlaces): string => {
  const run = plainRun(hostile);
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { ...run.tool, rules: run.requirements.map(ruleOf) } },
        // Several agents, or suites, of one repository are told apart by it.
        automationDetails: { id: `walletproof/agent-${run.agent.id}/` },
        invocations: [invocationOf(run)],
        columnKind: 'utf16CodeUnits',
        results: run.requirements.flatMap((result, index) => resultsOf(result, index, run, places)),
        properties: { verdict: verdictSentence(run), seed: run.seed, nonce: run.nonce },
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
};

const ruleLevels = { must: 'error', should: 'warning', observe: 'note' } as const;

const ruleOf = (result: RequirementResult): object => {
  const { id, level, title } = result;
  return {
    id,
    shortDescription: { text: `The agent ${title}` },
    fullDescription: { text: `${level}, ${sourceText(result)}: the agent ${title}.` },
    help: { text: `walletproof explain ${id} tells the rule, its source and what shows it.` },
    defaultConfiguration: { level: ruleLevels[level] },
    properties: { tags: [level, `section ${result.section}`] },
  };
};

/** Whether the run came to its end, and what kept requirements from being judged. */
const invocationOf = (run: Run): object => {
  const { root, partial, verdict, startedAt, durationMs } = run;
  const told = [
    ...(partial === true ? ['The run was interrupted: this was judged by then.'] : []),
    ...(root === undefined ? [] : [`${root.reason} ${root.remedy}`]),
    ...toldCauses(run).map(({ message, remedy }) => `${message} ${remedy}`),
  ];
  return {
    executionSuccessful: partial !== true && verdict !== 'inconclusive',
    startTimeUtc: startedAt,
    endTimeUtc: new Date(Date.parse(startedAt) + durationMs).toISOString(),
    toolExecutionNotifications: told.map((text) => ({
      level: verdict === 'inconclusive' ? 'error' : 'note',
      message: { text },
    })),
  };
};

/** The findings of a requirement that are no mere notes; one more where there are more than are told. */
const resultsOf = (result: RequirementResult, ruleIndex: number, run: Run, places: OwnPlaces): object[] => {
  const told = findingsByWeight(result.findings).filter(({ weight }) => weight !== 'note');
  const level = failsRun(result, run.setup.strict) ? 'error' : 'warning';
  const rule = { ruleId: result.id, ruleIndex, level };
  const distinct = told.slice(0, mostFindings);
  const more = told.length - distinct.length;
  return distinct.map((finding, index) => ({
    ...rule,
    message: { text: messageOf(finding, index === distinct.length - 1 ? more : 0) },
    ...locationsOf(ownPlaceOf(finding, places)),
    partialFingerprints: { 'walletproof/v1': fingerprintOf(finding, distinct.slice(0, index)) },
    ...suppressionsOf(finding),
  }));
};

const longestText = 2000;

const messageOf = (finding: Finding, more: number): string => {
  const { code, message, expected, actual, likelyCause } = finding;
  const values = expected === undefined ? [] : [`Expected ${expected}, got ${actual ?? 'nothing'}.`];
  const lines = [
    message,
    ...values,
    ...(likelyCause === undefined ? [] : [likelyCause]),
    catalogue[code].hint,
    `(${code}, ${placeOf(finding)})`,
    ...(more > 0 ? [`And ${more} more findings of this requirement.`] : []),
  ];
  return lines.map((line) => shorten(line, longestText)).join('\n');
};

const locationsOf = (place: OwnPlace | undefined): object =>
  place === undefined
    ? {}
    : {
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: uriOf(place.file), uriBaseId: '%SRCROOT%' },
              region: { startLine: place.line ?? 1 },
            },
          },
        ],
      };

const uriOf = (file: string): string => file.split(/[\\/]/).map(encodeURIComponent).join('/');

/**
 * The same for the same breach in the next run: amounts, ids and times are not in it. Where a
 * requirement is broken twice at one step, the second has a number of its own.
 */
const fingerprintOf = (finding: Finding, earlier: readonly Finding[]): string => {
  const key = keyOf(finding);
  const nth = earlier.filter((each) => keyOf(each) === key).length;
  return createHash('sha256').update(`${key} ${nth}`).digest('hex').slice(0, 32);
};

const keyOf = ({ requirement, code, scenario, line }: Finding): string =>
  JSON.stringify([requirement, code, scenario, line ?? 0]);

/** What the baseline knows is told, and alerts nobody. */
const suppressionsOf = ({ known }: Finding): object =>
  known === undefined ? {} : { suppressions: [{ kind: 'external', status: 'accepted', justification: known }] };
