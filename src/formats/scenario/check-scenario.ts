import type { Alike } from '../../spec/likeness.ts';
import { suggest } from '../document/closest-word.ts';
import type { Complaint } from '../document/locate.ts';
import type { Path } from '../document/problem.ts';
import type { CheckedScenario, WrittenStep } from './scenario-schema.ts';

/** A step as it is written, where it stands, and how often it is made: at once, and in all. */
export interface WrittenCall {
  readonly step: Exclude<WrittenStep, { kind: 'together' | 'kill' }>;
  readonly path: Path;
  readonly atOnce: number;
  readonly times: number;
  /** Of a matrix: each row has ids of its own. */
  readonly row?: object;
}

type Inner = CheckedScenario['steps'];

/** Every call of the steps, in the order of the file, and every repeat and matrix before its own. */
export function* eachCall(steps: Inner, base: Path = [], times = 1): Generator<WrittenCall> {
  for (const { step, at } of steps) {
    const path = [...base, ...at];
    if (step.kind === 'together' || step.kind === 'kill') {
      yield* callsAtOnce(step, [...path, step.kind], times);
      continue;
    }
    yield { step, path, atOnce: 1, times };
    if (step.kind === 'repeat') yield* eachCall(step.steps, [...path, 'repeat'], times * step.count);
    for (const row of step.kind === 'matrix' ? step.rows : []) {
      for (const call of eachCall(row.steps, [...path, 'matrix'], times)) yield { ...call, row };
    }
  }
}

function* callsAtOnce(
  step: Extract<WrittenStep, { kind: 'together' | 'kill' }>,
  here: Path,
  times: number,
): Generator<WrittenCall> {
  const beside = step.kind === 'together' ? step.beside : [];
  const rows = Math.max(1, beside.length);
  const groups = beside.map((group) => ({ group, at: [...here, 'beside', group.row], turns: 1 }));
  for (const { group, at, turns } of [{ group: step, at: here, turns: rows }, ...groups]) {
    for (const call of eachCall(group.steps, at, times * turns * group.count)) yield { ...call, atOnce: group.count };
  }
}

/** More would be a load test. */
const mostCalls = 10_000;

/** `repeat` in `repeat` is the deepest. */
const deepestRepeat = 2;

/** What is wrong with a scenario though each of its steps is right. */
export function* checkScenario(
  scenario: CheckedScenario,
  lineOf: (path: Path) => number,
  knownRequirements: readonly string[] | undefined,
): Generator<Complaint> {
  const calls = [...eachCall(scenario.steps)];
  yield* checkRequirements(scenario, knownRequirements);
  yield* checkNames(calls, lineOf);
  yield* checkTwins(calls);
  for (const call of calls) yield* checkNeeds(call, scenario);
  const count = calls.reduce((sum, { step, times }) => sum + times * callsOf(step), 0);
  if (count > mostCalls) {
    const message = `the scenario comes to ${count} calls`;
    yield { path: ['steps'], at: 'key', message, remedy: `${mostCalls} are the most` };
  }
}

function* checkRequirements(
  { requirements }: CheckedScenario,
  known: readonly string[] | undefined,
): Generator<Complaint> {
  for (const [index, id] of requirements.entries()) {
    if (known?.includes(id) ?? /^[A-Z]+-\d\d$/.test(id)) continue;
    const remedy = suggest(id, known ?? [], '`walletproof list requirements` names all there are');
    yield { path: ['requirements', index], message: `no requirement has the id \`${id}\``, remedy };
  }
}

/** How many calls a step comes to, packs at their largest: progress before and after each spin, a win and a bet of each. */
const callsOf = (step: WrittenStep): number => {
  if (step.kind === 'pack') return 3 * step.total + 2;
  if (step.kind === 'others') return step.count;
  if (step.kind === 'audit') return 3 * step.count;
  return ['wait', 'patience', 'restart', 'launch', 'clock', 'repeat', 'matrix'].includes(step.kind) ? 0 : 1;
};

/** Tells of ids that are given twice, and of steps that name a call which does not come before them. */
function* checkNames(calls: readonly WrittenCall[], lineOf: (path: Path) => number): Generator<Complaint> {
  const givers = new Map(calls.toReversed().map((call) => [giverOf(call)?.id, giverOf(call)]));
  const earlier = new Map<string, Giver>();
  for (const call of calls) {
    for (const { id, path } of namedBy(call)) {
      const named = earlier.get(id);
      if (named !== undefined) {
        yield* checkNamed(call, named.call.step, path);
        continue;
      }
      const later = givers.get(id);
      const known = curly.test(id) ? 'write straight quotes, or none' : suggest(id, [...earlier.keys()]);
      const remedy = later === undefined ? known : `line ${lineOf(later.path)} gives it, later`;
      yield { path, message: `no earlier call has the id \`${id}\``, remedy };
    }
    yield* giveId(giverOf(call), earlier, lineOf);
  }
}

/** A call that an id names, and where it is given. */
interface Giver {
  readonly call: WrittenCall;
  readonly id: string;
  readonly path: Path;
}

const giverOf = (call: WrittenCall): Giver | undefined => {
  const id = 'id' in call.step ? call.step.id : undefined;
  return id === undefined ? undefined : { call, id, path: [...call.path, call.step.kind, 'id'] };
};

