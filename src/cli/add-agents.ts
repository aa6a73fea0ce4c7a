import type { Command } from 'commander';
import type { ExitCode } from '../spec/walletproof-error.ts';
import type { AgentFlags, AgentsFlags } from './commands/agents.ts';
import { collect } from './options.ts';

/** What a manager of the platform does, while `serve` runs. */
export const addAgents = (program: Command, done: (code: ExitCode) => void): void => {
  const agents = program
    .command('agents')
    .description('what a manager does while serve runs: open agents, tokens, callback URLs, games');
  addAgentCommands(agents, done);
  addTokenCommand(agents, done);
};

const load = async () => await import('./commands/agents.ts');

const addAgentCommands = (agents: Command, done: (code: ExitCode) => void): void => {
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

const addTokenCommand = (agents: Command, done: (code: ExitCode) => void): void => {
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
