import type { ExitCode } from '../spec/walletproof-error.ts';
import type { Options } from './option.ts';
import { callbackUrl as callbackUrlOption, type OptionsOf, optionsOf } from './options.ts';

/** A command, as help, documents and the reader of arguments know it; what it does is loaded when it is called. */
export interface CommandRecord {
  readonly name: string;
  readonly text: string;
  /** By how each is written: `<files...>`, `[folder]`. */
  readonly args?: Readonly<Record<string, string>>;
  readonly options: Options;
  /** The options that `--help` shows, by their keys; all of them where absent. */
  readonly everyday?: readonly string[];
  /** Command lines that can be copied, and what each does. The first two stand in a short help. */
  readonly examples: Readonly<Record<string, string>>;
  readonly commands?: readonly CommandRecord[];
  /** Absent of a command that has only commands. */
  readonly run?: (args: readonly string[], values: never) => Promise<ExitCode>;
}

/** Commands under one heading of the help. */
export interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly CommandRecord[];
}

/** A command, by its names; its options are those of that name, and what runs takes their values. */
const command = <Name extends keyof typeof optionsOf>(
  names: Name,
  record: Omit<CommandRecord, 'name' | 'options' | 'everyday' | 'run'> & {
    readonly everyday?: readonly (keyof (typeof optionsOf)[Name] & string)[];
    readonly run: (args: readonly string[], values: OptionsOf<Name>) => Promise<ExitCode>;
  },
): CommandRecord => ({ ...record, name: names.replace(/.* /, ''), options: optionsOf[names] });

const url = 'http://127.0.0.1:8080/callback';

const callbackUrl = { [callbackUrlOption.argument]: callbackUrlOption.text };

const everydayOfLoads = ['players', 'playerPattern', 'rate', 'for', 'duration', 'failOn', 'faults'] as const;

const everydayOfRuns = ['token', 'player', 'config', 'only', 'strict', 'baseline', 'reporter'] as const;

const demo = command('demo', {
  text: 'Run the whole suite against the bundled example agent',
  everyday: ['defect', 'variant', 'only', 'skip', 'strict', 'reporter', 'seed'],
  examples: {
    'walletproof demo': 'see a run that passes',
    'walletproof demo --defect win-kept': 'see a run that fails',
    'walletproof demo --only IDEM --reporter html=report.html': 'run one group, and write a report for the browser',
  },
  run: async (_, values) => await (await import('./commands/demo.ts')).demo(values),
});

const test = command('test', {
  text: 'Test your agent: run every conformance scenario against it',
  args: callbackUrl,
  everyday: [...everydayOfRuns, 'start', 'wait', 'watch', 'failed'],
  examples: {
    'walletproof test': 'test the agent of walletproof.config.yaml',
    [`walletproof test ${url} --token test-token --player alice:USD,EUR --player bob:USD`]:
      'test an agent without a configuration file',
    'walletproof test --watch --only IDEM,RB': 'run two groups again after every change',
    'walletproof test --failed run.json': 'run again what failed in a stored run',
  },
  run: async ([callback], values) => await (await import('./commands/play.ts')).test(callback, values),
});

const play = command('play', {
  text: 'Run your own scenarios against your agent',
  args: { '<files...>': 'scenario files, or folders of them' },
  everyday: ['callbackUrl', 'settle', ...everydayOfRuns, 'start', 'wait', 'watch'],
  examples: {
    'walletproof play scenarios/first.yaml': 'run one scenario',
    [`walletproof play scenarios --callback-url ${url} --token test-token`]: 'run every scenario of a folder',
    'walletproof play scenarios --settle --watch': 'return moved money, and run after every change',
  },
  run: async (files, values) => await (await import('./commands/play.ts')).play(files, values),
});

