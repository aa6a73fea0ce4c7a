import type { Override } from '../report/configuration-page/render-configuration-page.ts';
import { loadReporterNames } from '../report/load/load-reporters.ts';
import { reporterNames } from '../report/reporters.ts';
import type { Selection } from '../run/select.ts';
import { callbackTypes } from '../spec/callback.ts';
import { operationNames } from '../spec/operation.ts';
import { sourceKinds } from '../spec/requirement.ts';
import { callVerdicts } from '../spec/verdict.ts';
import {
  atLeastOne,
  collect,
  collectList,
  duration,
  flagOf,
  nonce,
  type OptionRecord,
  type Options,
  port,
  publicUrl,
  rate,
  spikes,
  stake,
  startTime,
  type Values,
  wholeNumber,
} from './option.ts';

const callbackUrl = {
  flags: '--callback-url <url>',
  text: "the agent's callback URL",
  variable: 'WALLETPROOF_CALLBACK_URL',
  argument: '[callback-url]',
  keys: ['agents[].callbackUrl'],
  note: '--callback-url is for play.',
} as const;

/** About the agent, and how it is called. */
export const commonOptions = {
  config: {
    flags: '--config <file>',
    text: 'configuration file (default: walletproof.config.yaml, if there is one)',
  },
  agentId: {
    flags: '--agent-id <n>',
    text: 'agent_id of the callbacks (default: 1001)',
    parse: wholeNumber,
    variable: 'WALLETPROOF_AGENT_ID',
    keys: ['agents[].id'],
    note: 'Chooses the agent. Without it the first agent of the file is tested.',
  },
  token: {
    flags: '--token <token>',
    text: "the agent's API token",
    variable: 'WALLETPROOF_TOKEN',
    keys: ['agents[].token'],
  },
  player: {
    flags: '--player <id[:USD,EUR]>',
    text: 'a player that the agent knows, with currencies (repeatable; the first is player one)',
    parse: collect,
    keys: ['agents[].players'],
    note: 'Once for each player; replaces the players of the file.',
  },
  session: {
    flags: '--session <player=id>',
    text: 'session_id for the callbacks of a player, if the agent accepts only sessions that it knows (repeatable)',
    parse: collect,
  },
  language: {
    flags: '--language <code>',
    text: 'language of the callbacks (default: en)',
    keys: ['agents[].players[].language'],
  },
  game: { flags: '--game <n>', text: 'game_id of the callbacks (default: 101)', parse: wholeNumber },
  seed: {
    flags: '--seed <n>',
    text: 'seed of the random numbers (default: a new one, shown in the report)',
    parse: wholeNumber,
  },
  nonce: {
    flags: '--nonce <text>',
    text: 'part of all ids (default: a new one); the same seed and nonce send exactly the same bytes',
    parse: nonce,
  },
  timeout: {
    flags: '--timeout <duration>',
    text: 'time limit for an answer of the agent (default: 5s)',
    parse: duration,
    keys: ['callbacks.timeout'],
  },
  rate: {
    flags: '--rate <n/s>',
    text: 'send at most this many callbacks a second, such as 50/s (default: detected)',
    parse: rate,
  },
  ca: {
    flags: '--ca <file>',
    text: 'trust this certificate or authority at the callback URL (PEM)',
    keys: ['agents[].ca', 'callbacks.ca'],
  },
  allowPublicTarget: {
    flags: '--allow-public-target',
    text: 'allow a callback URL whose host is neither loopback nor private',
  },
  verbose: { flags: '--verbose', text: 'print on stderr which setting came from flag, environment or file' },
  color: { flags: '--no-color', text: 'print without colours' },
} as const satisfies Options;

export type CommonOptions = Values<typeof commonOptions>;

const { color } = commonOptions;

const source = {
  flags: '--source <kind>',
  text: 'judge only requirements with this source: the specification, or soundness (what no wallet may do)',
  choices: sourceKinds,
} as const;

const reporter = {
  flags: '--reporter <name[=file]>',
  text: `output format: ${reporterNames.join(', ')} (repeatable; default: pretty)`,
  parse: collect,
} as const;

const publicUrlOption = {
  flags: '--public-url <url>',
  text: 'URL under which players and agents reach the platform; launch links begin with it',
  parse: publicUrl,
  keys: ['hosts'],
  note: 'Adds the host of this URL to the list.',
} as const;

