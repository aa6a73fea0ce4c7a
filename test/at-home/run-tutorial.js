// Does what a tutorial says, word for word, in the current folder: `node run-tutorial.js docs/tutorial-node.md`
//
// Code with the name of a file (```js agent.mjs) is written to it; ```diff agent.mjs changes it: each hunk, from one @@ to the
// next, must be found in it once. ```bash is run by `bash -e`, each time in the folder and with the variables that the one
// before left; ```bash exit=1 ends with that code, which the text around it names; ```bash not-run is left out. ```text after
// it is what it prints: whole lines one after another, where … stands for anything, on a line of its own for any lines.
// The port 8080 is replaced by a free one. The first thing that is not as the page says ends it.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromMarkdown } from 'mdast-util-from-markdown';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The longest that a command may take: an install may compile. */
const longestMs = 240_000;

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => {
    server.once('listening', done);
  });
  const { port } = server.address();
  await new Promise((done) => {
    server.close(done);
  });
  return port;
};

/** Reads and writes what the shell keeps from one fence to the next. */
const keptShell = resolve('.shell-state');
const around = (commands) => `[ -f '${keptShell}' ] && . '${keptShell}'
trap 'code=$?; { export -p; printf "cd %q\\n" "$PWD"; } >"${keptShell}"; exit $code' EXIT
${commands}`;

const folderOfShell = () => {
  const { stdout } = spawnSync('bash', ['-c', `. '${keptShell}' && pwd`], { encoding: 'utf8' });
  return stdout.trim() || process.cwd();
};

const runCommands = ({ value, meta }, page) => {
  const wanted = Number(/exit=(\d+)/.exec(meta ?? '')?.[1] ?? 0);
  const { status, output } = spawnMerged(around(value));
  page.output = output;
  if (status !== wanted) return `it ends with ${status}, not with ${wanted}:\n${output}`;
  if (wanted !== 0 && !page.near.includes(`xit code ${wanted}`)) {
    return `no paragraph beside it names exit code ${wanted}`;
  }
  return undefined;
};

/** Both streams as one, in the order in which they were written. */
const spawnMerged = (script) => {
  const { status, stdout, error } = spawnSync('bash', ['-e', '-c', `exec 2>&1\n${script}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: longestMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  return { status, output: `${stdout}${error?.message ?? ''}` };
};

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const checkOutput = ({ value }, page) => {
  const lines = value.split('\n').map((line) => line.trimEnd());
  const patterns = lines.map((line) =>
    line.trim() === '…' ? '(?:[^\n]*\n)*?' : `${line.split('…').map(escaped).join('[^\n]*')}\n`,
  );
  const printed = `\n${page.output.replaceAll(/[ \t]+$/gm, '')}\n`;
  if (new RegExp(`\n${patterns.join('')}`).test(printed)) return undefined;
  return `the output has no such lines:\n${value}\nIt is:\n${page.output}`;
};

const writeNamedFile = ({ value, meta }) => {
  writeFileSync(join(folderOfShell(), meta), `${value}\n`);
};

const changeFile = ({ value, meta }) => {
  const path = join(folderOfShell(), meta);
  let text = readFileSync(path, 'utf8');
  for (const hunk of value.split(/^@@.*\n/m).filter((each) => each !== '')) {
    const lines = hunk.replace(/\n$/, '').split('\n');
    const side = (other) => lines.flatMap((line) => (line.startsWith(other) ? [] : `${line.slice(1)}\n`)).join('');
    const parts = text.split(side('+'));
    if (parts.length !== 2) return `${meta} has this ${parts.length - 1} times:\n${side('+')}`;
    text = parts.join(side('-'));
  }
  writeFileSync(path, text);
  return undefined;
};

/** What becomes of a fence: undefined, or what is wrong. */
const perform = (fence, page) => {
  const { lang, meta } = fence;
  if (lang === 'bash') return runCommands(fence, page);
  if (lang === 'text' && meta === null) return checkOutput(fence, page);
  if (lang === 'diff' && meta !== null) return changeFile(fence);
  if (['js', 'php', 'sh', 'yaml'].includes(lang) && meta !== null) return writeNamedFile(fence);
  return 'nothing is done with such a block';
};

const nameOf = ({ lang, meta, value, position }) => {
  const what = lang === 'bash' ? value.split('\n').at(-1) : `${lang} ${meta ?? ''}`.trim();
  return `line ${position.start.line}: ${what}`;
};

const [path = ''] = process.argv.slice(2);
const port = await freePort();
const text = readFileSync(join(root, path), 'utf8').replaceAll('8080', String(port));
const nodes = fromMarkdown(text).children;
const plain = (node) =>
  node?.type === 'paragraph' ? text.slice(node.position.start.offset, node.position.end.offset) : '';
const page = { output: '', near: '' };
for (const [index, node] of nodes.entries()) {
  if (node.type !== 'code' || node.meta?.includes('not-run')) continue;
  const near = nodes.slice(Math.max(0, index - 1), index + 3).map(plain);
  // "Exit code 3 means …", or "ends with exit code 3".
  page.near = near.join('\n').replaceAll(/\s+/g, ' ');
  const problem = perform(node, page);
  console.log(`${problem === undefined ? 'ok' : 'not ok'} ${nameOf(node)}`);
  if (problem === undefined) continue;
  console.log(problem);
  process.exit(1);
}
