import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { defects, variants } from '../../fixtures/agents/example/index.ts';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import { checkRun, type Run } from '../../src/formats/run.ts';
import type { Scenario } from '../../src/formats/scenario/scenario.ts';
import type { Deviation } from '../defects/open-player.ts';
import { playRun } from '../defects/play-run.ts';
import { installVirtualTime } from '../defects/virtual-time.ts';
import { formatsOf, judgedOf, sayingsOfRun } from './judged.ts';

/** Of so many runs one is told in every format, too. */
const oneInFormats = 10;

/** The same each time, so that runs of two builds can be compared. */
const dice = { seed: 20261124, nonce: 'proof' };

/**
 * `play FOLDER COUNT SHARE`: makes runs; `judge FROM TO SHARE`: says what is said of them; SHARE: `0/2`, the first half.
 * `store FOLDER NAMES…`: makes runs of their own scenarios alone, for test/proof/stored.
 */
export const work = async ([task, ...given]: readonly string[]): Promise<void> => {
  if (task === 'store') return await store(given);
  const [from = '', other = '', share = '0/1'] = given;
  const [index = 0, of = 1] = share.split('/').map(Number);
  const isOwn = (_: unknown, number: number): boolean => number % of === index;
  if (task === 'play') await play(from, runsOf(Number(other)).filter(isOwn));
  else await judge(from, other, (await readdir(from)).toSorted().filter(isOwn));
};

const store = async ([folder = '', ...names]: readonly string[]): Promise<void> => {
  const planned = runsOf(Number.POSITIVE_INFINITY).filter(({ name }) => names.includes(name));
  await play(
    folder,
    planned.map((each) => (each.requirement === 'none' ? each : { ...each, number: Number.NaN })),
  );
};

interface Planned {
  readonly name: string;
  readonly deviation: Deviation;
  /** Undefined for the whole suite. */
  readonly requirement?: string;
  readonly number: number;
}

/** The right agent with the whole suite, then defects and variants, evenly drawn. */
const runsOf = (count: number): Planned[] => {
  const all: Planned[] = [
    ...defects.map(({ name, requirement }) => ({ name, deviation: { defect: name }, requirement })),
    ...variants.map(({ name }) => ({ name, deviation: { variant: name }, requirement: 'none' })),
  ].map((each) => ({ ...each, number: numberOf(each.name) }));
  const step = Math.max(1, all.length / Math.max(1, count - 1));
  const drawn = all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  return [{ name: 'right', deviation: {}, number: 0 }, ...drawn];
};

/** A number of its own for the name, whatever other defects there are: another state of the code plays the same part. */
const numberOf = (name: string): number => [...name].reduce((sum, char) => sum + (char.codePointAt(0) ?? 0), 0);

const parts = 8;

/** The scenarios that show the requirement, and an eighth of the others, another eighth for another number. */
const partOf = (suite: readonly Scenario[], { number, requirement = '' }: Planned): readonly Scenario[] =>
  suite.filter(({ requirements }, index) => requirements.includes(requirement) || index % parts === number % parts);

const play = async (folder: string, planned: readonly Planned[]): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const time = installVirtualTime();
  const suite = await shippedScenarios();
  for (const each of planned) {
    const { name, deviation, requirement } = each;
    const scenarios = requirement === undefined ? suite : partOf(suite, each);
    const run = await time.during(async () => await playRun(deviation, scenarios, { dice }));
    await write(folder, name, run);
  }
};

const judge = async (from: string, to: string, files: readonly string[]): Promise<void> => {
  await mkdir(to, { recursive: true });
  const inFormats = (await readdir(from)).toSorted().filter((_, index) => index % oneInFormats === 0);
  for (const file of files) {
    const run = await readStored(join(from, file));
    const told = { ...played(run), ...(await judgedOf(run)) };
    const formats = inFormats.includes(file) ? await formatsOf(run) : {};
    await write(to, file.replace('.json.gz', ''), { ...told, ...formats });
  }
};

/** What the run itself said as it was played. */
const played = (run: Run) =>
  Object.fromEntries(Object.entries(sayingsOfRun(run)).map(([place, said]) => [`played ${place}`, said]));

export const readStored = async (file: string): Promise<Run> => {
  const checked = checkRun(JSON.parse(gunzipSync(await readFile(file)).toString('utf8')));
  if (checked.kind === 'wrong') throw new Error(`${file} is no stored run: ${checked.problem}`);
  return checked.run;
};

const write = async (folder: string, name: string, value: unknown): Promise<void> =>
  await writeFile(join(folder, `${name}.json.gz`), gzipSync(JSON.stringify(value)));