const dialect = {
  flags: '--dialect <name>',
  text: 'dialect in which callbacks are signed; auto: detected (default: as configured, else auto)',
  keys: ['agents[].dialect'],
  note: 'auto detects the dialect again.',
} as const;

/** What is played, and how it is told. */
export const runOptions = {
  ...commonOptions,
  strict: { flags: '--strict', text: 'fail the run on warnings about a should, too' },
  bail: { flags: '--bail', text: 'stop at the first scenario that fails the run' },
  only: {
    flags: '--only <word>',
    text: 'only these requirements: an id, a prefix, a level or a section (IDEM-01, IDEM, must, section-6)',
    parse: collectList,
  },
  skip: { flags: '--skip <word>', text: 'leave out these requirements; words as for --only', parse: collectList },
  source,
  maxStake: {
    flags: '--max-stake <amount>',
    text: 'move at most this amount in one call; skip scenarios that need more',
    parse: stake,
  },
  patience: {
    flags: '--patience <duration>',
    text: 'how long to wait for what an agent may forget (default: 8s; 2s in demo and with --watch)',
    parse: duration,
  },
  baseline: { flags: '--baseline <file>', text: 'known breaches: they are reported, but do not fail the run' },
  writeBaseline: {
    flags: '--write-baseline <file>',
    text: 'write the breaches of this run to this file, for --baseline',
  },
  reporter,
  dialect,
  journal: { flags: '--journal <file>', text: 'keep every exchange in this file (default: in memory)' },
  port: { flags: '--port <n>', text: 'port of the platform, for hooks.launch (default: 4600)', parse: port },
  host: { flags: '--host <address>', text: 'address of the platform, for hooks.launch (default: 127.0.0.1)' },
  publicUrl: publicUrlOption,
} as const satisfies Options;

export type RunOptions = Values<typeof runOptions>;

/** The requirements that `--only`, `--skip` and `--source` name. */
export const selectionOf = ({ only = [], skip = [], source: from }: RunOptions): Selection => ({
  only,
  skip,
  source: from,
});

/** What `test` and `play` take: the agent may have to be brought up, and runs may follow each other. */
export const playedOptions = {
  ...runOptions,
  wait: {
    flags: '--wait <duration>',
    text: 'wait until the agent answers with a status below 500 (default: 30s with --start)',
    parse: duration,
  },
  start: {
    flags: '--start <command>',
    text: 'start the agent with this shell command; end it, with its process group, after the run',
  },
  watch: { flags: '--watch', text: 'run again when scenarios or configuration change or the agent restarts' },
  watchPath: {
    flags: '--watch-path <path>',
    text: 'run again when this file or folder changes, too (repeatable)',
    parse: collect,
  },
} as const satisfies Options;

export type PlayedOptions = Values<typeof playedOptions>;

export const testOptions = {
  ...playedOptions,
  failed: {
    flags: '--failed <run>',
    text: 'play again what broke in this stored run, with its seed, players and URL',
    conflicts: ['watch', 'watchPath'],
  },
} as const satisfies Options;

export type TestOptions = Values<typeof testOptions>;

export const playOptions = {
  ...playedOptions,
  callbackUrl,
  settle: {
    flags: '--settle',
    text: 'as test does: check the agent first, fund accounts, return moved money at the end',
  },
} as const satisfies Options;

export type PlayOptions = Values<typeof playOptions>;

const deviation = {
  defect: {
    flags: '--defect <name>',
    text: 'plant this defect in the example agent (walletproof list defects); implies --strict',
  },
  variant: {
    flags: '--variant <name>',
    text: 'make the example agent behave in another way that is also correct',
  },
} as const;

export const demoOptions = { ...runOptions, ...deviation } as const satisfies Options;

export type DemoOptions = Values<typeof demoOptions>;

const exampleAgent = {
  exampleAgent: { flags: '--example-agent', text: 'start the bundled example agent, and call it' },
  defect: {
    flags: '--defect <name>',
    text: 'plant this defect in the example agent (implies --example-agent)',
  },
  variant: {
    flags: '--variant <name>',
    text: 'another way of the example agent that is also correct (implies --example-agent)',
  },
} as const;

/** The example agent in place of somebody's own, and what it is made to do. */
export type ExampleFlags = Values<typeof exampleAgent>;

