import { EventEmitter, once } from 'node:events';
import { clearTimeout, setTimeout } from 'node:timers';
import type { ReportedExchange } from '../formats/run.ts';
import { reportedExchange } from '../report/reported-exchange.ts';
import type { Exchange } from '../spec/exchange.ts';
import { type OperationName, operationNames } from '../spec/operation.ts';
import { usageError, type WalletproofError } from '../spec/walletproof-error.ts';
import { checkKeys, sentenceOf, spanOf } from './options.ts';

/** An exchange as tests look at it. */
export interface TestExchange extends Omit<ReportedExchange, 'scenario' | 'line'> {
  /** Body of the request, parsed; undefined where it is no JSON. */
  readonly request: unknown;
  /** Body of the answer, parsed; undefined where it is no JSON. */
  readonly answer: unknown;
  /** The refusal that the platform answered with. */
  readonly refusal?: string;
}

/** How a request is waited for. */
export interface RequestWait {
  /** Such as `5s`, which it is when absent: real time, whatever the platform's clock says. */
  readonly timeout?: string | number;
  /** So many since the last reset; 1 when absent. */
  readonly count?: number;
}

const mostExchanges = 10_000;

/** Everything that went between the platform and the agent since the last reset, oldest first. */
export class Traffic {
  #kept: Exchange[] = [];
  readonly #arrivals = new EventEmitter().setMaxListeners(0);

  note(exchange: Exchange): void {
    this.#kept.push(exchange);
    if (this.#kept.length > mostExchanges) this.#kept = this.#kept.slice(-mostExchanges / 2);
    this.#arrivals.emit('exchange');
  }

  exchanges(): TestExchange[] {
    return this.#kept.map(toTestExchange);
  }

  /** Those with these ids, as reports show them. */
  named(ids: ReadonlySet<string>): ReportedExchange[] {
    return this.#kept.filter(({ id }) => ids.has(id)).map((each) => reportedExchange(each, 'traffic'));
  }

  /** What the agent asked of the platform. */
  requests(operation?: OperationName): TestExchange[] {
    if (operation !== undefined) checkName(operation);
    return this.#kept
      .filter(({ direction, kind }) => direction === 'operation' && (operation === undefined || kind === operation))
      .map(toTestExchange);
  }

  /** Resolves with the newest once so many came, those since the last reset among them. */
  async waitForRequest(operation: OperationName, wanted: RequestWait): Promise<TestExchange> {
    checkName(operation);
    const { timeout = '5s', count = 1 } = checkKeys(wanted, ['timeout', 'count'], 'waitForRequest');
    const timeoutMs = spanOf(timeout, 'timeout');
    const found = await this.#until(timeoutMs, () => this.requests(operation)[count - 1]);
    if (found === undefined) throw notAsked(operation, { count, timeoutMs, received: this.requests() });
    return this.requests(operation).at(-1) ?? found;
  }

  reset(): void {
    this.#kept = [];
  }

  /** What `find` gives once it gives something; undefined after the time. */
  async #until<T>(timeoutMs: number, find: () => T | undefined): Promise<T | undefined> {
    const limit = new AbortController();
    // It keeps the process alive, which a listening platform does not.
    const timer = setTimeout(() => limit.abort(), timeoutMs);
    try {
      for (let found = find(); !limit.signal.aborted; found = find()) {
        if (found !== undefined) return found;
        await once(this.#arrivals, 'exchange', { signal: limit.signal }).catch(() => undefined);
      }
      return find();
    } finally {
      clearTimeout(timer);
    }
  }
}

const toTestExchange = (exchange: Exchange): TestExchange => {
  const { scenario: _, line: __, ...reported } = reportedExchange(exchange, '');
  const { requestBody, answerBody } = reported;
  return {
    ...reported,
    request: jsonOf(requestBody),
    answer: jsonOf(answerBody),
    ...(exchange.refusal === undefined ? {} : { refusal: exchange.refusal }),
  };
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
  throw usageError(`There is no operation ${JSON.stringify(operation)}.`, sentenceOf(operation, operationNames));
};

const notAsked = (
  operation: OperationName,
  waited: { readonly count: number; readonly timeoutMs: number; readonly received: readonly TestExchange[] },
): WalletproofError => {
  const times = waited.count === 1 ? '' : ` ${waited.count} times`;
  const list = waited.received.slice(-5).map(({ kind, status, refusal }) => {
    const answered = `HTTP ${status ?? 'none'}${refusal === undefined ? '' : ` ${refusal}`}`;
    return `${kind} (${answered})`;
  });
  const instead = list.length === 0 ? 'It received no request at all.' : `It received: ${list.join(', ')}.`;
  return usageError(
    `The platform did not receive ${operation}${times} within ${waited.timeoutMs} ms. ${instead}`,
    'Look whether the agent has the base URL platform.url, and whether the test made it ask.',
  );
};
