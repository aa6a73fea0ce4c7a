import { request as openRequest } from 'node:http';
import { duplexPair } from 'node:stream';
import type { ResendOrder } from '../api/schemas/hand-callbacks.ts';
import type { Clock } from '../base/clock.ts';
import { type JsonMember, type JsonObject, memberOf, renderJson } from '../base/json.ts';
import { readBody } from '../base/read-body.ts';
import { createHttpServer, type Platform } from '../platform/create-platform.ts';
import { isApiPath } from '../platform/entrance.ts';
import { sign, signText } from '../signing/sign.ts';
import type { Exchange, HttpRequest } from '../spec/exchange.ts';
import { usageError, WalletproofError } from '../spec/walletproof-error.ts';

interface RequestByHandOptions {
  readonly platform: Pick<Platform, 'again' | 'quirks'>;
  /** The token of an agent; undefined where it has none, or is gone. */
  readonly tokenOf: (agentId: number) => string | undefined;
  /** Whose a request is that names no agent. */
  readonly agentId: number;
  readonly clock: Clock;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
}

/** Sends a request of the agent to the platform again; resolves with what was recorded. */
export type RequestSender = (exchange: Exchange, order: ResendOrder) => Promise<Exchange>;

/** As if the agent sent it: it comes in by the platform's front door. Only who sent it is recorded otherwise. */
export const createRequestSender =
  (options: RequestByHandOptions): RequestSender =>
  async (exchange, order) => {
    if (!isApiPath(exchange.request.url)) throw noOperation(exchange);
    return await sendTo(options, requestAgain(exchange, order, options));
  };

const noOperation = ({ id }: Exchange): WalletproofError =>
  usageError(
    `Exchange ${id} is no request of an operation.`,
    'Name the exchange of a request below /api/games/, or of a callback.',
  );

type Signing = Pick<RequestByHandOptions, 'tokenOf' | 'agentId' | 'clock'>;

const requestAgain = (exchange: Exchange, order: ResendOrder, signing: Signing): HttpRequest => {
  const { request } = exchange;
  switch (order.as) {
    case 'exact':
      return request;
    case 'resigned':
      return signedAgain(exchange, freshText(exchange, signing.clock), signing);
    case 'edited':
      return signedAgain(exchange, order.body ?? '', signing);
    case 'conflict':
    case 'stale':
      throw usageError(
        `Exchange ${exchange.id} is a request of the agent: ${order.as} is for callbacks.`,
        'Send it as exact, resigned or edited.',
      );
  }
};

/** The text of the body with the time of now, in Unix seconds. */
const freshText = ({ id, request }: Exchange, clock: Clock): string => {
  const read = readBody(request.body);
  if (read.kind !== 'json' || read.node.kind !== 'object') {
    throw usageError(
      `What exchange ${id} sent is no JSON object, so that it has no timestamp.`,
      'Send it as exact or edited.',
    );
  }
  return renderJson(withTimestamp(read.node, Math.floor(clock.now() / 1000)));
};

const withTimestamp = (body: JsonObject, now: number): JsonObject => {
  const fresh: JsonMember = { name: 'timestamp', value: { kind: 'number', text: String(now) } };
  if (memberOf(body, 'timestamp') === undefined) {
    return { kind: 'object', members: [...body.members, fresh] };
  }
  const members = body.members.map((member) => (member.name === 'timestamp' ? fresh : member));
  return { kind: 'object', members };
};

const signedAgain = (
  { request, dialect, subject }: Exchange,
  text: string,
  { tokenOf, agentId: mainAgentId }: Signing,
): HttpRequest => {
  const body = Buffer.from(text);
  const agentId = agentIdIn(body) ?? subject.agentId ?? mainAgentId;
  const token = tokenOf(agentId);
  if (token === undefined) {
    throw usageError(
      `Agent ${agentId} has no token, or is not there, so that nothing can be signed for it.`,
      'GET /__admin/agents lists those there are.',
    );
  }
  const headers = { ...request.headers, 'x-signature': signatureOf(text, dialect, token) };
  return { ...request, headers, body };
};

const agentIdIn = (body: Uint8Array): number | undefined => {
  const read = readBody(body);
  const said = read.kind === 'json' ? memberOf(read.node, 'agent_id') : undefined;
  return said?.kind === 'number' && /^\d{1,15}$/.test(said.text) ? Number(said.text) : undefined;
};

/** Section 5: over the trimmed body; what is no JSON is signed as it is. */
const signatureOf = (text: string, dialect: string | undefined, token: string): string => {
  try {
    return signText(text, token, dialect === undefined ? {} : { dialect });
  } catch (error) {
    if (error instanceof WalletproofError) throw error;
    return sign(text, token);
  }
};

/** What belongs to the connection that it came over. */
const ofTheWay: ReadonlySet<string> = new Set(
  'connection content-length transfer-encoding keep-alive expect te trailer upgrade'.split(' '),
);

/** Over a connection within this process: wherever the platform listens, nobody stands in between. */
const sendTo = async (
  { platform: { again, quirks }, signal }: Pick<RequestByHandOptions, 'platform' | 'signal'>,
  { method, url, headers, body }: HttpRequest,
): Promise<Exchange> =>
  await new Promise((resolve, reject) => {
    const server = createHttpServer(again(resolve), { bodyLimit: quirks.bodyLimit });
    const [ours, theirs] = duplexPair();
    server.emit('connection', theirs);
    const kept = Object.entries(headers).filter(([name]) => !ofTheWay.has(name));
    const sent = { method, path: url, headers: Object.fromEntries(kept), setHost: false };
    const sending = openRequest({ ...sent, signal, createConnection: () => ours });
    sending.on('response', (response) => response.resume());
    // A connection that is closed without an answer is recorded, too.
    sending.on('error', () => undefined);
    sending.on('close', () => {
      server.close();
      ours.destroy();
      theirs.destroy();
    });
    theirs.on('error', reject);
    sending.end(body);
  });