function* giveId(
  giver: Giver | undefined,
  earlier: Map<string, Giver>,
  lineOf: (path: Path) => number,
): Generator<Complaint> {
  if (giver === undefined) return;
  const { id, path, call } = giver;
  const first = earlier.get(id);
  if (first !== undefined && (first.call.row ?? call.row) === call.row) {
    const remedy = `line ${lineOf(first.path)} gives it already`;
    yield { path, message: `the id \`${id}\` is given twice`, remedy };
    return;
  }
  earlier.set(id, giver);
  if (call.atOnce === 1) return;
  const remedy = 'leave the id out, or write the calls out without `count`';
  yield { path, message: `the id \`${id}\` would name ${call.atOnce} calls at once`, remedy };
}

/** Quotes of word processors: YAML takes them for letters. */
const curly = /[“”„‘’«»]/;

/** The earlier calls that a step names, and where: the one that it is about, the one that it is forged from. */
const namedBy = ({ step, path }: WrittenCall): { readonly id: string; readonly path: Path }[] => {
  const named: [string | undefined, ...string[]][] = [];
  if (step.kind === 'resend') named.push([step.call, 'resend', 'call']);
  if (step.kind === 'rollback') named.push([step.of, 'rollback', 'of']);
  if (step.kind === 'makeBet') named.push([step.transactionOf, 'makeBet', 'transaction_of']);
  if ('options' in step) named.push([step.options.forgedFrom, 'signature', 'of']);
  return named.flatMap(([id, ...at]) => (id === undefined ? [] : [{ id, path: [...path, ...at] }]));
};

/** What only a makeBet has. */
const ofMakeBets = ['game_round_id', 'round_finished', 'bet', 'win'];

/** Tells of a pack that no call settles, and of a resend that asks for what a rollback does not have. */
function* checkNamed({ step, path }: WrittenCall, named: WrittenStep, at: Path): Generator<Complaint> {
  if (named.kind === 'pack' && named.wins.every((win) => win === '0')) {
    yield { path: at, message: `the pack \`${named.id}\` wins nothing: no call settles it`, remedy: 'give it a win' };
  }
  if (step.kind !== 'resend' || named.kind !== 'rollback') return;
  const remedy = 'name a makeBet';
  if (step.changed !== undefined && ofMakeBets.includes(step.changed)) {
    const message = `a rollback has no \`${step.changed}\``;
    yield { path: [...path, 'changed', step.changed], at: 'key', message, remedy };
  }
  if (step.as !== 'conflict') return;
  yield { path: [...path, 'resend', 'as'], message: `\`${step.call}\` is a rollback: it has no amounts`, remedy };
}

/** A call whose id another one's is to be alike to, and where that says so. */
interface Twin {
  readonly of: WrittenStep;
  readonly alike: Alike;
  readonly path: Path;
}

/**
 * The calls whose ids others are to be alike to, and how. In other case or with a space an id can have a
 * twin however it is made.
 */
export const twinsIn = (calls: readonly WrittenCall[]): readonly Twin[] =>
  calls.flatMap(({ step, path, row }) => {
    const alike = step.kind === 'makeBet' || step.kind === 'rollback' ? step.alike : undefined;
    const of = step.kind === 'makeBet' ? step.transactionOf : step.kind === 'rollback' ? step.of : undefined;
    if (alike === undefined || of === undefined || alike.as === 'case' || alike.as === 'space') return [];
    const named = calls.findLast((call) => giverOf(call)?.id === of && (call.row ?? row) === row);
    return named === undefined ? [] : [{ of: named.step, alike, path: [...path, step.kind, 'alike'] }];
  });

/** Tells of calls whose id should be alike to others in two ways that no id has at once. */
function* checkTwins(calls: readonly WrittenCall[]): Generator<Complaint> {
  const shapes = new Map<WrittenStep, string>();
  for (const { of, alike, path } of twinsIn(calls)) {
    const shape = JSON.stringify(alike);
    const before = shapes.get(of) ?? shape;
    shapes.set(of, before);
    if (before === shape) continue;
    const remedy = 'give each kind a call of its own to be alike to';
    yield {
      path,
      message: `the id of \`${'id' in of ? of.id : ''}\` is made for another kind of \`alike\` already`,
      remedy,
    };
  }
}

/** Tells of a step that needs more than its scenario says, and of a repeat that goes too deep. */
function* checkNeeds({ step, path }: WrittenCall, stated: CheckedScenario): Generator<Complaint> {
  if (step.kind === 'repeat' && path.filter((key) => key === 'repeat').length === deepestRepeat) {
    const message = '`repeat` is nested three deep';
    yield { path: [...path, 'repeat'], at: 'key', message, remedy: 'two are the most' };
  }
  const player = playerOf(step);
  if (player > (stated.players ?? player)) {
    const message = `player ${player} where \`players\` is ${stated.players}`;
    yield { path: [...path, 'player'], message, remedy: 'raise `players`' };
  }
  if (stated.currencies !== 1 || !usesSecond(step)) return;
  const message = '`second` where `currencies` is 1';
  yield { path: [...path, 'currency'], message, remedy: 'make it `currencies: 2`' };
}

/** How many players and currencies a scenario needs. */
export const needsOf = ({ players, currencies }: CheckedScenario, calls: readonly WrittenCall[]) => ({
  players: players ?? Math.max(1, ...calls.map(({ step }) => playerOf(step))),
  currencies: currencies ?? (calls.some(({ step }) => usesSecond(step)) ? 2 : 1),
});

/** The number of the player whom a step is about, or whose id its own is like. */
const playerOf = (step: WrittenStep): number => {
  const player = 'options' in step ? step.options.player : undefined;
  if (typeof player === 'object') return player.of;
  return typeof player === 'number' ? player : 1;
};

const usesSecond = (step: WrittenStep): boolean => 'options' in step && step.options.currency === 'second';
