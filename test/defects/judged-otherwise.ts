import { checkRun, type RequirementResult, type Run } from '../../src/formats/run.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { requirements as catalogue } from '../../src/spec/requirements/catalogue.ts';
import { judgedLive } from '../setup/judged-live.ts';
import { exampleToken } from './play-run.ts';

/**
 * Where the run is judged otherwise once it is stored: `BAL-03: failed outdated-balance, then passed`; and exchanges
 * that it holds twice.
 * There must be none, whatever the agent does.
 */
export const judgedOtherwise = async (run: Run, scenarios: readonly Scenario[]): Promise<string[]> => {
  const checked = checkRun(JSON.parse(JSON.stringify(run)));
  if (checked.kind === 'wrong') return [`no stored run: ${checked.problem}`];
  const again = await judgeAgain(checked.run, { scenarios, catalogue });
  const [before, after] = [sayingsOf(run), sayingsOf(again)];
  const places = new Set([...before.keys(), ...after.keys()]);
  const ids = run.exchanges.map(({ id }) => id);
  return [
    ...ids.filter((id, n) => ids.indexOf(id) < n).map((id) => `exchange ${id} stands twice`),
    ...[...places].flatMap((place) => {
      const [was, is] = [before.get(place), after.get(place)];
      return was === is ? [] : [`${place}: ${was}, then ${is}`];
    }),
  ];
};

/**
 * What calls are charged with as live traffic, in scenarios that the run has nothing against, and with findings that it
 * tells nowhere: `lost-update in bets/tenths: The balance ...`. There must be none: what is wrong live is wrong in a run.
 */
export const chargedLiveAlone = (run: Run): string[] => {
  const told = new Set(run.requirements.flatMap(({ findings }) => findings.map(({ code }) => code)));
  const passed = new Set(run.scenarios.filter(({ verdict }) => verdict === 'passed').map(({ file }) => file));
  // A game tries no dialect, and no other method.
  const ofGames = run.exchanges.filter(({ scenario, method }) => scenario !== 'dialect' && method === 'POST');
  const live = judgedLive(run, exampleToken);
  return ofGames.flatMap(({ id, scenario }) => {
    const judgement = live.get(id);
    if (judgement === undefined || !charges.has(judgement.verdict) || !passed.has(scenario)) return [];
    const { findings, sentence } = judgement;
    return findings.filter(({ code }) => !told.has(code)).map(({ code }) => `${code} in ${scenario}: ${sentence}`);
  });
};

/** What else is said beside an answer that is right is a remark. */
const charges: ReadonlySet<string> = new Set(['wrong', 'risky']);

/** The verdict of the run and of each requirement, with the codes of its findings. */
const sayingsOf = ({ verdict, requirements }: Run): ReadonlyMap<string, string> =>
  new Map([['run', verdict], ...requirements.map((each) => [each.id, sayingOf(each)] as const)]);

const sayingOf = ({ verdict, findings }: RequirementResult): string => {
  const codes = new Set(findings.map(({ code, weight }) => `${code} (${weight})`));
  return [verdict, ...[...codes].sort(byText)].join(' ');
};

const byText = (one: string, other: string): number => (one < other ? -1 : 1);
