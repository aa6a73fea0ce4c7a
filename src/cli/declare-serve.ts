import { type Command, Option } from 'commander';
import { callbackTypes } from '../spec/callback.ts';
import { operationNames } from '../spec/operation.ts';
import { callVerdicts } from '../spec/verdict.ts';
import type { AgentFlags, AgentsFlags } from './commands/agents.ts';
import type { LogsFlags } from './commands/logs.ts';
import type { ServeFlags } from './commands/serve.ts';
import type { CommandGroup, DeclaredCommand } from './declared-command.ts';
import type { TakeExitCode } from './exit-code.ts';
import { collect, collectList, duration, port, publicUrlOption, wholeNumber, withCommonOptions } from './options.ts';

const serve: DeclaredCommand = {
  name: 'serve',
  announce: (command) =>
    command
      .description('Run the platform with its games and a dashboard')
      .argument('[callback-url]', "the agent's callback URL"),
  complete: (command, done) => {
    withCommonOptions(command)
      .option('--port <n>', 'port to listen on, 0 for a free one', port, 4600)
      .option('--host <address>', 'address to listen on', '127.0.0.1')
      .option(...publicUrlOption)
      .option('--tls-cert <file>', 'serve https with this certificate (PEM); needs --tls-key')
      .option('--tls-key <file>', 'private key of --tls-cert (PEM)')
      .option(
        '--journal <file>',
        'file in which every exchange is kept; :memory: keeps none',
        '.walletproof/journal.db',
      )
      .option('--scenarios <folder>', 'folder in which recorded scenarios are saved', '.walletproof/scenarios')
      .option('--run <file>', 'show the run of this report.json, of another machine or of CI (repeatable)', collect)
      .option('--example-agent', 'start the bundled example agent, and serve it')
      .option('--defect <name>', 'plant this defect in the example agent (implies --example-agent)')
      .option(
        '--variant <name>',
        'make the example agent behave in another way that is also correct (implies --example-agent)',
      )
      .option(
        '--accept <names>',
        'accept signatures only in these dialects, such as minimal,php (default: as configured, else any)',
        collectList,
      )
      .option('--explain', 'explain the mistake to the agent in the message of invalid_signature')
      .action(async (callbackUrl: string | undefined, options: ServeFlags) => {
        if (options.journal !== ':memory:') (await import('../journal/start-thread.ts')).startAhead();
        done(await (await import('./commands/serve.ts')).serve(callbackUrl, options));
      });
  },
};

/** What a manager of the platform does, while `serve` runs. */
const agents: DeclaredCommand = {
  name: 'agents',
  hasOptions: false,
  announce: (command) => command.description('Manage the agents of a running platform: tokens, callback URLs, games'),
  complete: (command, done) => {
    declareAgentCommands(command, done);
    declareTokenCommand(command, done);
  },
};

const load = async () => await import('./commands/agents.ts');

const declareAgentCommands = (agents: Command, done: TakeExitCode): void => {
  withAdminOptions(agents.command('list'))
    .description('List the agents')
    .action(async (options: AgentsFlags) => {
      done(await (await load()).listAgents(options));
    });
  withAgentOptions(withAdminOptions(agents.command('open')))
    .description('Add an agent, and print its token (only this once)')
    .argument('<agent-id>', 'agent_id, such as 1003')
    .option('--token <token>', 'API token of the agent (default: a random one)')
    .option('--without-token', 'add the agent without a token: its requests are refused with api_token_not_found')
    .action(async (id: string, options: AgentFlags) => {
      done(await (await load()).openAgent(id, options));
    });
  withAgentOptions(withAdminOptions(agents.command('set')))
    .description('Change an agent; callbacks under way keep the settings that they began with')
    .argument('<agent-id>', 'agent_id, such as 1003')
    .action(async (id: string, options: AgentFlags) => {
      done(await (await load()).setAgent(id, options));
    });
  withAdminOptions(agents.command('close'))
    .description('Remove an agent that was added with agents open')
    .argument('<agent-id>', 'agent_id, such as 1003')
    .action(async (id: string, options: AgentsFlags) => {
      done(await (await load()).closeAgent(id, options));
    });
};

const declareTokenCommand = (agents: Command, done: TakeExitCode): void => {
  withAdminOptions(agents.command('token'))
    .description('Replace the token of an agent, and print the new one (only this once)')
    .argument('<agent-id>', 'agent_id, such as 1003')
    .option('--token <token>', 'the new token (default: a random one)')
    .option('--none', 'remove the token: requests are refused with api_token_not_found')
    .action(async (id: string, options: AgentsFlags) => {
      done(await (await load()).renewToken(id, options));
    });
};

const logs: DeclaredCommand = {
  name: 'logs',
  announce: (command) => command.description('Print the exchanges of a running platform, or of a journal file'),
  complete: (command, done) => {
    withAdminOptions(command)
      .option('--journal <file>', 'read this journal file instead of a running platform')
      .option('-f, --follow', 'keep printing new exchanges until Ctrl-C')
      .option('--limit <n>', 'print at most this many earlier exchanges (default: 100; with --follow 10)', wholeNumber)
      .option('--since <duration>', 'print only exchanges of the last 10m, 2h, …', duration)
      .option('--agent <id>', 'only exchanges with this agent', wholeNumber)
      .option('--player <id>', 'only exchanges about this player')
      .option('--session <id>', 'only exchanges of this session')
      .option('--transaction <id>', 'only exchanges about this transaction')
      .addOption(
        new Option('--operation, --type <name>', 'only this operation or callback').choices([
          ...callbackTypes,
          ...operationNames,
          'other',
        ]),
      )
      .addOption(new Option('--verdict <verdict>', 'only exchanges that were judged so').choices([...callVerdicts]))
      .option('--body', 'print the bodies of request and answer, too')
      .option('--no-color', 'print without colours')
      .action(async (options: LogsFlags) => {
        done(await (await import('./commands/logs.ts')).logs(options));
      });
  },
};

const withAdminOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'address of the running platform', 'http://127.0.0.1:4600')
    .option(
      '--admin-token <token>',
      'admin.token of the platform; needed from another machine (or WALLETPROOF_ADMIN_TOKEN)',
    )
    .option('--ca <file>', 'trust this certificate or authority at --url (PEM)')
    .option('--json', 'print JSON');

const withAgentOptions = (command: Command): Command =>
  command
    .option('--callback-url <url>', 'callback URL of the agent; none: no callbacks are sent')
    .option('--player <id[:USD,EUR]>', 'a player that the agent has (repeatable)', collect)
    .option('--unavailable <ids>', 'games that are not available to the agent, such as 104,105; or none')
    .option('--available <ids>', 'the only games that are available to the agent')
    .option('--dialect <name>', 'dialect in which callbacks are signed; auto: detected');

/** The platform, and the commands that speak to a running one. */
export const serveCommands: CommandGroup = {
  heading: 'Be the platform:',
  commands: [serve, agents, logs],
};