const trigger = command('trigger', {
  text: 'Send one callback, and judge and explain the answer',
  args: { '<type>': 'getBalance, makeBet or rollback', ...callbackUrl },
  everyday: ['token', 'player', 'config', 'bet', 'win', 'transaction', 'currency', 'game', 'timeout'],
  examples: {
    [`walletproof trigger getBalance ${url} --token test-token`]: 'ask for a balance',
    'walletproof trigger makeBet --bet 5 --win 2 --player alice:USD': 'place a bet that wins',
    'walletproof trigger rollback --transaction tx-1': 'roll a bet back',
  },
  run: async ([type = '', callback], values) =>
    await (await import('./commands/trigger.ts')).trigger(type, callback, values),
});

const merge = command('load merge', {
  text: 'Add up the reports of the slices of one load, and judge them as one',
  args: { '<files...>': 'reports of slices, written by --out or --reporter json=FILE' },
  examples: {
    'walletproof load merge slice-1.json slice-2.json --reporter html=load.html': 'make one report of two slices',
  },
  run: async (files, values) => await (await import('./commands/load-merge.ts')).loadMerge(files, values),
});

const load = command('load', {
  text: 'Put many players on an agent at once, and check the money of each',
  args: callbackUrl,
  everyday: [...everydayOfLoads, 'token', 'player', 'reporter', 'exampleAgent'],
  commands: [merge],
  examples: {
    'walletproof load --example-agent --defect lost-update --rate 200/s':
      'see what many players find in an agent that works for one',
    [`walletproof load ${url} --token test-token --player-pattern load-{n}:USD --players 2000 --rate 500/s --for 60s`]:
      'play two thousand players that the agent knows',
    "walletproof load --faults duplicates=5%,races=5% --fail-on 'makeBet p99<200ms' --fail-on 'errors<0.1%'":
      'choose what goes wrong, and what fails the load',
    'walletproof load --settle .walletproof/load-t5k3xq.jsonl': 'give back what a load has left that was killed',
  },
  run: async ([callback], values) => await (await import('./commands/load.ts')).load(callback, values),
});

const fuzz = command('fuzz', {
  text: 'Look for sequences of calls that your agent gets wrong, and that no scenario has',
  args: callbackUrl,
  everyday: ['budget', 'runs', 'seed', 'out', 'baseline', 'token', 'player', 'config', 'start', 'exampleAgent'],
  examples: {
    [`walletproof fuzz ${url} --token test-token`]: 'draw sequences for a minute',
    'walletproof fuzz --example-agent --defect rollback-repeats': 'see the smallest sequence that shows a mistake',
    'walletproof fuzz --budget 10m --seed 7 --out found.yaml': 'draw longer, the same sequences each time',
  },
  run: async ([callback], values) => await (await import('./commands/fuzz.ts')).fuzz(callback, values),
});

const serve = command('serve', {
  text: 'Run the platform with its games and a dashboard',
  args: callbackUrl,
  everyday: ['token', 'player', 'config', 'port', 'host', 'publicUrl', 'journal', 'exampleAgent', 'defect', 'explain'],
  examples: {
    [`walletproof serve ${url}`]: 'send callbacks to your agent',
    'walletproof serve --example-agent --port 0': 'try it without an agent, on a free port',
    'walletproof serve --explain --journal :memory:': 'explain wrong signatures to the agent, and keep no file',
  },
  run: async ([callback], values) => {
    if (values.journal !== ':memory:') (await import('../journal/start-thread.ts')).startAhead();
    return await (await import('./commands/serve.ts')).serve(callback, values);
  },
});

const ofAgents = async () => await import('./commands/agents.ts');

const agentId = { '<agent-id>': 'agent_id, such as 1003' };

