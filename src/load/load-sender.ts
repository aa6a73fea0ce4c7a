import { rootCertificates } from 'node:tls';
import buildConnector from 'undici/lib/core/connect.js';
import { shownUrl } from '../base/shown.ts';
import type { Answer } from '../spec/exchange.ts';
import { headerAsWritten } from '../spec/http-form.ts';
import { createLookup, forbiddenLiteral, parseTarget, type TargetPolicy } from '../wire/check-target.ts';
import type { Recipient } from '../wire/compose-message.ts';
import { requestOf } from '../wire/create-courier.ts';
import { failed } from '../wire/name-failure.ts';
import { interrupted, latenessMs, timedOut } from '../wire/send-once.ts';
import { createLoadConnection, type LoadConnection } from './load-connection.ts';
import type { LoadSender, Sent } from './sent-call.ts';
import { createHeadersReader } from './shared-headers.ts';

export interface LoadSenderOptions extends TargetPolicy, Pick<Recipient, 'url' | 'timeoutMs' | 'connection'> {
  /** Kept open at once; what is sent beyond goes over a connection that is closed after it. */
  readonly maxConnections: number;
  /** PEM: authorities that are trusted besides those of Node. */
  readonly ca?: string | undefined;
}

/** A sender over connections of undici, each of which carries one callback at a time. */
export const createLoadSender = (options: LoadSenderOptions): LoadSender => {
  const target = parseTarget(options.url);
  if (target === undefined) {
    return refusing(failed('unreachable', `${shownUrl(options.url)} is not an http or https URL.`));
  }
  const forbidden = forbiddenLiteral(target, options);
  return forbidden === undefined
    ? createOpenSender(target, options)
    : refusing(failed('forbidden-target', `${forbidden.reason}.`));
};

const refusing = (answer: Answer): LoadSender => ({
  underWay: 0,
  send: (_message, _options, done) => {
    const now = performance.now();
    process.nextTick(done, { sentAt: now, endedAt: now, answer });
  },
  close: () => Promise.resolve(),
});

const createOpenSender = (target: URL, options: LoadSenderOptions): LoadSender => {
  const connections = createConnections(target, options);
  const end = (call: Call, answer: Answer): void => {
    deadlines.remove(call);
    if (answer.kind === 'answered') connections.putBack(call.connection);
    else connections.end(call.connection);
    const { startedAt, connection, done } = call;
    const sentAt = connection.sentAt() ?? startedAt;
    // Not from within undici's parser, which all connections share.
    process.nextTick(done, { sentAt, endedAt: performance.now(), answer });
  };
  const deadlines = createDeadlines(options.timeoutMs, (call) => end(call, timedOut(options.timeoutMs)));
  let afterClose: LoadSender | undefined;
  return {
    get underWay() {
      return deadlines.all.size;
    },
    send: (message, wish, done) => {
      if (afterClose !== undefined) return afterClose.send(message, wish, done);
      const call = { connection: connections.take(), done, startedAt: performance.now() };
      deadlines.add(call);
      call.connection.send(message, wish, (answer) => end(call, answer));
    },
    close: async () => {
      afterClose = refusing(interrupted());
      const closed = connections.close();
      for (const call of deadlines.all) end(call, interrupted());
      deadlines.close();
      await closed;
    },
  };
};

type Done = (sent: Sent) => void;

/** A callback under way. Times by `performance.now()`. */
interface Call {
  readonly connection: LoadConnection;
  readonly done: Done;
  readonly startedAt: number;
}

interface Connections {
  take(): LoadConnection;
  putBack(connection: LoadConnection): void;
  end(connection: LoadConnection): void;
  close(): Promise<void>;
}

const createConnections = (target: URL, options: LoadSenderOptions): Connections => {
  const terms = {
    target,
    connect: buildConnector({
      lookup: createLookup(options),
      ...(options.ca === undefined ? {} : { ca: [...rootCertificates, options.ca] }),
      timeout: 0,
    }),
    headers: headersFor(target, options.url),
    isFresh: options.connection === 'fresh',
    readHeaders: createHeadersReader(),
  };
  const all = new Set<LoadConnection>();
  // The one used last is used next: those that are not needed become idle, and close.
  const free: LoadConnection[] = [];
  const end = async (connection: LoadConnection): Promise<void> => {
    all.delete(connection);
    await connection.end();
  };
  return {
    take: () => {
      const kept = free.pop();
      if (kept !== undefined) return kept;
      const connection = createLoadConnection(terms);
      all.add(connection);
      return connection;
    },
    putBack: (connection) => {
      if (all.size > options.maxConnections) void end(connection);
      else free.push(connection);
    },
    end: (connection) => void end(connection),
    close: async () => {
      free.length = 0;
      await Promise.all(Array.from(all, end));
    },
  };
};

/** As the courier writes them; what is written of each callback is not among them. */
const headersFor = (target: URL, url: string): readonly string[] => {
  const headers = { 'content-type': 'application/json' };
  const about = { timeoutMs: 0, kind: 'other', subject: {} } as const;
  const request = requestOf({ url, headers, body: Buffer.alloc(0), ...about }, target);
  return Object.entries(request.headers)
    .filter(([name]) => name !== 'content-length')
    .flatMap(([name, value]) => [headerAsWritten(name), value]);
};

interface Deadlines {
  /** In the order in which they were sent, and so in which they are due. */
  readonly all: ReadonlySet<Call>;
  add(call: Call): void;
  remove(call: Call): void;
  close(): void;
}

/** One timer for all: it looks at the oldest. */
const createDeadlines = (timeoutMs: number, end: (call: Call) => void): Deadlines => {
  const all = new Set<Call>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    const [oldest] = all;
    if (oldest === undefined) {
      timer = undefined;
      return;
    }
    const due = oldest.startedAt + timeoutMs;
    timer = setTimeout(
      () => {
        // After a moment in which we could do nothing answers may be there, and were only not looked at.
        if (performance.now() - due < latenessMs) endLate();
        else timer = setTimeout(endLate, latenessMs);
      },
      Math.ceil(due - performance.now()),
    );
  };
  const endLate = (): void => {
    const sentBefore = performance.now() - timeoutMs;
    for (const call of all) {
      if (call.startedAt > sentBefore) break;
      end(call);
    }
    watch();
  };
  return {
    all,
    add: (call) => {
      all.add(call);
      if (timer === undefined) watch();
    },
    remove: (call) => void all.delete(call),
    close: () => clearTimeout(timer),
  };
};
