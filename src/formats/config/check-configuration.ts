import type { AgentConfiguration, Configuration } from '../../spec/configuration.ts';
import type { Cursor } from '../document/cursor.ts';
import { suggest } from '../document/suggest.ts';
import { complainOfTwins } from './complain-of-twins.ts';

/** Complains of what a schema cannot see: ids given twice, unknown dialects. */
export const checkConfiguration = (
  { agents, quirks }: Configuration,
  root: Cursor,
  knownDialects: readonly string[] | undefined,
): void => {
  complainOfTwins(agents, root.at('agents'), 'agent');
  for (const [index, agent] of agents.entries()) {
    const cursor = root.at('agents', index);
    complainOfTwins(agent.players, cursor.at('players'), 'player of this agent');
    if (knownDialects !== undefined) checkAgentDialect(agent, cursor, knownDialects);
  }
  if (knownDialects === undefined || quirks.dialect === 'any') return;
  checkDialect(quirks.dialect, root.at('quirks', 'dialect'), ['any', ...knownDialects]);
};

const checkAgentDialect = (
  { dialect }: AgentConfiguration,
  cursor: Cursor,
  known: readonly string[],
): void => {
  if (dialect !== undefined) checkDialect(dialect, cursor.at('dialect'), known);
};

const checkDialect = (dialect: string, cursor: Cursor, known: readonly string[]): void => {
  if (known.includes(dialect)) return;
  const written = cursor.text() ?? dialect;
  cursor.complain(`there is no dialect \`${written}\``, suggest(dialect, known));
};
