import { loadReporterNames } from '../report/load/load-reporters.ts';
import { reporterNames } from '../report/reporters.ts';
import type { Selection } from '../run/select.ts';
import { callbackTypes } from '../spec/callback.ts';
import { operationNames } from '../spec/operation.ts';
import { sourceKinds } from '../spec/requirement.ts';
import { callVerdicts } from '../spec/verdict.ts';
import {
  choice,
  duration,
  flag,
  flagOf,
  nonce,
  number,
  type OptionRecord,
  port,
  positive,
  publicUrl,
  rate,
  spikes,
  stake,
  startTime,
  text,
  texts,
  type Values,
  words,
} from './option.ts';

const color = flag('print without colours', { flags: '--no-color' });

const json = flag('print JSON');

const source = choice(
  '<kind>',
  'judge only requirements with this source: the specification, or soundness (what no wallet may do)',
  sourceKinds,
);

const reporterOf = (names: readonly string[]) =>
  texts('<name[=file]>', `output format: ${names.join(', ')} (repeatable; default: pretty)`);

/** An argument of commands that take no list of files. */
export const callbackUrl = text('<url>', "the agent's callback URL", {
  variable: 'WALLETPROOF_CALLBACK_URL',
  argument: '[callback-url]',
  keys: ['agents[].callbackUrl'],
  note: '--callback-url is for play.',
});

/** About the agent, and how it is called. */
const commonOptions = {
  config: text('<file>', 'configuration file (default: walletproof.config.yaml, if there is one)'),
  agentId: number('agent_id of the callbacks (default: 1001)', {
    variable: 'WALLETPROOF_AGENT_ID',
    keys: ['agents[].id'],
    note: 'Chooses the agent. Without it the first agent of the file is tested.',
  }),
  token: text('<token>', "the agent's API token", { variable: 'WALLETPROOF_TOKEN', keys: ['agents[].token'] }),
  player: texts(
    '<id[:USD,EUR]>',
    'a player that the agent knows, with currencies (repeatable; the first is player one)',
    {
      keys: ['agents[].players'],
      note: 'Once for each player; replaces the players of the file.',
    },
  ),
  session: texts(
    '<player=id>',
    "session_id of a player's callbacks, if the agent takes only those it knows (repeatable)",
  ),
  language: text('<code>', 'language of the callbacks (default: en)', { keys: ['agents[].players[].language'] }),
  game: number('game_id of the callbacks (default: 101)'),
  seed: number('seed of the random numbers (default: a new one, shown in the report)'),
  nonce: nonce('part of all ids (default: a new one); the same seed and nonce send exactly the same bytes'),
  timeout: duration('time limit for an answer of the agent (default: 5s)', { keys: ['callbacks.timeout'] }),
  rate: rate('send at most this many callbacks a second, such as 50/s (default: detected)'),
  ca: text('<file>', 'trust this certificate or authority at the callback URL (PEM)', {
    keys: ['agents[].ca', 'callbacks.ca'],
  }),
  allowPublicTarget: flag('allow a callback URL whose host is neither loopback nor private'),
  verbose: flag('report all that was observed, and print on stderr where each setting came from'),
  color,
};

export type CommonOptions = Values<typeof commonOptions>;

const publicUrlOption = publicUrl('URL under which players and agents reach the platform; launch links begin with it', {
  keys: ['hosts'],
  note: 'Adds the host of this URL to the list.',
});

const dialect = text(
  '<name>',
  'dialect in which callbacks are signed; auto: detected (default: as configured, else auto)',
  {
    keys: ['agents[].dialect'],
    note: 'auto detects the dialect again.',
  },
);

/** What is played, and how it is told. */
const runOptions = {
  ...commonOptions,
  strict: flag('fail the run on warnings about a should, too'),
  bail: flag('stop at the first scenario that fails the run'),
  only: words(
    '<word>',
    'only these requirements: an id, a prefix, a level, a section (IDEM-01, IDEM, must, section-6)',
  ),
  skip: words('<word>', 'leave out these requirements; words as for --only'),
  source,
  maxStake: stake('move at most this amount in one call; skip scenarios that need more'),
  patience: duration('how long to wait for what an agent may forget (default: 8s; 2s in demo and with --watch)'),
  thorough: flag('play every row of every matrix, and what takes minutes'),
  baseline: text('<file>', 'known breaches: they are reported, but do not fail the run'),
  writeBaseline: text('<file>', 'write the breaches of this run to this file, for --baseline'),
  reporter: reporterOf(reporterNames),
  dialect,
  journal: text('<file>', 'keep every exchange in this file (default: in memory)'),
  port: port('port of the platform, for hooks.launch (default: 4600)'),
  host: text('<address>', 'address of the platform, for hooks.launch (default: 127.0.0.1)'),
  publicUrl: publicUrlOption,
};

