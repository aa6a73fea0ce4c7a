import { closestWord } from '../document/closest-word.ts';
import type { Cursor } from '../document/cursor.ts';
import { parseDocument } from '../document/parse-document.ts';
import { durationOf } from '../written-time.ts';
import { checkAlike, markTwins } from './alike.ts';
import { toDecimal } from './amount.ts';
import { checkNames } from './check-names.ts';
import { keyHint } from './key-hints.ts';
import { mendScenario } from './mend-scenario.ts';
import type { Scenario, Step } from './scenario.ts';
import { defaultFund, type RawScenario, type RawStep, scenarioSchema } from './scenario-schema.ts';
import { toStep } from './to-step.ts';
import { valueHint } from './value-hints.ts';
import { innerSteps, type WrittenCall, writtenCalls } from './written-calls.ts';

interface ScenarioText {
  readonly text: string;
  /** How errors and reports name the file. */
  readonly file: string;
  /** The catalogue's ids; ids are checked by their form only when left out. */
  readonly knownRequirements?: readonly string[];
}

/** More would be a load test. */
const mostCalls = 10_000;

/** A scenario from its YAML. Throws a WalletproofError that points at whatever is wrong with it. */
export const parseScenario = ({ text, file, knownRequirements }: ScenarioText): Scenario =>
  parseDocument({
    text,
    file,
    code: 'scenario',
    expects: 'a scenario: `scenario: title`, and `steps:`',
    schema: scenarioSchema,
    hints: { key: keyHint, value: valueHint },
    mend: mendScenario,
    convert: (raw, root) => {
      checkRequirements(raw, root, knownRequirements);
      return { file, ...toScenario(raw, root), source: text };
    },
  });

const toScenario = (raw: RawScenario, root: Cursor): Omit<Scenario, 'file'> => {
  const calls = writtenCalls(raw.steps, root);
  checkNames(calls);
  checkAlike(calls);
  const steps = innerSteps({ steps: raw.steps }, root).map((step) => toStep(step.raw, step.cursor));
  const count = countCalls(steps);
  if (count > mostCalls) {
    const message = `the scenario comes to ${count} calls`;
    root.at('steps').complainOfKey(message, `${mostCalls} are the most`);
  }
  return {
    title: raw.scenario,
    description: raw.description,
    requirements: raw.requirements,
    ...toNeeds(raw, calls),
    patienceMs: raw.patience === undefined ? undefined : durationOf(raw.patience),
    fund: toDecimal(raw.fund ?? defaultFund, root.at('fund')),
    isFundSaid: raw.fund === undefined ? undefined : true,
    steps: markTwins(steps),
  };
};

const checkRequirements = ({ requirements }: RawScenario, root: Cursor, known: readonly string[] | undefined): void => {
  for (const [index, id] of requirements.entries()) {
    if (known?.includes(id) ?? requirementForm.test(id)) continue;
    const meant = closestWord(id, known ?? []);
    const remedy =
      meant === undefined ? '`walletproof list requirements` names all there are' : `did you mean \`${meant}\`?`;
    root.at('requirements', index).complain(`no requirement has the id \`${id}\``, remedy);
  }
};

const requirementForm = /^[A-Z]+-\d\d$/;

/** How many calls the steps come to, with every repeat counted out and packs at their largest. */
const countCalls = (steps: readonly Step[]): number => steps.reduce((sum, step) => sum + callsOf(step), 0);

const callsOf = (step: Step): number => {
  switch (step.kind) {
    case 'together':
      return step.steps.length;
    case 'repeat':
      return step.count * countCalls(step.steps);
    case 'pack':
      // Progress before and after each spin, a win and a bet of each, and the getBalance at the end.
      return 3 * step.total + 2;
    case 'others':
      return step.count;
    case 'wait':
    case 'patience':
    case 'restart':
    case 'launch':
    case 'clock':
      return 0;
    default:
      return 1;
  }
};

/** How many players and currencies a scenario needs; complains of a step that uses more than stated. */
const toNeeds = (
  { players, currencies }: RawScenario,
  calls: readonly WrittenCall[],
): Pick<Scenario, 'players' | 'currencies'> => {
  const used = calls.map(({ raw }) => numberOf(raw) ?? 1);
  const usesSecond = calls.some(({ raw }) => raw.currency === 'second');
  for (const call of calls) checkPlayer(call, players);
  if (currencies === 1) for (const call of calls) checkCurrency(call);
  return {
    players: players ?? Math.max(1, ...used),
    currencies: currencies ?? (usesSecond ? 2 : 1),
  };
};

/** The number of the player whom a step is about, or whose id its own is like. */
const numberOf = ({ player }: RawStep): number | undefined => {
  if (typeof player === 'object') return player.of;
  return typeof player === 'number' ? player : undefined;
};

const checkPlayer = ({ raw, cursor }: WrittenCall, stated = Infinity): void => {
  const player = numberOf(raw);
  if (player === undefined || player <= stated) return;
  cursor.at('player').complain(`player ${player} where \`players\` is ${stated}`, 'raise `players`');
};

const checkCurrency = ({ raw, cursor }: WrittenCall): void => {
  if (raw.currency !== 'second') return;
  cursor.at('currency').complain('`second` where `currencies` is 1', 'make it `currencies: 2`');
};