export const triggerOptions = {
  ...commonOptions,
  bet: { flags: '--bet <amount>', text: 'makeBet: amount to debit (default: 1)' },
  win: { flags: '--win <amount>', text: 'makeBet: amount to credit (default: 0)' },
  transaction: { flags: '--transaction <id>', text: 'transaction_id of the callback (default: a new one)' },
  currency: { flags: '--currency <code>', text: "currency of the callback (default: the player's first)" },
} as const satisfies Options;

export type TriggerFlags = Values<typeof triggerOptions>;

export const mergeOptions = {
  reporter: { ...reporter, text: `output format: ${loadReporterNames.join(', ')} (repeatable; default: pretty)` },
  out: { flags: '--out <file>', text: 'write the merged report here (JSON)' },
  color,
} as const satisfies Options;

export type MergeFlags = Values<typeof mergeOptions>;

export const loadOptions = {
  ...commonOptions,
  rate: { ...commonOptions.rate, text: 'callbacks a second, of all players together (default: 50/s)' },
  ramp: { flags: '--ramp <duration>', text: 'climb to the rate over this time (default: 5s)', parse: duration },
  for: { flags: '--for <duration>', text: 'hold the rate this long (default: 20s)', parse: duration },
  duration: { flags: '--duration <duration>', text: 'the same as --for', parse: duration, conflicts: ['for'] },
  spike: {
    flags: '--spike <n/s@from+for>',
    text: 'another rate for a while: 2000/s@30s+5s, from 30 s after the start, for 5 s (repeatable)',
    parse: spikes,
  },
  mix: { flags: '--mix <file>', text: 'what players do (YAML); default: the casino that comes with it' },
  faults: {
    flags: '--faults <list>',
    text: 'share of activities per fault: duplicates=2%,races=1%; or none (default: as in the mix)',
  },
  players: {
    flags: '--players <n>',
    text: 'how many players (default: all that are named; 50 of the example agent)',
    parse: wholeNumber,
  },
  playerPattern: {
    flags: '--player-pattern <id[:USD]>',
    text: 'ids of the players: {n} counts from 1 to --players, such as load-{n}:USD',
  },
  playersFrom: {
    flags: '--players-from <file>',
    text: 'read the players from this file, one a line: id, id:USD or id,username,currency',
  },
  fund: {
    flags: '--fund <amount>',
    text: 'credit accounts that have less than this, before the load; all is given back (default: 100)',
    parse: stake,
  },
  ...exampleAgent,
  maxRate: {
    flags: '--max-rate <n/s>',
    text: 'refuse a higher --rate or --spike than this (default: 2000/s)',
    parse: rate,
  },
  maxTime: {
    flags: '--max-time <duration>',
    text: 'refuse a longer --ramp and --for together than this (default: 5m)',
    parse: duration,
  },
  maxCallbacks: {
    flags: '--max-callbacks <n>',
    text: 'refuse a load of more callbacks than this, and stop there in any case (default: 200000)',
    parse: wholeNumber,
  },
  workers: {
    flags: '--workers <n>',
    text: 'threads that play (default: one for each 3000/s, at most one less than there are cores)',
    parse: atLeastOne,
  },
  failOn: {
    flags: '--fail-on <goal>',
    text: "fail unless this is reached: 'makeBet p99<200ms', 'errors<0.1%', 'rate>=95%' (repeatable)",
    parse: collect,
  },
  reporter: mergeOptions.reporter,
  scenarios: {
    flags: '--scenarios <folder>',
    text: 'write breaches as scenarios for walletproof play to this folder (default: .walletproof/load-<nonce>)',
  },
  settle: {
    flags: '--settle <file>',
    text: 'play nothing: give back what a load has left that was ended, by its file of opening balances',
  },
  slice: {
    flags: '--slice <i/n>',
    text: 'play the i-th of n slices: every n-th player, an n-th of the rate (default: as the scheduler of an array job says)',
  },
  slices: {
    flags: '--slices <n>',
    text: 'how many slices there are, where the scheduler numbers its tasks and does not count them',
    parse: atLeastOne,
  },
  startAt: {
    flags: '--start-at <time>',
    text: 'begin the callbacks at this time: ISO 8601, or Unix seconds',
    parse: startTime,
  },
  out: { flags: '--out <file>', text: 'write the report of this slice here, for load merge (JSON)' },
} as const satisfies Options;