export type RunOptions = Values<typeof runOptions>;

/** The requirements that `--only`, `--skip` and `--source` name. */
export const selectionOf = ({ only = [], skip = [], source: kind }: RunOptions): Selection => ({
  ...{ only, skip, source: kind },
});

/** What `test` and `play` take: the agent may have to be brought up, and runs may follow each other. */
const playedOptions = {
  ...runOptions,
  wait: duration('wait until the agent answers with a status below 500 (default: 30s with --start)'),
  start: text('<command>', 'start the agent with this shell command; end it, with its process group, after the run'),
  watch: flag('run again when scenarios or configuration change or the agent restarts'),
  watchPath: texts('<path>', 'run again when this file or folder changes, too (repeatable)'),
};

export type PlayedOptions = Values<typeof playedOptions>;

const exampleOptions = {
  exampleAgent: flag('start the bundled example agent, and call it'),
  defect: text('<name>', 'plant this defect in the example agent (implies --example-agent)'),
  variant: text('<name>', 'another way of the example agent that is also correct (implies --example-agent)'),
};

/** The example agent in place of somebody's own, and what it is made to do. */
export type ExampleFlags = Values<typeof exampleOptions>;

/** How a command finds a platform that runs. */
const adminOptions = {
  url: text('<url>', 'address of the running platform', { default: 'http://127.0.0.1:4600' }),
  adminToken: text('<token>', 'admin.token of the platform; needed from another machine', {
    variable: 'WALLETPROOF_ADMIN_TOKEN',
  }),
  ca: text('<file>', 'trust this certificate or authority at --url (PEM)'),
  json,
};

export type AdminFlags = Values<typeof adminOptions>;

/** What `agents open` and `agents set` say of an agent. */
const agentOptions = {
  ...adminOptions,
  callbackUrl: text('<url>', 'callback URL of the agent; none: no callbacks are sent'),
  player: texts('<id[:USD,EUR]>', 'a player that the agent has (repeatable)'),
  unavailable: text('<ids>', 'games that are not available to the agent, such as 104,105; or none'),
  available: text('<ids>', 'the only games that are available to the agent'),
  dialect: text('<name>', 'dialect in which callbacks are signed; auto: detected'),
};

const tokenOfDefault = text('<token>', 'the API token; default: test-token', { variable: 'WALLETPROOF_TOKEN' });

