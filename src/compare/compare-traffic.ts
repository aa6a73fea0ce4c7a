import { type JsonNode, memberOf } from '../base/json.ts';
import { callbackTypes } from '../spec/callback.ts';
import { CallbackComparer } from './compare-callbacks.ts';
import { OperationComparer } from './compare-operations.ts';
import { type CompareOptions, type Comparison, DifferenceBook, type RecordedAgent } from './comparison.ts';
import { headerOf, jsonOf, type Recorded, textAt } from './recorded.ts';

/** Sends recorded requests to our platform again, and holds answers and callbacks against ours. */
export const compareTraffic = async (
  recording: AsyncIterable<Recorded>,
  options: CompareOptions,
): Promise<Comparison> => {
  const book = new DifferenceBook();
  const context = { ...options, book, agentOf: agentsOf(options) };
  const operations = new OperationComparer(context);
  const callbacks = new CallbackComparer(context);
  const others = new Map<string, number>();
  for await (const recorded of recording) {
    const call = classify(recorded);
    if (call.kind === 'operation') {
      operations.hear(recorded, call.name);
      callbacks.launched(recorded);
    } else if (call.kind === 'callback') callbacks.hear(recorded, call.type, call.body);
    else if (others.size < mostHosts || others.has(call.host)) others.set(call.host, (others.get(call.host) ?? 0) + 1);
  }
  callbacks.conclude();
  operations.signatures.conclude(book);
  const hosts = [...others].map(([host, count]) => ({ host, count }));
  const dropped = `${book.dropped} further differences are not listed: there are too many kinds.`;
  return {
    differences: book.list(),
    counts: {
      ...operations.counts,
      callbacks: callbacks.count,
      others: hosts.sort((one, other) => other.count - one.count),
    },
    remarks: [...operations.signatures.remarks(), ...callbacks.remarks(), ...(book.dropped === 0 ? [] : [dropped])],
  };
};

/** A recording of a browser has many hosts. */
const mostHosts = 1_000;

const mostAgents = 10_000;

const agentsOf = ({ agents, token }: CompareOptions): ((id: number) => RecordedAgent) => {
  const known = new Map(agents.map((agent) => [agent.id, { token, ...agent }]));
  return (id) => {
    const agent = known.get(id) ?? { id, token, unavailableGames: [], players: [] };
    // The same object each time: what is rendered for an agent is kept with it.
    if (!known.has(id) && known.size < mostAgents) known.set(id, agent);
    return agent;
  };
};

/** What a recorded request is to the contract. */
type Classified =
  | { readonly kind: 'operation'; readonly name: string }
  | { readonly kind: 'callback'; readonly type: string; readonly body: JsonNode }
  | { readonly kind: 'other'; readonly host: string };

/** An operation by its path, a callback by its body; whatever else was recorded is of no concern. */
const classify = (recorded: Recorded): Classified => {
  const { url, method } = recorded.request;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const [, name] = /\/api\/games\/([\w-]{1,64})\/?$/.exec(parsed?.pathname ?? '') ?? [];
  // A preflight of a browser is none of the agent's requests.
  if (name !== undefined && method !== 'OPTIONS') return { kind: 'operation', name };
  return callbackIn(recorded) ?? { kind: 'other', host: parsed?.host ?? 'a URL that is none' };
};

/** A body of section 6; one with another type is a callback where it is signed. */
const callbackIn = ({ request }: Recorded): Classified | undefined => {
  const body = request.method === 'POST' ? jsonOf(request.body) : undefined;
  const type = textAt(body, 'type');
  if (body === undefined || type === undefined || memberOf(body, 'agent_id') === undefined) return undefined;
  const isKnown = callbackTypes.some((each) => each === type);
  const isSigned = headerOf(request.headers, 'x-signature') !== undefined;
  return isKnown || (isSigned && /^\w{1,40}$/.test(type)) ? { kind: 'callback', type, body } : undefined;
};
