// Runs the steps of action.yml and of the recipes as their CI does: the package from its tarball, the Node example agent as the
// user's own. What only a CI has (checkouts, caches, uploads) is left out.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const { parse } = createRequire(join(root, 'package.json'))('yaml');
const read = (file) => readFileSync(join(root, file), 'utf8');
const tarball = process.env['WALLETPROOF_TARBALL'];
let failed = 0;

const check = (what, isRight, output = '') => {
  console.log(`${isRight ? 'ok' : 'not ok'} ${what}`);
  if (isRight) return;
  failed += 1;
  console.log(output);
};

const freePort = async () => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
};

/** A shell as each CI has one; a variable of the step overrides that of the machine. */
const shell = (script, { cwd, env }) => {
  const { status, stdout, stderr } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
};

/** The user's repository: an agent, and nothing of ours. */
const openRepository = async (name, language = 'node') => {
  const cwd = join(process.cwd(), name);
  const port = await freePort();
  mkdirSync(cwd);
  cpSync(join(root, 'fixtures/agents', language), cwd, { recursive: true });
  const env = {
    PORT: String(port),
    WALLETPROOF_PACKAGE: tarball,
    WALLETPROOF_CALLBACK_URL: `http://127.0.0.1:${port}/callback`,
  };
  return { cwd, env };
};

const steps = {
  'gitlab-ci.yml': () => {
    const { wallet } = parse(read('recipes/gitlab-ci.yml'));
    return { env: wallet.variables, scripts: [...wallet.before_script, ...wallet.script] };
  },
  Jenkinsfile: () => {
    const text = read('recipes/Jenkinsfile');
    const variables = [...text.matchAll(/^ {4}(\w+) = '([^']*)'$/gm)];
    return {
      env: Object.fromEntries(variables.map(([, name, value]) => [name, value])),
      scripts: [...text.matchAll(/sh '''([\s\S]*?)'''/g)].map(([, script]) => script),
    };
  },
  'circleci.yml': () => {
    const { environment, steps: all } = parse(read('recipes/circleci.yml')).jobs.wallet;
    return { env: environment, scripts: all.flatMap(({ run }) => run?.command ?? []) };
  },
};

const tryRecipe = async (name, { scripts, env }) => {
  const { cwd, env: own } = await openRepository(name);
  const outcomes = [];
  // Only the one that a machine gives as it pleases is ours: the port.
  for (const script of scripts) {
    outcomes.push(shell(script, { cwd, env: { ...env, ...own } }));
    if (outcomes.at(-1).status !== 0) break;
  }
  const output = outcomes.map((each) => each.output).join('');
  check(
    `recipes/${name} passes a right agent`,
    outcomes.every(({ status }) => status === 0),
    output,
  );
  const junit = join(cwd, 'reports/junit.xml');
  check(
    `recipes/${name} leaves a JUnit report`,
    existsSync(junit) && /^<\?xml/.test(readFileSync(junit, 'utf8')),
    output,
  );
  check(`recipes/${name} leaves no agent`, !existsSync(`/proc/${agentPid(cwd)}`), output);
};

/** The process whose working folder is the repository. */
const agentPid = (cwd) =>
  shell(`for p in /proc/[0-9]*; do [ "$(readlink $p/cwd)" = "${cwd}" ] && basename $p; done | head -1`, {
    cwd: '/',
    env: {},
  }).output.trim() || 'none';