export type LoadFlags = Values<typeof loadOptions>;

export const serveOptions = {
  ...commonOptions,
  port: { flags: '--port <n>', text: 'port to listen on, 0 for a free one', parse: port, default: 4600 },
  host: { flags: '--host <address>', text: 'address to listen on', default: '127.0.0.1' },
  publicUrl: publicUrlOption,
  tlsCert: { flags: '--tls-cert <file>', text: 'serve https with this certificate (PEM); needs --tls-key' },
  tlsKey: { flags: '--tls-key <file>', text: 'private key of --tls-cert (PEM)' },
  journal: {
    flags: '--journal <file>',
    text: 'file in which every exchange is kept; :memory: keeps none',
    default: '.walletproof/journal.db',
  },
  scenarios: {
    flags: '--scenarios <folder>',
    text: 'folder in which recorded scenarios are saved',
    default: '.walletproof/scenarios',
  },
  run: {
    flags: '--run <file>',
    text: 'show the run of this report.json, of another machine or of CI (repeatable)',
    parse: collect,
  },
  ...exampleAgent,
  accept: {
    flags: '--accept <names>',
    text: 'accept signatures only in these dialects, such as minimal,php (default: as configured, else any)',
    parse: collectList,
    keys: ['quirks.accept'],
    note: 'For serve.',
  },
  explain: { flags: '--explain', text: 'explain the mistake to the agent in the message of invalid_signature' },
} as const satisfies Options;

export type ServeFlags = Values<typeof serveOptions>;

const json = { flags: '--json', text: 'print JSON' } as const;

/** How a command finds a platform that runs. */
export const adminOptions = {
  url: { flags: '--url <url>', text: 'address of the running platform', default: 'http://127.0.0.1:4600' },
  adminToken: {
    flags: '--admin-token <token>',
    text: 'admin.token of the platform; needed from another machine',
    variable: 'WALLETPROOF_ADMIN_TOKEN',
  },
  ca: { flags: '--ca <file>', text: 'trust this certificate or authority at --url (PEM)' },
  json,
} as const satisfies Options;

export type AdminFlags = Values<typeof adminOptions>;

/** What `agents open` and `agents set` say of an agent. */
export const agentOptions = {
  ...adminOptions,
  callbackUrl: {
    flags: '--callback-url <url>',
    text: 'callback URL of the agent; none: no callbacks are sent',
  },
  player: { flags: '--player <id[:USD,EUR]>', text: 'a player that the agent has (repeatable)', parse: collect },
  unavailable: {
    flags: '--unavailable <ids>',
    text: 'games that are not available to the agent, such as 104,105; or none',
  },
  available: { flags: '--available <ids>', text: 'the only games that are available to the agent' },
  dialect: { flags: '--dialect <name>', text: 'dialect in which callbacks are signed; auto: detected' },
} as const satisfies Options;

export type AgentFlags = Values<typeof agentOptions>;

export const openAgentOptions = {
  ...agentOptions,
  token: { flags: '--token <token>', text: 'API token of the agent (default: a random one)' },
  withoutToken: {
    flags: '--without-token',
    text: 'add the agent without a token: its requests are refused with api_token_not_found',
  },
} as const satisfies Options;

export const tokenOptions = {
  ...adminOptions,
  token: { flags: '--token <token>', text: 'the new token (default: a random one)' },
  none: { flags: '--none', text: 'remove the token: requests are refused with api_token_not_found' },
} as const satisfies Options;

export const logsOptions = {
  ...adminOptions,
  journal: { flags: '--journal <file>', text: 'read this journal file instead of a running platform' },
  follow: { flags: '-f, --follow', text: 'keep printing new exchanges until Ctrl-C' },
  limit: {
    flags: '--limit <n>',
    text: 'print at most this many earlier exchanges (default: 100; with --follow 10)',
    parse: wholeNumber,
  },
  since: { flags: '--since <duration>', text: 'print only exchanges of the last 10m, 2h, …', parse: duration },
  agent: { flags: '--agent <id>', text: 'only exchanges with this agent', parse: wholeNumber },
  player: { flags: '--player <id>', text: 'only exchanges about this player' },
  session: { flags: '--session <id>', text: 'only exchanges of this session' },
  transaction: { flags: '--transaction <id>', text: 'only exchanges about this transaction' },
  type: {
    flags: '--operation, --type <name>',
    text: 'only this operation or callback',
    choices: [...callbackTypes, ...operationNames, 'other'],
  },
  verdict: { flags: '--verdict <verdict>', text: 'only exchanges that were judged so', choices: callVerdicts },
  body: { flags: '--body', text: 'print the bodies of request and answer, too' },
  color,
} as const satisfies Options;

