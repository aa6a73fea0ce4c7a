import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { exitCodes } from '../../src/spec/walletproof-error.ts';
import { rightAgents } from './agents/right.ts';
import { hostileAgents } from './agents.ts';
import type { Verdict } from './hostile-agent.ts';
import { type Output, problemsOf } from './judge-output.ts';
import { type Met, meetAgent } from './meet-agent.ts';
import { type OpenCommands, openCommands } from './open-commands.ts';

const codeOf: Readonly<Record<Verdict, number>> = {
  conformant: exitCodes.passed,
  nonconformant: exitCodes.nonconformant,
  inconclusive: exitCodes.notJudged,
};

/** Whoever takes 100 MiB shows it here. */
const mostGrownMib = 150;

let cli: OpenCommands;
let xml: typeof import('libxml2-wasm');
/** The page of an agent that says nothing but balances. */
let harmlessPage: string;
beforeAll(async () => {
  xml = await import('libxml2-wasm');
  cli = await openCommands();
  const [harmless] = rightAgents;
  if (harmless === undefined) throw new Error('There is no right agent.');
  harmlessPage = (await meetAgent(cli, harmless)).reports.html;
});
afterAll(async () => await cli.close());

const scriptsIn = (html: string): number => html.match(/<script/gi)?.length ?? 0;

describe.each(hostileAgents.map((agent) => [agent.name, agent] as const))('%s', (_, agent) => {
  let met: Met;
  beforeAll(async () => {
    met = await meetAgent(cli, agent);
  });

  it('ends every command as it may end', () => {
    const { test, trigger, failed, report, judge } = met.outcomes;
    const codes = agent.verdicts.map((verdict) => codeOf[verdict]);
    expect(codes).toContain(test.code);
    expect([report.code, judge.code]).toEqual([exitCodes.passed, test.code]);
    const allowed = laterCodes(agent);
    expect(allowed).toContain(trigger.code);
    const isBroken = met.run.requirements.some(({ verdict }) => verdict === 'failed' || verdict === 'warned');
    expect(isBroken ? allowed : [exitCodes.usage]).toContain(failed.code);
  });

  it('is told for what it is', () => {
    if (test(met) === exitCodes.passed) expect(complaintsOf(met)).toEqual([]);
    if (agent.named !== undefined) expect(saidOf(met)).toMatch(agent.named);
  });

  it('writes nothing through us that a terminal or a CI obeys, and no secret', () => {
    expect(problemsIn(met)).toEqual([]);
  });

  it('breaks no report', () => {
    const { reports } = met;
    JSON.parse(reports.json);
    xml.XmlDocument.fromString(reports.junit).dispose();
    expect(foreignMarkup(reports.html)).toEqual([]);
  });

  it('takes no memory that grows with what it sends', () => {
    expect(met.grownMib).toBeLessThan(mostGrownMib);
  });
});

const test = ({ outcomes }: Met): number => outcomes.test.code;

/** One call of many, and one again, may find less. */
const laterCodes = ({ verdicts, oneCall }: (typeof hostileAgents)[number]): readonly number[] => {
  const unlike = verdicts.includes('conformant') ? [] : (['nonconformant', 'inconclusive'] as const);
  return [...(oneCall ?? []), ...verdicts, ...unlike].map((verdict) => codeOf[verdict]);
};

const complaintsOf = ({ run }: Met): readonly string[] =>
  run.requirements
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')
    .flatMap(({ id, findings }) => [id, ...findings.map(({ message }) => message)]);

/** The sentences of a run about its agent. */
const saidOf = ({ run }: Met): string =>
  [
    run.root?.reason,
    ...run.requirements.flatMap(({ reason, findings }) => [reason, ...findings.map(({ message }) => message)]),
  ].join('\n');

const problemsIn = ({ outcomes, reports }: Met): string[] => {
  const { judge, ...others } = outcomes;
  const written: (readonly [string, string, Output])[] = [
    ...Object.entries(others).flatMap(([name, { stdout, stderr }]) => [
      [name, stdout, 'for people'] as const,
      [name, stderr, 'for people'] as const,
    ]),
    ['judge', judge.stdout, 'annotations'],
    ['judge', judge.stderr, 'for people'],
    ...Object.entries(reports).map(([name, text]) => [name, text, name === 'github' ? 'annotations' : 'data'] as const),
  ];
  return written.flatMap(([name, text, output]) => problemsOf(text, output).map((problem) => `${name}: ${problem}`));
};

/** What runs, loads or leads away: tags and attributes that the page of a harmless agent lacks. */
const foreignMarkup = (html: string): string[] => {
  const own = new Set(activeTags(harmlessPage));
  const foreign = activeTags(html).filter((tag) => !own.has(tag));
  return scriptsIn(html) === scriptsIn(harmlessPage) ? foreign : ['another script', ...foreign];
};

const activeTags = (html: string): string[] =>
  [
    /<(?:img|iframe|object|embed|base|form|link|meta)\b[^>]*/gi,
    /<[a-z][^<>]*\s(?:on[a-z]+\s*=|(?:href|src)\s*=\s*"?\s*(?:javascript|data):)[^<>]*/gi,
  ].flatMap((pattern) => [...html.matchAll(pattern)].map(([tag]) => tag));
