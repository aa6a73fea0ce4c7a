import type { Command } from 'commander';
import { startAhead } from '../journal/start-thread.ts';
import type { AgentFlags, AgentsFlags } from './commands/agents.ts';
import type { ServeFlags } from './commands/serve.ts';
import type { TakeExitCode } from './exit-code.ts';
import { collect, collectList, port, publicUrlOption, withCommonOptions } from './options.ts';

/** The platform, and the commands that speak to a running one. */
export const declareServe = (program: Command, done: TakeExitCode): void => {
  program.commandsGroup('Be the platform:');
  for (const declare of [declareServing, declareAgents]) declare(program, done);
};

const declareServing = (program: Command, done: TakeExitCode): void => {
  withCommonOptions(program.command('serve'))
    .description('the platform, the games, the dashboard')
    .argument('[callback-url]', "the agent's callback URL")
    .option('--port <n>', 'port to listen on, 0 for a free one', port, 4600)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(...publicUrlOption)
    .option('--tls-cert <file>', 'PEM: serve https with this certificate; with --tls-key')
    .option('--tls-key <file>', 'PEM: the private key of --tls-cert')
    .option('--journal <file>', 'where every exchange is kept', '.walletproof/journal.db')
    .option('--scenarios <folder>', 'where recordings are saved', '.walletproof/scenarios')
    .option('--example-agent', 'serve the bundled example agent, started beside')
    .option('--defect <name>', 'with --example-agent: give it a defect')
    .option('--variant <name>', 'with --example-agent: make it different in a way that is right')
    .option(
      '--accept <names>',
      'take signatures in these dialects alone, such as minimal,php (default: as configured, else any)',
      collectList,
    )
    .option('--explain', 'tell the agent, in the message of invalid_signature, what it did wrong')
    .action(async (callbackUrl: string | undefined, options: ServeFlags) => {
      if (options.journal !== ':memory:') startAhead();
      done(await (await import('./commands/serve.ts')).serve(callbackUrl, options));
    });
};

/** What a manager of the platform does, while `serve` runs. */
const declareAgents = (program: Command, done: TakeExitCode): void => {
  const agents = program
    .command('agents')
    .description('what a manager does while serve runs: open agents, tokens, callback URLs, games');
  declareAgentCommands(agents, done);
  declareTokenCommand(agents, done);
};

const load = async () => await import('./commands/agents.ts');

const declareAgentCommands = (agents: Command, done: TakeExitCode): void => {
  withAdminOptions(agents.command('list'))
    .description('the agents as they are now')
    .action(async (options: AgentsFlags) => {
      done(await (await load()).listAgents(options));
    });
  withAgentOptions(withAdminOptions(agents.command('open')))
    .description('open an agent; its token is shown this once')
    .argument('<agent-id>')
    .option('--token <token>', 'its API token (default: a random one)')
    .option('--without-token', 'give it none: its requests are api_token_not_found')
    .action(async (id: string, options: AgentFlags) => {
      done(await (await load()).openAgent(id, options));
    });
  withAgentOptions(withAdminOptions(agents.command('set')))
    .description('change an agent: what is under way goes on with what it began with')
    .argument('<agent-id>')
    .action(async (id: string, options: AgentFlags) => {
      done(await (await load()).setAgent(id, options));
    });
  withAdminOptions(agents.command('close'))
    .description('take an agent away that was opened while serve runs')
    .argument('<agent-id>')
    .action(async (id: string, options: AgentsFlags) => {
      done(await (await load()).closeAgent(id, options));
    });
};

const declareTokenCommand = (agents: Command, done: TakeExitCode): void => {
  withAdminOptions(agents.command('token'))
    .description('regenerate the token of an agent: the new one on standard output, this once')
    .argument('<agent-id>')
    .option('--token <token>', 'what it shall be (default: a random one)')
    .option('--none', 'take the token away: requests are api_token_not_found')
    .action(async (id: string, options: AgentsFlags) => {
      done(await (await load()).renewToken(id, options));
    });
};

const withAdminOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'where serve is ready', 'http://127.0.0.1:4600')
    .option(
      '--admin-token <token>',
      'from another machine: admin.token of its configuration (or WALLETPROOF_ADMIN_TOKEN)',
    )
    .option('--ca <file>', 'PEM: trust this certificate, or its authority, at --url')
    .option('--json', 'as JSON');

const withAgentOptions = (command: Command): Command =>
  command
    .option('--callback-url <url>', 'where callbacks go; none: nowhere')
    .option('--player <id[:USD,EUR]>', 'a player that the agent has (repeatable)', collect)
    .option('--unavailable <ids>', 'games that it may not offer, such as 104,105; or none')
    .option('--available <ids>', 'the only games that it may offer')
    .option(
      '--dialect <name>',
      'sign callbacks in this dialect; auto: in the one it is found to verify',
    );
