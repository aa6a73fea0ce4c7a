import { exitCodeOf } from '../../src/cli/exit-code.ts';
import { shippedScenarios } from '../../src/formats/package-files.ts';
import { fuzzExample } from '../fuzz/fuzz-run.ts';
import { needsHttp } from './example-in-process.ts';
import { chargedLiveAlone, judgedOtherwise } from './judged-otherwise.ts';
import type { Deviation, FuzzedAgent, FuzzToPlay, PlayAnswer, PlayedRun, PlayOrder } from './open-player.ts';
import { playRun, scenariosFor } from './play-run.ts';
import { installVirtualTime } from './virtual-time.ts';

// A process that plays runs for the tests, one after another: it is warm after the first, and reads the suite once.

const time = installVirtualTime();
const suite = await shippedScenarios();

const play = async (deviation: Deviation, requirement?: string): Promise<PlayedRun> => {
  const scenarios = requirement === undefined ? suite : scenariosFor(suite, requirement, deviation);
  const way = needsHttp(deviation) ? 'by HTTP' : 'direct';
  const run = await time.during(async () => await playRun(deviation, scenarios, { way, byHttp: time.byHttp }), way);
  const otherwise = await judgedOtherwise(run, scenarios);
  const liveAlone = chargedLiveAlone(run);
  return { verdict: run.verdict, requirements: run.requirements, code: exitCodeOf(run), otherwise, liveAlone };
};

const fuzz = async (deviation: Deviation, order: FuzzToPlay): Promise<FuzzedAgent> => {
  const way = needsHttp(deviation) ? 'by HTTP' : 'direct';
  const { found, runs, judged, seen } = await time.during(async () => await fuzzExample(deviation, order), way);
  const told = found && { text: found.text, finding: found.finding, steps: found.steps.length };
  return { runs, judged, seen, found: told };
};

const tell = (answer: PlayAnswer): void => void process.send?.(answer);

let last: Promise<void> = Promise.resolve();
process.on('message', ({ number, deviation, requirement, fuzz: order }: PlayOrder) => {
  last = last
    .then(async () =>
      order === undefined ? { run: await play(deviation, requirement) } : { fuzzed: await fuzz(deviation, order) },
    )
    .then(
      (answer) => tell({ number, ...answer }),
      (error: Error) => tell({ number, problem: error.stack ?? error.message }),
    );
});
process.on('disconnect', () => process.exit());
tell({ number: 0 });
