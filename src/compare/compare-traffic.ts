import { createCallbackComparer } from './callback-comparer.ts';
import { classify } from './classify.ts';
import type { AgentOf, CompareOptions, Comparison, Counts } from './comparison.ts';
import { createDifferenceBook } from './difference.ts';
import { createOperationComparer } from './operation-comparer.ts';
import type { Recorded } from './recorded.ts';

/** Sends recorded requests to our platform again, and holds answers and callbacks against ours. */
export const compareTraffic = async (
  recording: AsyncIterable<Recorded>,
  options: CompareOptions,
): Promise<Comparison> => {
  const book = createDifferenceBook();
  const tokens = createAgents(options);
  const operations = createOperationComparer({ ...options, book, agentOf: tokens.of });
  const callbacks = createCallbackComparer({ ...options, book, agentOf: tokens.of });
  const others = new Map<string, number>();
  try {
    for await (const recorded of recording) {
      const classified = classify(recorded);
      if (classified.kind === 'operation') {
        await operations.hear(recorded, classified);
        callbacks.launched(recorded);
      } else if (classified.kind === 'callback') callbacks.hear(recorded, classified);
      else count(others, classified.host);
    }
  } finally {
    await operations.close();
  }
  callbacks.conclude();
  operations.conclude();
  return {
    differences: book.list(),
    counts: { ...operations.counts(), callbacks: callbacks.count(), others: sorted(others) },
    remarks: [...operations.remarks(), ...callbacks.remarks(), ...droppedText(book.dropped())],
  };
};

const createAgents = ({ agents, token }: CompareOptions): { readonly of: AgentOf } => {
  const known = new Map(agents.map((agent) => [agent.id, { token, ...agent }]));
  return {
    of: (id) => {
      const agent = known.get(id) ?? { id, token, unavailableGames: [], players: [] };
      // The same object each time: what is rendered for an agent is kept with it.
      if (!known.has(id) && known.size < mostAgents) known.set(id, agent);
      return agent;
    },
  };
};

const mostAgents = 10_000;

/** A recording of a browser has many hosts. */
const mostHosts = 1_000;

const count = (hosts: Map<string, number>, host: string): void => {
  if (hosts.size < mostHosts || hosts.has(host)) hosts.set(host, (hosts.get(host) ?? 0) + 1);
};

const sorted = (hosts: ReadonlyMap<string, number>): Counts['others'] =>
  [...hosts].map(([host, times]) => ({ host, count: times })).sort((one, other) => other.count - one.count);

const droppedText = (dropped: number): string[] =>
  dropped === 0 ? [] : [`${dropped} further differences are not listed: there are too many kinds.`];
