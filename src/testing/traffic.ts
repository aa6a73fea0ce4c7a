import { EventEmitter, once } from 'node:events';
import { clearTimeout, setTimeout } from 'node:timers';
import type { ReportedExchange } from '../formats/run.ts';
import { reportedExchange } from '../report/reported-exchange.ts';
import type { Exchange } from '../spec/exchange.ts';
import { type OperationName, operationNames } from '../spec/operation.ts';
import type { WalletproofError } from '../spec/walletproof-error.ts';
import { spanOf } from './platform-options.ts';
import { checkKeys, sentenceOf, usage } from './wrong-use.ts';

/** An exchange as tests look at it. */
export interface TestExchange extends Omit<ReportedExchange, 'scenario' | 'line'> {
  /** Body of the request, parsed; undefined where it is no JSON. */
  readonly request: unknown;
  /** Body of the answer, parsed; undefined where it is no JSON. */
  readonly answer: unknown;
  /** The refusal that the platform answered with. */
  readonly refusal?: string;
}

/** Everything that went between the platform and the agent since the last reset. */
export interface Traffic {
  note(exchange: Exchange): void;
  /** Oldest first; the last 10,000. */
  exchanges(): readonly TestExchange[];
  /** What the agent asked of the platform. */
  requests(operation?: OperationName): readonly TestExchange[];
  /** Resolves with the newest once so many came, those since the last reset among them. */
  waitForRequest(operation: OperationName, wanted: RequestWait): Promise<TestExchange>;
  reset(): void;
}

/** How a request is waited for. */
export interface RequestWait {
  /** Such as `5s`, which it is when absent: real time, whatever the platform's clock says. */
  readonly timeout?: string | number;
  /** So many since the last reset; 1 when absent. */
  readonly count?: number;
}

const mostExchanges = 10_000;

export const createTraffic = (): Traffic => {
  let kept: Exchange[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  const requestsOf = (operation?: OperationName): TestExchange[] =>
    kept
      .filter(({ direction }) => direction === 'operation')
      .filter(({ kind }) => operation === undefined || kind === operation)
      .map(toTestExchange);
  return {
    note: (exchange) => {
      kept.push(exchange);
      if (kept.length > mostExchanges) kept = kept.slice(-mostExchanges / 2);
      arrivals.emit('exchange');
    },
    exchanges: () => kept.map(toTestExchange),
    requests: (operation) => {
      if (operation !== undefined) checkName(operation);
      return requestsOf(operation);
    },
    waitForRequest: async (operation, wanted) => {
      checkName(operation);
      checkKeys(wanted, ['timeout', 'count'], 'waitForRequest');
      const { timeout = '5s', count = 1 } = wanted;
      const timeoutMs = spanOf(timeout, 'timeout');
      const found = await until(arrivals, timeoutMs, () => requestsOf(operation)[count - 1]);
      if (found === undefined) {
        throw notAsked(operation, { count, timeoutMs, received: requestsOf() });
      }
      return requestsOf(operation).at(-1) ?? found;
    },
    reset: () => {
      kept = [];
    },
  };
};

/** What `find` gives once it gives something; undefined after the time. */
const until = async <T>(
  arrivals: EventEmitter,
  timeoutMs: number,
  find: () => T | undefined,
): Promise<T | undefined> => {
  const limit = new AbortController();
  // It keeps the process alive, which a listening platform does not.
  const timer = setTimeout(() => limit.abort(), timeoutMs);
  try {
    for (let found = find(); !limit.signal.aborted; found = find()) {
      if (found !== undefined) return found;
      await once(arrivals, 'exchange', { signal: limit.signal }).catch(() => undefined);
    }
    return find();
  } finally {
    clearTimeout(timer);
  }
};

const toTestExchange = (exchange: Exchange): TestExchange => {
  const { scenario: _, line: __, ...reported } = reportedExchange(exchange, '');
  const { requestBody, answerBody } = reported;
  const { refusal } = exchange;
  const bodies = { request: jsonOf(requestBody), answer: jsonOf(answerBody) };
  return { ...reported, ...bodies, ...(refusal === undefined ? {} : { refusal }) };
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const checkName = (operation: string): void => {
  if ((operationNames as readonly string[]).includes(operation)) return;
  throw usage(`There is no operation ${JSON.stringify(operation)}.`, sentenceOf(operation, operationNames));
};

interface Waited {
  readonly count: number;
  readonly timeoutMs: number;
  readonly received: readonly TestExchange[];
}

const notAsked = (operation: OperationName, { count, timeoutMs, received }: Waited): WalletproofError => {
  const times = count === 1 ? '' : ` ${count} times`;
  const list = received.slice(-5).map(({ kind, status, refusal }) => {
    const answered = `HTTP ${status ?? 'none'}${refusal === undefined ? '' : ` ${refusal}`}`;
    return `${kind} (${answered})`;
  });
  const instead = list.length === 0 ? 'It received no request at all.' : `It received: ${list.join(', ')}.`;
  return usage(
    `The platform did not receive ${operation}${times} within ${timeoutMs} ms. ${instead}`,
    'Look whether the agent has the base URL platform.url, and whether the test made it ask.',
  );
};