/** What a manager of the platform does, while `serve` runs. */
const agents: CommandRecord = {
  name: 'agents',
  text: 'Manage the agents of a running platform: tokens, callback URLs, games',
  options: {},
  examples: {
    'walletproof agents list': 'list the agents of the platform',
    'walletproof agents open 1003 --player alice:USD': 'add an agent',
  },
  commands: [
    command('agents list', {
      text: 'List the agents',
      examples: {
        'walletproof agents list': 'list the agents as a table',
        'walletproof agents list --url http://127.0.0.1:4700 --json': 'list those of another platform',
      },
      run: async (_, values) => await (await ofAgents()).listAgents(values),
    }),
    command('agents open', {
      text: 'Add an agent, and print its token (only this once)',
      args: agentId,
      examples: {
        [`walletproof agents open 1003 --callback-url ${url} --player alice:USD`]: 'add an agent with a player',
        'walletproof agents open 1004 --without-token': 'add an agent whose token is not found',
      },
      run: async ([id = ''], values) => await (await ofAgents()).openAgent(id, values),
    }),
    command('agents set', {
      text: 'Change an agent; callbacks under way keep the settings that they began with',
      args: agentId,
      examples: {
        [`walletproof agents set 1003 --callback-url ${url}`]: 'send its callbacks elsewhere',
        'walletproof agents set 1003 --unavailable 104,105': 'take two games away',
      },
      run: async ([id = ''], values) => await (await ofAgents()).setAgent(id, values),
    }),
    command('agents close', {
      text: 'Remove an agent that was added with agents open',
      args: agentId,
      examples: { 'walletproof agents close 1003': 'remove the agent' },
      run: async ([id = ''], values) => await (await ofAgents()).closeAgent(id, values),
    }),
    command('agents token', {
      text: 'Replace the token of an agent, and print the new one (only this once)',
      args: agentId,
      examples: {
        'walletproof agents token 1003': 'replace the token by a random one',
        'walletproof agents token 1003 --none': 'remove the token',
      },
      run: async ([id = ''], values) => await (await ofAgents()).renewToken(id, values),
    }),
  ],
};

const logs = command('logs', {
  text: 'Print the exchanges of a running platform, or of a journal file',
  examples: {
    'walletproof logs': 'print the last exchanges of the platform that runs here',
    'walletproof logs --follow --verdict wrong --body': 'wait for wrong answers, with their bodies',
    'walletproof logs --player alice --type makeBet --since 10m': 'print recent bets of a player',
    'walletproof logs --journal .walletproof/journal.db --json': 'read a file, as JSON lines',
  },
  run: async (_, values) => await (await import('./commands/logs.ts')).logs(values),
});

const sign = command('sign', {
  text: 'Sign a JSON body, and print its signature',
  args: { '[file]': 'file with the body (default: standard input; - is standard input, too)' },
  examples: {
    'walletproof sign body.json --token test-token': 'print the signature of a file',
    'walletproof sign body.json --stamp --curl http://127.0.0.1:4600/api/games/list':
      'print a curl command with a fresh timestamp',
    'walletproof sign body.json --dialect php --canonical': 'print what PHP signs',
  },
  run: async ([file], values) => await (await import('./commands/sign.ts')).sign(file, values),
});

const list = command('list', {
  text: 'List requirements, scenarios, defects, quirks and findings',
  args: { '[what]': 'requirements, scenarios, defects, quirks or findings (default: all of them)' },
  examples: {
    'walletproof list requirements': 'list what is judged',
    'walletproof list quirks': 'list settings for what the specification leaves open',
    'walletproof list --json': 'print everything as JSON',
  },
  run: async ([what], values) => await (await import('./commands/list.ts')).list(what, values),
});

const explain = command('explain', {
  text: 'Explain a requirement, a finding or any other name, or find out why a signature is wrong',
  args: {
    '[what]':
      'a requirement (IDEM-06), a finding (win-not-reverted), a signing mistake (slash-escaped), an operation (freespins_grant), a callback (makeBet), an error code (game_not_found), a setting (retries); or a file with a body, a curl command or an HTTP request (default: standard input; - is standard input, too)',
  },
  examples: {
    'walletproof explain IDEM-06': 'explain a requirement',
    'walletproof explain win-not-reverted': 'explain a finding',
    'walletproof explain body.json --signature 9f86d081 --token test-token': 'find out why a signature is wrong',
  },
  run: async ([what], values) => await (await import('./commands/explain.ts')).explain(what, values),
});