/** A step of the composite action, its inputs at their defaults but for the given ones. */
const runAction = async (name, inputs, before = () => undefined) => {
  const { cwd, env } = await openRepository(name);
  before(cwd, env);
  const { inputs: declared, runs } = parse(read('action.yml'));
  const step = runs.steps.find(({ id }) => id === 'run');
  const filled = (given) =>
    given.replace(/\$\{\{ inputs\.([\w-]+) \}\}/, (_, input) => inputs[input] ?? declared[input].default);
  const files = {
    GITHUB_OUTPUT: join(cwd, 'output.txt'),
    GITHUB_STEP_SUMMARY: join(cwd, 'summary.md'),
  };
  const { WALLETPROOF_PACKAGE: _, ...own } = env;
  const stepEnv = Object.fromEntries(Object.entries(step.env).map(([key, value]) => [key, filled(value)]));
  const outcome = shell(step.run, {
    cwd,
    env: { ...own, ...stepEnv, ...files, WALLETPROOF_CHECKOUT: checkout },
  });
  const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return {
    ...outcome,
    cwd,
    written: textOf(files.GITHUB_OUTPUT),
    summary: textOf(files.GITHUB_STEP_SUMMARY),
    reports: (file) => existsSync(join(cwd, 'walletproof-reports', file)),
  };
};

// The action installs the checkout that it came with; here the package stands in its place, installed from the tarball.
const toolFolder = join(process.cwd(), 'tool');
const checkout = join(toolFolder, 'node_modules/walletproof');

const tryAction = async () => {
  const installed = shell(`npm install --silent --no-save --ignore-scripts --prefix "${toolFolder}" "${tarball}"`, {
    cwd: process.cwd(),
    env: {},
  });
  check('the package is installed', installed.status === 0, installed.output);
  const right = await runAction('action', { start: 'node agent.mjs' });
  check('action.yml passes a right agent', right.status === 0 && right.written === 'exit-code=0\n', right.output);
  check(
    'action.yml begins the summary with the verdict',
    right.summary.startsWith('# walletproof: CONFORMANT\n'),
    right.summary,
  );
  check(
    'action.yml writes every report',
    ['report.json', 'report.html', 'junit.xml'].every(right.reports),
    right.output,
  );
  const gone = await runAction('gone', { start: 'echo no database; exit 1' });
  check(
    'action.yml tells why the agent did not start',
    gone.status === 3 && gone.output.includes('no database'),
    gone.output,
  );
};

/** The configuration has another token than the agent. */
const tryConfigured = async () => {
  const wrong = await runAction(
    'broken',
    { start: 'node agent.mjs', config: 'wallet.yaml', arguments: '--only\nSIG-01' },
    (cwd, env) => {
      writeFileSync(
        join(cwd, 'wallet.yaml'),
        `agents:\n  - id: 1001\n    callbackUrl: ${env.WALLETPROOF_CALLBACK_URL}\n    token: another-token\n`,
      );
    },
  );
  check(
    'action.yml fails an agent that cannot be judged',
    wrong.status === 3 && wrong.written === 'exit-code=3\n',
    wrong.output,
  );
  check(
    "action.yml annotates the user's own configuration",
    /^::error file=broken\/wallet\.yaml,line=2,|^::error file=wallet\.yaml,line=2,/m.test(wrong.output),
    wrong.output,
  );
};

/** The job that `init` writes, in a repository that has the agent and the tarball, as a CI checks it out. */
const tryInit = async (language) => {
  const { cwd, env } = await openRepository(`init-${language}`, language);
  cpSync(tarball, join(cwd, 'walletproof-0.0.0.tgz'));
  const made = shell(`node "${checkout}/bin/walletproof.js" init`, { cwd, env });
  check(
    `init finds ${language}`,
    made.status === 0 && made.output.toLowerCase().includes(`found ${language}`),
    made.output,
  );
  const { jobs } = parse(readFileSync(join(cwd, '.github/workflows/walletproof.yml'), 'utf8'));
  const scripts = jobs.wallet.steps.flatMap(({ run }) => run ?? []);
  const outcomes = scripts.map((script) => shell(script, { cwd, env }));
  check(
    `the job that init writes for ${language} passes a right agent`,
    outcomes.length > 1 && outcomes.every(({ status }) => status === 0),
    outcomes.map(({ output }) => output).join(''),
  );
};

for (const [name, stepsOf] of Object.entries(steps)) await tryRecipe(name, stepsOf());
await tryAction();
await tryConfigured();
for (const language of ['node', 'python']) await tryInit(language);
rmSync(toolFolder, { recursive: true, force: true });
process.exitCode = failed === 0 ? 0 : 1;
