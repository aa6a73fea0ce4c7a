import http from 'node:http';
import https from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { ConnectionWish } from './message.ts';

/** What one callback is sent over. It must be told how the exchange ended. */
export interface Connection {
  readonly agent: http.Agent;
  answered(): void;
  failed(): void;
}

/** `dropped`: the connection is broken on purpose when the answer begins; `last`: nothing is sent over it afterwards. */
type Wish = ConnectionWish | 'dropped' | 'last';

interface ConnectionOptions {
  readonly lookup: LookupFunction;
  readonly maxSockets: number;
  /** PEM: authorities that are trusted besides those of Node. */
  readonly ca?: string;
}

/**
 * Kept connections are closed after this idle time: before any agent does it (gunicorn after 2 s,
 * Node and Apache after 5 s; `Keep-Alive: timeout=1` is honoured by not keeping at all).
 */
const idleLimitMs = 900;
/** What axios sets, so that none has to set it anew for each callback: TCP looks after so long, milliseconds. */
const keepAliveMsecs = 60_000;
/** An agent that closes its connections unannounced does it at once after an answer. */
const probeMs = 50;

/**
 * Connections that are kept only where that is safe. A callback that meets a connection the agent
 * has just closed may or may not have been processed: a run sends it again at once (`pace.ts`), a
 * platform that serves as its settings say. Either blurs what is judged, and shall be as seldom as
 * can be. Therefore the first callback to an origin is a probe: only when its connection is still
 * open a moment after the answer are connections kept there; until then, and whenever the agent
 * closes one, callbacks go over a connection of their own.
 */
export const createConnections = (options: ConnectionOptions) => {
  // Kept connections of one that is forgotten end by being idle.
  const origins = new LRUCache<string, ReturnType<typeof createOrigin>>({ max: mostOrigins });
  return {
    take: (target: URL, wish?: Wish): Connection => {
      const known = origins.get(target.origin);
      if (known !== undefined) return known.take(wish);
      const origin = createOrigin(target.protocol, options);
      origins.set(target.origin, origin);
      return origin.take(wish);
    },
    close: (): void => {
      for (const origin of origins.values()) origin.close();
    },
  };
};

/** Agents are moved to another address now and then: those that were called last are known. */
const mostOrigins = 1_000;

const createOrigin = (protocol: string, { lookup, maxSockets, ca }: ConnectionOptions) => {
  const { Agent } = protocol === 'https:' ? https : http;
  const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  const kept = new Agent({
    ...trusted,
    keepAlive: true,
    maxFreeSockets: maxSockets,
    keepAliveMsecs,
    timeout: idleLimitMs,
    lookup,
  });
  const single = new Agent({ ...trusted, keepAlive: false, lookup });
  // Says that it will be kept: an agent that closes it after its answer does not see that it breaks.
  const breaking = new Agent({ ...trusted, keepAlive: true, maxFreeSockets: 0, lookup });
  /** What is known of the origin: nothing, that a probe is under way, or that it keeps connections. */
  let reuse: 'unknown' | 'keeps' | { readonly probe: true } = 'unknown';
  const forget = (): void => {
    reuse = 'unknown';
  };
  watchClosing(kept, forget);

  const over = (agent: http.Agent): Connection => ({ agent, answered: () => {}, failed: () => {} });
  const probing = (): Connection => {
    const probe = { probe: true } as const;
    reuse = probe;
    const conclude = (): void => {
      if (reuse === probe) reuse = Object.keys(kept.freeSockets).length > 0 ? 'keeps' : 'unknown';
    };
    return { agent: kept, answered: () => void setTimeout(conclude, probeMs).unref(), failed: forget };
  };
  return {
    take: (wish: Wish = 'kept'): Connection => {
      if (wish === 'fresh') return over(single);
      if (wish === 'last' || (wish === 'dropped' && reuse !== 'keeps')) return over(breaking);
      if (reuse === 'unknown') return probing();
      return over(reuse === 'keeps' ? kept : single);
    },
    close: () => {
      for (const agent of [kept, single, breaking]) agent.destroy();
    },
  };
};

/** Tells when the other side closes a connection that was kept, and takes it out of use at once. */
const watchClosing = (agent: http.Agent, tell: () => void): void => {
  const watched = new WeakSet<Socket>();
  agent.on('free', (socket: Socket) => {
    if (watched.has(socket)) return;
    watched.add(socket);
    socket.once('end', () => {
      tell();
      const isFree = Object.values(agent.freeSockets).some((sockets) => sockets?.includes(socket));
      if (isFree) socket.destroy();
    });
  });
};
