// The tarball in empty projects: by npm and pnpm, with and without install scripts, on each Node that is supported.
import { cpSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram, runUntil } from './run-program.js';

const tarball = process.env['WALLETPROOF_TARBALL'];
const files = fileURLToPath(new URL('files', import.meta.url));
/** As the manual of exit codes has it. */
const endedBySignal = 130;
const mostFiles = 400;
const mostPackedBytes = 1_600_000;

let failed = false;
const check = (what, isRight, detail = '') => {
  console.log(`${isRight ? 'ok' : 'not ok'} ${what}`);
  if (!isRight) console.log(detail);
  failed ||= !isRight;
};

const newProject = (name) => {
  const cwd = join(process.cwd(), name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'package.json'), JSON.stringify({ name, private: true }));
  cpSync(files, cwd, { recursive: true });
  return cwd;
};

const program = 'node_modules/walletproof/bin/walletproof.js';

const trySize = async () => {
  const { output } = await runProgram('tar', ['tvzf', tarball], { cwd: process.cwd() });
  const sizes = output
    .trim()
    .split('\n')
    .map((line) => Number(line.split(/\s+/)[2]));
  const unpacked = sizes.reduce((sum, size) => sum + size, 0);
  const packed = statSync(tarball).size;
  check(`the tarball has at most ${mostFiles} files: ${sizes.length}`, sizes.length <= mostFiles);
  check(`it has at most 1.6 MB: ${packed} bytes, unpacked ${unpacked}`, packed <= mostPackedBytes);
  const pictures = output.match(/[\w-]+\.png$/gm) ?? [];
  check('it has no source maps', !/\.map$/m.test(output), output);
  check(
    'it has the pictures of the README, and no other',
    `${pictures.sort()}` === 'failing-run.png,findings.png',
    `${pictures}`,
  );
};

/** What works without the native driver: all but a journal in a file. */
const tryWithoutDriver = async (name, cwd, node = process.execPath) => {
  const run = async (...args) => await runProgram(node, args, { cwd });
  const version = await run(program, '--version');
  check(`${name}: --version`, /^\d+\.\d+\.\d+$/m.test(version.output), version.output);
  const demo = await run(program, 'demo', '--only', 'BAL');
  check(`${name}: demo needs no driver`, demo.code === 0 && /^CONFORMANT/m.test(demo.output), demo.output);
  const serve = await runUntil(node, [program, 'serve', '--port', '0'], { cwd, line: /ready on/ });
  check(
    `${name}: serve keeps its journal in memory, and says why and what to do`,
    serve.code === endedBySignal && /better-sqlite3.*cannot be loaded/.test(serve.output),
    `${serve.code} ${serve.output}`,
  );
  await tryEntries(name, run);
};

const tryEntries = async (name, run) => {
  for (const file of ['entries.mjs', 'entries.cjs']) {
    const { code, output } = await run(file);
    check(`${name}: ${file}`, code === 0, output);
  }
};

const install = async (name, command, args, env) => {
  const cwd = newProject(name);
  const { code, output } = await runProgram(command, args, { cwd, env });
  check(`${name}: it installs`, code === 0, output);
  return cwd;
};

/** As on a machine that has no compiler, and for which none is to be had ready-made. */
const noCompiler = {
  npm_config_nodedir: '/nonexistent',
  npm_config_python: '/nonexistent',
  CXX: 'false',
  CC: 'false',
};

const tryNpm = async () => {
  const cwd = await install('npm without a compiler', 'npm', ['install', tarball], noCompiler);
  await tryWithoutDriver('npm without a compiler', cwd);
};

const tryPnpm = async () => {
  const cwd = await install('pnpm 10', 'npx', ['--yes', 'pnpm@10', 'add', tarball]);
  await tryWithoutDriver('pnpm 10', cwd);
};

const tryNodes = async () => {
  const name = 'npm --ignore-scripts';
  const cwd = await install(name, 'npm', ['install', '--ignore-scripts', tarball]);
  await tryWithoutDriver(name, cwd);
  await tryTypes(cwd);
  await tryCommands(cwd);
  await tryLoad(cwd);
  for (const version of [20, 22, 24]) {
    const node = await nodeOf(version);
    await tryWithoutDriver(`Node ${version}`, cwd, node);
  }
};

/** Every command that reads files of the package, with the exit code that it ends with. */
const commands = [
  ['list --json', 0],
  ['explain IDEM-06', 0],
  ['explain win-not-reverted --json', 0],
  ['init --example php php', 0],
  ['init own', 0],
  ['validate own', 0],
  ['demo --defect win-kept --only RB-02 --reporter html=run.html --reporter json=run.json', 1],
  ['demo --variant row-locks --only BAL-01', 0],
  ['report run.json --reporter junit=run.xml', 0],
  ['report run.json --judge', 1],
];

const tryCommands = async (cwd) => {
  for (const [command, expected] of commands) {
    const { code, output } = await runProgram(process.execPath, [program, ...command.split(' ')], {
      cwd,
    });
    check(`${command} ends with ${expected}`, code === expected, `exit code ${code}: ${output}`);
  }
};

/** Worker threads and undici, as they are installed. */
const tryLoad = async (cwd) => {
  const options = '--players 20 --rate 100/s --ramp 1s --for 3s --seed 1'.split(' ');
  const { code, output } = await runProgram(process.execPath, [program, 'load', '--example-agent', ...options], {
    cwd,
  });
  check('load ends with 0', code === 0, `exit code ${code}: ${output}`);
};

/** The program itself: its package has an install script that only makes a link to it. */
const nodeOf = async (version) => {
  const cwd = join(process.cwd(), `node-${version}`);
  mkdirSync(cwd);
  const binary = `node-${process.platform}-${process.arch}@${version}`;
  const { code, output } = await runProgram('npm', ['install', '--prefix', cwd, binary], { cwd });
  check(`Node ${version} is there`, code === 0, output);
  return join(cwd, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
};

const settings = [
  ['nodenext', 'nodenext', 'types.mts'],
  ['nodenext', 'nodenext', 'types.cts'],
  ['node16', 'node16', 'types.cts'],
  ['commonjs', 'node10', 'types.cts'],
  ['esnext', 'bundler', 'types.mts'],
];

const tryTypes = async (cwd) => {
  const added = await runProgram('npm', ['install', '--ignore-scripts', 'typescript@5', '@types/node@20'], { cwd });
  check('TypeScript 5 is there', added.code === 0, added.output);
  for (const [module, resolution, file] of settings) {
    const { code, output } = await runProgram(
      'node_modules/.bin/tsc',
      [
        '--noEmit',
        '--strict',
        '--skipLibCheck',
        'false',
        '--target',
        'es2022',
        '--lib',
        'esnext',
        '--types',
        'node',
        '--module',
        module,
        '--moduleResolution',
        resolution,
        file,
      ],
      { cwd },
    );
    check(`types: ${file}, ${module}, ${resolution}`, code === 0, output);
  }
};

await trySize();
await Promise.all([tryNodes(), tryNpm().then(tryPnpm)]);
process.exitCode = failed ? 1 : 0;
