import type { AccountStatement } from '../../spec/account-statement.ts';
import type { AgentLine, AgentLines } from '../lines/open-agent-lines.ts';
import { openAgentLines } from '../lines/open-agent-lines.ts';
import { createAccountNews } from '../telling/create-account-news.ts';
import type { House } from './house.ts';

/** The lines to the agents, and what their judges know of the accounts. */
export interface ServedLines extends AgentLines {
  statements(): readonly AccountStatement[];
}

/** Lines whose judgements are kept, and told together with the accounts. */
export const openServedLines = ({ witness, callbackUrl, hub, ...house }: House): ServedLines => {
  const lines = openAgentLines({
    ...house,
    dice: house.dice.fork('courier'),
    record: witness.record,
    keep: (judgement) => {
      witness.keep(judgement);
      news.wake();
    },
    callbackUrlOf: (agent) => (agent.id === house.agent.id ? callbackUrl() : agent.callbackUrl),
  });
  const statements = () => statementsOf(lines.open(), house.agent.id);
  const news = createAccountNews({ ...hub, statements, onError: house.onError });
  return {
    ...lines,
    statements,
    close: async () => {
      await lines.close();
      news.close();
    },
  };
};

/**
 * A statement does not say whose agent's player it is about: where two agents have a player of one
 * id, that of the agent which the dashboard is about is shown alone.
 */
const statementsOf = (
  lines: readonly AgentLine[],
  agentId: number,
): readonly AccountStatement[] => {
  const ownFirst = lines.toSorted((one, other) => rank(one, agentId) - rank(other, agentId));
  const shown = new Map<string, AccountStatement>();
  for (const statement of ownFirst.flatMap(({ judge }) => judge.statements())) {
    const key = JSON.stringify([statement.playerId, statement.currency]);
    if (!shown.has(key)) shown.set(key, statement);
  }
  return [...shown.values()];
};

const rank = ({ agent }: AgentLine, agentId: number): number => (agent.id === agentId ? 0 : 1);
