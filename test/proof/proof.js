// Holds two builds against each other: one makes runs, both judge them, as runs and call by call as live traffic.
//   npm run proof -- --against ../walletproof-before [--runs 150]
// `--against`: a checkout of another state, installed. Prints each verdict, code, requirement and sentence that differs, and
// the first line of each format that does; exit 1 where anything does. Nothing here hangs on the time that answers take.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

const here = fileURLToPath(new URL('../../', import.meta.url));
const workerOf = (build) => join(build, 'test/proof/worker.js');

/** So many processes work at once. */
const shares = 2;

/** Lets a build do a task, in a process for each share of it. */
const work = async (build, task, ...places) => {
  const began = Date.now();
  const codes = Array.from({ length: shares }, (_, index) => runShare(build, [task, ...places, `${index}/${shares}`]));
  await Promise.all(codes);
  console.error(`${task} by ${build}: ${Math.round((Date.now() - began) / 1000)} s`);
};

const runShare = async (build, order) =>
  await new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--no-warnings', workerOf(build), ...order], {
      cwd: build,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said = `${said}${chunk}`.slice(-4000);
      });
    }
    child.on('close', (code) =>
      code === 0 ? done() : fail(new Error(`${build} could not ${order.join(' ')}:\n${said}`)),
    );
  });

const read = (folder, file) => JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString('utf8'));

/** Where two builds say something else, place by place. */
const differences = (before, after) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((place) => before[place] !== after[place])
    .map((place) => ({ place, ...firstDifference(before[place], after[place]) }));

/** Of a format the first line that differs, of anything else all of it. */
const firstDifference = (before = 'nothing', after = 'nothing') => {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const at = was.findIndex((line, index) => line !== is[index]);
  return at === -1 ? { was: 'its end', is: is[was.length] } : { was: was[at], is: is[at] ?? 'its end' };
};

const byText = (one, other) => (one < other ? -1 : 1);

const sayingOf = (verdict, findings) => {
  const codes = new Set(findings.map(({ code, weight }) => `${code} (${weight})`));
  return [verdict, ...[...codes].sort(byText)].join(' ');
};

/** Of a run as it was played: the verdict of each requirement with its codes. Sentences may tell of times. */
const outcomesOf = (run) => ({
  run: run.verdict,
  ...Object.fromEntries(run.requirements.map(({ id, verdict, findings }) => [id, sayingOf(verdict, findings)])),
});

const shorten = (text = '') => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** Tells what differs in what was said of each run; gives back how much it is. */
const tell = (title, folders, outcome = (value) => value) => {
  const [before, after] = folders;
  // An agent that only one build has plays for neither.
  const files = readdirSync(before).filter((file) => existsSync(join(after, file)));
  let count = 0;
  for (const file of files) {
    for (const { place, was, is } of differences(outcome(read(before, file)), outcome(read(after, file)))) {
      count += 1;
      console.log(`${file.replace('.json.gz', '')}: ${title} ${place}\n  was ${shorten(was)}\n  is  ${shorten(is)}`);
    }
  }
  console.log(`${title}: ${files.length} runs, ${count} differences`);
  return count;
};

const { values } = parseArgs({
  options: { against: { type: 'string' }, runs: { type: 'string', default: '150' } },
});
if (values.against === undefined || !existsSync(workerOf(resolve(values.against)))) {
  console.error(
    'Name the checkout to compare with, installed, of a state that has test/proof: npm run proof -- --against ../before',
  );
  process.exit(2);
}
const other = resolve(values.against);
const folder = mkdtempSync(join(tmpdir(), 'walletproof-proof-'));
const made = { before: join(folder, 'made-before'), after: join(folder, 'made-after') };
const judged = { before: join(folder, 'judged-before'), after: join(folder, 'judged-after') };
await work(other, 'play', made.before, values.runs);
await work(here, 'play', made.after, values.runs);
await work(other, 'judge', made.before, judged.before);
await work(here, 'judge', made.before, judged.after);
const count = tell('judged', [judged.before, judged.after]) + tell('played', [made.before, made.after], outcomesOf);
console.log(`What was made and said is in ${folder}`);
process.exitCode = count === 0 ? 0 : 1;