export type LogsFlags = Values<typeof logsOptions>;

const token = {
  flags: '--token <token>',
  text: 'the API token (default: test-token)',
  variable: 'WALLETPROOF_TOKEN',
} as const;

export const signOptions = {
  token,
  dialect: {
    flags: '--dialect <name>',
    text: 'dialect: how the signed JSON is serialised',
    default: 'minimal',
  },
  stamp: { flags: '--stamp', text: 'set the field timestamp to the current time before signing' },
  curl: { flags: '--curl <url>', text: 'print a curl command that sends the signed body to this URL' },
  canonical: { flags: '--canonical', text: 'print the exact string that is signed, without a newline after it' },
  json: { flags: '--json', text: 'print JSON: body, dialect, canonical, signature, curl' },
} as const satisfies Options;

export type SignFlags = Values<typeof signOptions>;

export const listOptions = { json } as const satisfies Options;

export const explainOptions = {
  signature: { flags: '--signature <hex>', text: 'the X-Signature header that came with the body' },
  token,
  direction: {
    flags: '--direction <which>',
    text: 'what was signed: a request of the agent (its strings are trimmed before signing) or a callback of the platform',
    choices: ['request', 'callback'],
    default: 'request',
  },
  json,
  color,
} as const satisfies Options;

export type ExplainFlags = Values<typeof explainOptions>;

export const compareOptions = {
  config: { flags: '--config <file>', text: 'configuration (default: walletproof.config.yaml, if there)' },
  agentId: {
    flags: '--agent-id <n>',
    text: 'agent that --token belongs to (default: 1001)',
    parse: wholeNumber,
  },
  token: { ...token, text: 'API token of the recording' },
  writeConfig: {
    flags: '--write-config <file>',
    text: 'write the configuration with the settings that the differences propose; - is standard output',
  },
  json,
  color,
} as const satisfies Options;

export type CompareFlags = Values<typeof compareOptions>;

export const validateOptions = {
  json: { flags: '--json', text: 'what is wrong, as JSON: file, line, column, message, remedy, severity' },
} as const satisfies Options;

export const reportOptions = {
  judge: {
    flags: '--judge',
    text: 'judge it again with this version, and say on stderr what differs from its verdict',
  },
  source,
  against: {
    flags: '--against <run>',
    text: 'compare it with this earlier stored run: newly failing, fixed, changed; - is standard input',
    conflicts: ['reporter'],
  },
  json: { flags: '--json', text: 'print the comparison as JSON' },
  reporter,
  color,
} as const satisfies Options;

export type ReportOptions = Values<typeof reportOptions>;

export const initOptions = {
  example: {
    flags: '--example <language>',
    text: 'write a complete example agent in this language instead: php, python, go or node',
  },
  dryRun: { flags: '--dry-run', text: 'list what would be written, and write nothing' },
} as const satisfies Options;

/** What overrides which keys of the configuration file, for its reference page. */
export const overrides: readonly Override[] = (
  [
    ...[commonOptions.agentId, commonOptions.token, callbackUrl, commonOptions.player, commonOptions.language],
    ...[dialect, commonOptions.ca, commonOptions.timeout, serveOptions.accept, publicUrlOption],
  ] as readonly OptionRecord[]
).map(({ keys = [], argument, variable, note, ...record }) => ({
  keys,
  flags: [...(argument === undefined ? [] : [argument]), flagOf({ ...record, flags: record.flags })],
  ...(variable === undefined ? {} : { variable }),
  ...(note === undefined ? {} : { note }),
}));

/** Environment variables that override the configuration file. */
export const variables = {
  agentId: commonOptions.agentId.variable,
  token: commonOptions.token.variable,
  callbackUrl: callbackUrl.variable,
} as const;

export { callbackUrl as callbackUrlOption };