const compare = command('compare', {
  text: 'Compare recorded traffic of a platform with walletproof, field by field',
  args: { '<recording>': 'HAR, folder of recorded requests, or journal of serve' },
  examples: {
    'walletproof compare traffic.har --token test-token': 'compare traffic of the real platform',
    'walletproof compare traffic.har --write-config like-real.yaml': 'write the settings that the differences propose',
    'walletproof compare traffic.har --config like-real.yaml': 'see what is left under them',
  },
  run: async ([recording = ''], values) => await (await import('./commands/compare.ts')).compare(recording, values),
});

const validate = command('validate', {
  text: 'Check scenarios and configuration without running them',
  args: { '<files...>': 'scenario files, folders of them, walletproof.config.yaml' },
  examples: { 'walletproof validate walletproof.config.yaml scenarios': 'check configuration and scenarios' },
  run: async (files, values) => await (await import('./commands/validate.ts')).validate(files, values),
});

const report = command('report', {
  text: 'Report a stored run, judge it again, or say what newly fails in it; no agent is called',
  args: { '<run>': 'stored run, written by --reporter json=FILE; - is standard input' },
  examples: {
    'walletproof report run.json': 'print a stored run',
    'walletproof report run.json --reporter html=report.html --reporter junit=junit.xml': 'write two reports',
    'walletproof report run.json --judge': 'judge a stored run with this version',
    'walletproof report now.json --against before.json': 'compare two runs',
  },
  run: async ([file = ''], values) => await (await import('./commands/report.ts')).report(file, values),
});

const init = command('init', {
  text: 'Write a configuration, a first scenario and a CI workflow for your project',
  args: { '[folder]': 'folder of your project (default: .)' },
  examples: {
    'walletproof init': 'write what this project needs',
    'walletproof init --dry-run': 'list what would be written',
    'walletproof init my-agent --example php': 'begin with a complete agent in PHP',
  },
  run: async ([folder = '.'], values) => await (await import('./commands/init.ts')).init(folder, values),
});

export const commandGroups: readonly CommandGroup[] = [
  { heading: 'Test an agent:', commands: [demo, test, play, fuzz, trigger, load] },
  { heading: 'Be the platform:', commands: [serve, agents, logs] },
  { heading: 'Read, check and explain:', commands: [sign, list, explain, compare, validate, report, init] },
];

/** What the help of the program itself ends with. */
export const firstExamples: Readonly<Record<string, string>> = {
  'walletproof demo': 'run the suite against the bundled example agent',
  'walletproof init': 'write a configuration for your project',
  [`walletproof test ${url} --token test-token`]: 'test your agent',
  'walletproof serve --example-agent': 'run the platform and its dashboard',
};

/** What does now, or here, what somebody looks for under another name. */
export const otherNames: ReadonlyMap<string, string> = new Map([
  ['judge', 'Write walletproof report RUN.json --judge.'],
  ['diff', 'Write walletproof report NOW.json --against BEFORE.json.'],
  ['replay', 'Write walletproof test --failed RUN.json.'],
  [
    'doctor',
    'walletproof explain FILE says why a signature is refused (FILE: the body with --signature HEX, or the whole request); walletproof test --only SIG tries every signature.',
  ],
  [
    'record',
    'walletproof serve records every call: open its dashboard, play, then "Save as scenario"; walletproof play runs what was saved.',
  ],
]);

/** Options that other tools have, and what says the same here. */
export const otherOptions: ReadonlyMap<string, string> = new Map([
  ...['--users', '--virtual-users', '--concurrency'].map((flag) => [flag, '--players'] as const),
  ...['--time', '--run-time'].map((flag) => [flag, '--duration'] as const),
  ...['--url', '--callback', '--callback-url', '--target', '--endpoint'].map(
    (flag) => [flag, '[callback-url]'] as const,
  ),
  ...['--rps', '--arrival-rate'].map((flag) => [flag, '--rate'] as const),
  ...['--grep', '--filter', '--tests', '--include'].map((flag) => [flag, '--only'] as const),
  ...['--format', '--output'].map((flag) => [flag, '--reporter'] as const),
  ...['--secret', '--api-token', '--api-key', '--key'].map((flag) => [flag, '--token'] as const),
]);
