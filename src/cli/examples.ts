import type { Command } from 'commander';

/** A command line that can be copied, and what it does. */
export interface Example {
  readonly run: string;
  readonly does: string;
}

const url = 'http://127.0.0.1:8080/callback';

/** By the names of the command: `test`, `agents open`; the program itself has none. */
const examples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    'walletproof demo': 'run the suite against the bundled example agent',
    'walletproof init': 'write a configuration for your project',
    [`walletproof test ${url} --token test-token`]: 'test your agent',
    'walletproof serve --example-agent': 'run the platform and its dashboard',
  },
  demo: {
    'walletproof demo': 'see a run that passes',
    'walletproof demo --defect win-kept': 'see a run that fails',
    'walletproof demo --only IDEM --reporter html=report.html': 'run one group, and write a report for the browser',
  },
  test: {
    'walletproof test': 'test the agent of walletproof.config.yaml',
    [`walletproof test ${url} --token test-token --player alice:USD,EUR --player bob:USD`]:
      'test an agent without a configuration file',
    'walletproof test --watch --only IDEM,RB': 'run two groups again after every change',
    'walletproof test --failed run.json': 'run again what failed in a stored run',
  },
  play: {
    'walletproof play scenarios/first.yaml': 'run one scenario',
    [`walletproof play scenarios --callback-url ${url} --token test-token`]: 'run every scenario of a folder',
    'walletproof play scenarios --settle --watch': 'return moved money, and run after every change',
  },
  trigger: {
    [`walletproof trigger getBalance ${url} --token test-token`]: 'ask for a balance',
    'walletproof trigger makeBet --bet 5 --win 2 --player alice:USD': 'place a bet that wins',
    'walletproof trigger rollback --transaction tx-1': 'roll a bet back',
  },
  load: {
    'walletproof load --example-agent --defect lost-update --rate 200/s':
      'see what many players find in an agent that works for one',
    [`walletproof load ${url} --token test-token --player-pattern load-{n}:USD --players 2000 --rate 500/s --for 60s`]:
      'play two thousand players that the agent knows',
    "walletproof load --faults duplicates=5%,races=5% --fail-on 'makeBet p99<200ms' --fail-on 'errors<0.1%'":
      'choose what goes wrong, and what fails the load',
    'walletproof load --settle .walletproof/load-t5k3xq.jsonl': 'give back what a load has left that was killed',
  },
  'load merge': {
    'walletproof load merge slice-1.json slice-2.json --reporter html=load.html': 'make one report of two slices',
  },
  serve: {
    [`walletproof serve ${url}`]: 'send callbacks to your agent',
    'walletproof serve --example-agent --port 0': 'try it without an agent, on a free port',
    'walletproof serve --explain --journal :memory:': 'explain wrong signatures to the agent, and keep no file',
  },
  agents: {
    'walletproof agents list': 'list the agents of the platform',
    'walletproof agents open 1003 --player alice:USD': 'add an agent',
  },
  'agents list': {
    'walletproof agents list': 'list the agents as a table',
    'walletproof agents list --url http://127.0.0.1:4700 --json': 'list those of another platform',
  },
  'agents open': {
    [`walletproof agents open 1003 --callback-url ${url} --player alice:USD`]: 'add an agent with a player',
    'walletproof agents open 1004 --without-token': 'add an agent whose token is not found',
  },
  'agents set': {
    [`walletproof agents set 1003 --callback-url ${url}`]: 'send its callbacks elsewhere',
    'walletproof agents set 1003 --unavailable 104,105': 'take two games away',
  },
  'agents close': { 'walletproof agents close 1003': 'remove the agent' },
  'agents token': {
    'walletproof agents token 1003': 'replace the token by a random one',
    'walletproof agents token 1003 --none': 'remove the token',
  },
  logs: {
    'walletproof logs': 'print the last exchanges of the platform that runs here',
    'walletproof logs --follow --verdict wrong --body': 'wait for wrong answers, with their bodies',
    'walletproof logs --player alice --type makeBet --since 10m': 'print recent bets of a player',
    'walletproof logs --journal .walletproof/journal.db --json': 'read a file, as JSON lines',
  },
  sign: {
    'walletproof sign body.json --token test-token': 'print the signature of a file',
    'walletproof sign body.json --stamp --curl http://127.0.0.1:4600/api/games/list':
      'print a curl command with a fresh timestamp',
    'walletproof sign body.json --dialect php --canonical': 'print what PHP signs',
  },
  list: {
    'walletproof list requirements': 'list what is judged',
    'walletproof list quirks': 'list settings for what the specification leaves open',
    'walletproof list --json': 'print everything as JSON',
  },
  explain: {
    'walletproof explain IDEM-06': 'explain a requirement',
    'walletproof explain win-not-reverted': 'explain a finding',
    'walletproof explain body.json --signature 9f86d081 --token test-token': 'find out why a signature is wrong',
  },
  compare: {
    'walletproof compare traffic.har --token test-token': 'compare traffic of the real platform',
    'walletproof compare traffic.har --write-config like-real.yaml': 'write the settings that the differences propose',
    'walletproof compare traffic.har --config like-real.yaml': 'see what is left under them',
  },
  validate: {
    'walletproof validate walletproof.config.yaml scenarios': 'check configuration and scenarios',
  },
  report: {
    'walletproof report run.json': 'print a stored run',
    'walletproof report run.json --reporter html=report.html --reporter junit=junit.xml': 'write two reports',
    'walletproof report run.json --judge': 'judge a stored run with this version',
    'walletproof report now.json --against before.json': 'compare two runs',
  },
  init: {
    'walletproof init': 'write what this project needs',
    'walletproof init --dry-run': 'list what would be written',
    'walletproof init my-agent --example php': 'begin with a complete agent in PHP',
  },
};

/** The examples of a command: those that its `--help` ends with, and `docs/commands.md`. */
export const examplesOf = (command: Command): readonly Example[] =>
  Object.entries(examples[namesOf(command)] ?? {}).map(([run, does]) => ({ run, does }));

/** Ends the help of each command with its examples. */
export const addExamples = (command: Command): void => {
  const told = examplesOf(command);
  if (told.length > 0) command.addHelpText('after', renderExamples(told));
  for (const each of command.commands) addExamples(each);
};

/** The names of a command, without that of the program: `agents open`. */
export const namesOf = (command: Command): string =>
  command.parent === null ? '' : `${namesOf(command.parent)} ${command.name()}`.trim();

const renderExamples = (told: readonly Example[]): string =>
  ['', 'Examples:', ...told.flatMap(({ run, does }) => [`  # ${does}`, `  ${run}`])].join('\n');
