import { createAgent } from '../../fixtures/agents/example/index.ts';
import type { AgentOptions } from '../../fixtures/agents/example/types.ts';
import type { SentByHand } from '../../src/api/schemas/hand-callbacks.ts';
import type { Clock } from '../../src/base/clock.ts';
import { createDice } from '../../src/base/dice.ts';
import { defaultConfiguration } from '../../src/formats/default-configuration.ts';
import type { AccountStatement, ExchangeJudgement } from '../../src/formats/judgement.ts';
import type { JournalRow } from '../../src/journal/journal.ts';
import { LiveJudge } from '../../src/judge/live/judge.ts';
import { createIds } from '../../src/platform/create-ids.ts';
import type { AgentConnection } from '../../src/serve/agent-connections.ts';
import { createHandCallbacks } from '../../src/serve/hand-callbacks.ts';
import { createSpeaking } from '../../src/serve/speak-dialect.ts';
import { createWatchedSend } from '../../src/serve/watched-send.ts';
import type { Answer, Exchange } from '../../src/spec/exchange.ts';
import { defaultQuirks } from '../../src/spec/quirks.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { createFaultBoard } from '../../src/wire/faults.ts';
import type { CallbackMessage } from '../../src/wire/message.ts';
import type { Hand } from './play-by-hand.ts';

const [agent] = defaultConfiguration.agents;
const { token } = agent;

const players: AgentOptions['players'] = [
  { id: 'player-1', username: 'Player One', purses: { USD: '1000.00', EUR: '500.00' } },
  { id: 'player-2', username: 'Player Two', purses: { USD: '800.00' } },
];

/** Sends the bytes and takes the answer. */
export type Deliver = (message: CallbackMessage) => Promise<Answer>;

/** The example agent, without a socket. */
export const openExample = (options: Partial<AgentOptions>) => {
  const { answer, wallet, close } = createAgent({
    agentId: agent.id,
    token,
    players,
    database: ':memory:',
    ...options,
  });
  const deliver: Deliver = async ({ method, body, headers }) => {
    const text = Buffer.from(body).toString('utf8');
    const reply = await answer({ method, text, signature: headers['x-signature']?.trim() });
    const content = { 'content-type': reply.contentType };
    return {
      kind: 'answered',
      status: reply.status,
      headers: content,
      body: Buffer.from(reply.body),
    };
  };
  return { deliver, wallet, close };
};

const dropped: Answer = { kind: 'failed', failure: 'dropped', message: 'dropped on purpose' };

/** What the page and the admin API send by hand, without their sockets. */
interface HandInProcess extends Hand {
  /** What is said of each callback so far, oldest first. */
  judgements(): readonly ExchangeJudgement[];
  judgementOf(exchangeId: string): ExchangeJudgement | undefined;
  /** As the journal has it. */
  rowOf(exchangeId: string): JournalRow | undefined;
  /** The accounts, as the page of players shows them. */
  accounts(): readonly AccountStatement[];
}

/** A fresh serve whose callbacks are answered like that. */
export const openHand = (deliver: Deliver, dialect?: () => Promise<string | undefined>): HandInProcess => {
  const sent = new Map<string, Exchange>();
  const told = new Map<string, ExchangeJudgement>();
  const keep = (judgement: ExchangeJudgement): void => {
    told.set(judgement.exchangeId, judgement);
  };
  const faults = createFaultBoard({ newId: createIds(createDice('faults')) });
  const judge = new LiveJudge({ quirks: defaultQuirks, requirements });
  const connection = connectionOf({ deliver, dialect, judge, sent, keep });
  const callbacks = createHandCallbacks({
    connections: { to: async () => connection },
    agentId: agent.id,
    agents: new Map([[agent.id, agent]]),
    games: () => [],
    otherToken: 'other-token',
    sessions: { find: () => undefined, newestOf: () => undefined, list: () => [] },
    packs: { activeFor: () => undefined },
    quirks: defaultQuirks,
    journal: { row: async (id) => rowOf(sent.get(id)) },
    sendRequest: async (exchange) => exchange,
    deviate: faults.takeCallback,
    clock,
    dice: createDice('hand'),
  });
  const last = ({ exchangeIds }: Pick<SentByHand, 'exchangeIds'> = { exchangeIds: [] }): string =>
    exchangeIds.at(-1) ?? '';
  return {
    trigger: async (order) => last(await callbacks.trigger(order)),
    resend: async (id, order) => last(await callbacks.resend(id, order)),
    rollBack: async (id) => last(await callbacks.rollback(id)),
    fault: async (order) => {
      faults.add(order);
    },
    judgementOf: (id) => told.get(id),
    rowOf: (id) => {
      const row = rowOf(sent.get(id));
      return row && { ...row, judgement: told.get(id) };
    },
    accounts: () => judge.statements(),
    judgements: () => [...sent.keys()].flatMap((id) => told.get(id) ?? []),
  };
};

/** Nobody waits. */
const clock: Clock = { now: () => 1_700_000_000_000, sleep: async () => undefined };

const rowOf = (exchange: Exchange | undefined): JournalRow | undefined =>
  exchange && { exchange, seq: 0, judgement: undefined };

interface ConnectionParts {
  readonly deliver: Deliver;
  readonly dialect: (() => Promise<string | undefined>) | undefined;
  readonly judge: LiveJudge;
  readonly sent: Map<string, Exchange>;
  readonly keep: (judgement: ExchangeJudgement) => void;
}

const connectionOf = (parts: ConnectionParts): AgentConnection => {
  const { deliver, judge, sent, keep } = parts;
  const url = 'http://127.0.0.1:1/callback';
  let found = 'minimal';
  let calls = 0;
  const carry = async (message: CallbackMessage): Promise<Exchange> => {
    calls += 1;
    const startedAt = calls * 1000;
    const answer = await deliver(message);
    const { kind, subject, method, headers, body, attempt, origin, dialect } = message;
    const exchange: Exchange = {
      id: `x${sent.size + 1}`,
      direction: 'callback',
      request: { method, url, headers, body },
      answer: message.lose === undefined ? answer : dropped,
      startedAt,
      durationMs: 1 + calls * 1000 - startedAt,
      ...{ kind, subject, attempt, origin, dialect },
    };
    sent.set(exchange.id, exchange);
    return exchange;
  };
  const search = async (): Promise<string> => {
    found = (await parts.dialect?.()) ?? found;
    return found;
  };
  const send = createWatchedSend({
    courier: createSpeaking({ courier: { send: carry }, token, clock, search, keep }),
    judge,
    clock,
    keep,
    onError: (error) => {
      throw error;
    },
  });
  return {
    agent,
    get recipient() {
      return { agentId: agent.id, url, token, timeoutMs: 5000, dialect: found };
    },
    judge,
    signal: new AbortController().signal,
    during: async (work) => await work,
    quietly: async (work) => await work({ send: async (message) => await send({ ...message, origin: 'hand' }) }),
    courierFor: (origin, transaction) => ({
      send: async (message) => await send({ ...message, origin }, transaction),
    }),
  };
};