/** The options of each command, by its names. */
export const optionsOf = {
  demo: {
    ...runOptions,
    defect: text('<name>', 'plant this defect in the example agent (walletproof list defects); implies --strict'),
    variant: text('<name>', 'make the example agent behave in another way that is also correct'),
  },
  test: {
    ...playedOptions,
    failed: text('<run>', 'play again what broke in this stored run, with its seed, players and URL', {
      conflicts: ['watch', 'watchPath'],
    }),
  },
  play: {
    ...playedOptions,
    callbackUrl,
    orders: flag(
      'play the calls in every order in which a network can deliver them, some twice; moved money is returned',
    ),
    out: text(
      '<file>',
      'with --orders: write the smallest order that breaks something here (default: .walletproof/orders-<nonce>.yaml)',
    ),
    settle: flag('as test does: check the agent first, fund accounts, return moved money at the end'),
  },
  trigger: {
    ...commonOptions,
    bet: text('<amount>', 'makeBet: amount to debit (default: 1)'),
    win: text('<amount>', 'makeBet: amount to credit (default: 0)'),
    transaction: text('<id>', 'transaction_id of the callback (default: a new one)'),
    currency: text('<code>', "currency of the callback (default: the player's first)"),
  },
  load: {
    ...commonOptions,
    rate: rate('callbacks a second, of all players together (default: 50/s)'),
    ramp: duration('climb to the rate over this time (default: 5s)'),
    for: duration('hold the rate this long (default: 20s)'),
    duration: duration('the same as --for', { conflicts: ['for'] }),
    spike: spikes('another rate for a while: 2000/s@30s+5s, from 30 s after the start, for 5 s (repeatable)'),
    mix: text('<file>', 'what players do (YAML); default: the casino that comes with it'),
    faults: text('<list>', 'share of activities per fault: duplicates=2%,races=1%; or none (default: as in the mix)'),
    players: number('how many players (default: all that are named; 50 of the example agent)'),
    vus: number('the same as --players', { conflicts: ['players'] }),
    playerPattern: text('<id[:USD]>', 'ids of the players: {n} counts from 1 to --players, such as load-{n}:USD'),
    playersFrom: text('<file>', 'read the players from this file, one a line: id, id:USD or id,username,currency'),
    fund: stake('credit accounts that have less, before the load; all is given back (default: 100)'),
    ...exampleOptions,
    maxRate: rate('refuse a higher --rate or --spike than this (default: 2000/s)'),
    maxTime: duration('refuse a longer --ramp and --for together than this (default: 5m)'),
    maxCallbacks: number('refuse a load of more callbacks, and stop there in any case (default: 200000)'),
    workers: positive('threads that play (default: one for each 2000/s, at most one less than there are cores)'),
    failOn: texts(
      '<goal>',
      "fail unless this is reached: 'makeBet p99<200ms', 'errors<0.1%', 'rate>=95%' (repeatable)",
    ),
    reporter: reporterOf(loadReporterNames),
    scenarios: text(
      '<folder>',
      'write breaches as scenarios for play to this folder (default: .walletproof/load-<nonce>)',
    ),
    settle: text(
      '<file>',
      'play nothing: give back what a load has left that was ended, by its file of opening balances',
    ),
    slice: text(
      '<i/n>',
      'play the i-th of n slices: every n-th player, an n-th of the rate (default: as a scheduler says)',
    ),
    slices: positive('how many slices there are, where the scheduler numbers its tasks and does not count them'),
    startAt: startTime('begin the callbacks at this time: ISO 8601, or Unix seconds'),
    out: text('<file>', 'write the report of this slice here, for load merge (JSON)'),
  },
  fuzz: {
    ...commonOptions,
    budget: duration('how long sequences are drawn (default: 60s)'),
    runs: positive('draw at most this many sequences'),
    out: text(
      '<file>',
      'write the smallest sequence that breaks something here, a scenario for play (default: .walletproof/fuzz-<nonce>.yaml)',
    ),
    strict: flag('look for what breaks a should, too'),
    baseline: text('<file>', 'known breaches: they are avoided, and the next one is looked for'),
    maxStake: stake('move at most this amount in one call'),
    ...exampleOptions,
    wait: playedOptions.wait,
    start: playedOptions.start,
    reporter: runOptions.reporter,
    dialect,
    journal: runOptions.journal,
  },
  'load merge': {
    reporter: reporterOf(loadReporterNames),
    out: text('<file>', 'write the merged report here (JSON)'),
    color,
  },
  serve: {
    ...commonOptions,
    port: port('port to listen on, 0 for a free one', { default: 4600 }),
    host: text('<address>', 'address to listen on', { default: '127.0.0.1' }),
    publicUrl: publicUrlOption,
    tlsCert: text('<file>', 'serve https with this certificate (PEM); needs --tls-key'),
    tlsKey: text('<file>', 'private key of --tls-cert (PEM)'),
    journal: text('<file>', 'file in which every exchange is kept; :memory: keeps none', {
      default: '.walletproof/journal.db',
    }),
    scenarios: text('<folder>', 'folder in which recorded scenarios are saved', { default: '.walletproof/scenarios' }),
    run: texts('<file>', 'show the run of this report.json, of another machine or of CI (repeatable)'),
    ...exampleOptions,
    accept: words(
      '<names>',
      'accept signatures only in these dialects: minimal,php (default: as configured, else any)',
      {
        keys: ['quirks.accept'],
        note: 'For serve.',
      },
    ),
    explain: flag('explain the mistake to the agent in the message of invalid_signature'),
  },
  'agents list': adminOptions,
  'agents set': agentOptions,
  'agents close': adminOptions,
  'agents open': {
    ...agentOptions,
    token: text('<token>', 'API token of the agent (default: a random one)'),
    withoutToken: flag('add the agent without a token: its requests are refused with api_token_not_found'),
  },
  'agents token': {
    ...adminOptions,
    token: text('<token>', 'the new token (default: a random one)'),
    none: flag('remove the token: requests are refused with api_token_not_found'),
  },
  logs: {
    ...adminOptions,
    journal: text('<file>', 'read this journal file instead of a running platform'),
    follow: flag('keep printing new exchanges until Ctrl-C', { flags: '-f, --follow' }),
    limit: number('print at most this many earlier exchanges (default: 100; with --follow 10)'),
    since: duration('print only exchanges of the last 10m, 2h, …'),
    agent: number('only exchanges with this agent'),
    player: text('<id>', 'only exchanges about this player'),
    session: text('<id>', 'only exchanges of this session'),
    transaction: text('<id>', 'only exchanges about this transaction'),
    type: choice('<name>', 'only this operation or callback', [...callbackTypes, ...operationNames, 'other'], {
      flags: '--operation, --type',
    }),
    verdict: choice('<verdict>', 'only exchanges that were judged so', callVerdicts),
    body: flag('print the bodies of request and answer, too'),
    color,
  },
  sign: {
    token: tokenOfDefault,
    dialect: text('<name>', 'dialect: how the signed JSON is serialised', { default: 'minimal' }),
    stamp: flag('set the field timestamp to the current time before signing'),
    curl: text('<url>', 'print a curl command that sends the signed body to this URL'),
    canonical: flag('print the exact string that is signed, without a newline after it'),
    json: flag('print JSON: body, dialect, canonical, signature, curl'),
  },
  list: { json },
  explain: {
    signature: text('<hex>', 'the X-Signature header that came with the body'),
    token: tokenOfDefault,
    direction: choice(
      '<which>',
      'what was signed: a request of the agent (its strings are trimmed before signing) or a callback of the platform',
      ['request', 'callback'],
      { default: 'request' },
    ),
    json,
    color,
  },
  compare: {
    config: text('<file>', 'configuration (default: walletproof.config.yaml, if there)'),
    agentId: number('agent that --token belongs to (default: 1001)'),
    token: text('<token>', 'API token of the recording', { variable: 'WALLETPROOF_TOKEN' }),
    writeConfig: text(
      '<file>',
      'write the configuration with the settings that differences propose; - is standard output',
    ),
    json,
    color,
  },
  validate: {
    json: flag('what is wrong, as JSON: file, line, column, message, remedy, severity'),
  },
  report: {
    judge: flag('judge it again with this version, and say on stderr what differs from its verdict'),
    source,
    against: text('<run>', 'compare with this earlier stored run: newly failing, fixed, changed; - is standard input', {
      conflicts: ['reporter'],
    }),
    json: flag('print the comparison as JSON'),
    reporter: reporterOf(reporterNames),
    verbose: flag('report all that was observed'),
    color,
  },
  init: {
    example: text('<language>', 'write a complete example agent in this language instead: php, python, go or node'),
    dryRun: flag('list what would be written, and write nothing'),
  },
};

/** The values of the options of a command. */
export type OptionsOf<Name extends keyof typeof optionsOf> = Values<(typeof optionsOf)[Name]>;

const { agentId, token, player, language, ca, timeout } = commonOptions;

/** The options that override keys of the configuration file. */
const overriding: Readonly<Record<string, OptionRecord>> = {
  ...{ agentId, token, callbackUrl, player, language, dialect, ca, timeout },
  ...{ accept: optionsOf.serve.accept, publicUrl: publicUrlOption },
};

/** What overrides which keys, for the reference page of the configuration. */
export const overrides = Object.entries(overriding).map(([key, { keys = [], argument, variable, note }]) => ({
  keys,
  flags: [...(argument === undefined ? [] : [argument]), flagOf(key)],
  ...(variable === undefined ? {} : { variable }),
  ...(note === undefined ? {} : { note }),
}));

/** The environment variables among what overrides. */
export const variables = {
  agentId: agentId.variable,
  token: token.variable,
  callbackUrl: callbackUrl.variable,
};
