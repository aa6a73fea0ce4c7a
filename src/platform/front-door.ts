import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers, HttpRequest } from '../spec/exchange.ts';
import { type BrokenRequest, explainBroken, rawEvidence, readEvidence } from './broken-request.ts';
import { type RefusedAnswer, refused } from './refused.ts';
import type { RenderedAnswer } from './render-answer.ts';

/** What a server refuses that no operation ever sees. */
export interface FrontDoor {
  /** The answer in the envelope; it is recorded with the evidence. Never throws. */
  readonly refuse: (refusal: RefusedAnswer, evidence: HttpRequest) => RenderedAnswer;
  /** The answer in the envelope; it is not recorded. */
  readonly render: (refusal: RefusedAnswer) => RenderedAnswer;
  /** Records a request that nobody is left to be answered. Never throws. */
  readonly lose: (message: string, evidence: HttpRequest) => void;
}

/** Answers and records, for a server, what Node would refuse with a bare status or by hanging up. */
export const openFrontDoor = (server: Server, door: FrontDoor): void => {
  const told = new WeakSet<Socket>();
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (told.has(socket)) drain(error, socket);
    else {
      told.add(socket);
      afterAnswers(socket, () => refuseBroken(door, error, socket));
    }
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    refuseRequest(door, { request, response }, unmet);
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    // Node listens no more to a connection that it gives away.
    socket.on('error', () => socket.destroy());
    socket.resume();
    answerRaw(socket, door.refuse(noProxy, readEvidence(headOf(request))), 'CONNECT');
    socket.destroySoon();
  });
};

const unmet = refused('expectation_failed', 'The header Expect may only be 100-continue: leave it out.');

const noProxy = refused(
  'method_not_allowed',
  'The platform is not a proxy: send POST, not CONNECT. Your client may be configured with a proxy by mistake.',
);

const noHost = refused(
  'bad_request',
  'The header Host is missing, which HTTP/1.1 requires: send the host of the base URL in it.',
);

/** Whether a request lacks what HTTP/1.1 demands of it; it is answered then. */
export const isHostMissing = (door: FrontDoor, request: IncomingMessage, response: ServerResponse): boolean => {
  if (request.headers.host !== undefined || request.httpVersion !== '1.1') return false;
  refuseRequest(door, { request, response }, noHost);
  return true;
};

interface OpenRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The bytes that broke its body. */
  readonly packet?: Buffer;
}

/** Refuses a request whose headers were read. Its connection ends: the rest of it may be no request. */
export const refuseRequest = (
  door: FrontDoor,
  { request, response, packet }: OpenRequest,
  refusal: RefusedAnswer,
): void => {
  const { status, headers, text } = door.refuse(refusal, readEvidence(headOf(request), packet));
  response.writeHead(status, { ...headers, connection: 'close' }).end(text);
};

/** Express changes `url` within a router. */
const headOf = (request: IncomingMessage & { readonly originalUrl?: string }) => ({
  method: request.method ?? '',
  url: request.originalUrl ?? request.url ?? '',
  headers: request.headers as Headers,
});

/** What Node tells of a connection on which it can read no further. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
  readonly reason?: string;
}

/** The answer that is under way on a connection. Node has no public name for it. */
const underWayOn = (socket: Socket): ServerResponse | undefined =>
  (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;

/** Acts once all whole requests that came before on the connection are answered. */
const afterAnswers = (socket: Socket, act: () => void): void => {
  const response = underWayOn(socket);
  if (response?.req.complete === true && socket.writable) {
    response.once('finish', () => afterAnswers(socket, act));
  } else act();
};

const refuseBroken = (door: FrontDoor, error: ParserError, socket: Socket): void => {
  const response = underWayOn(socket);
  const broken = brokenOf(error, socket, response);
  if (broken.code.startsWith('ERR_SSL_')) refuseTls(door, broken, socket);
  else if (!socket.writable) hangUp(door, broken, socket);
  else if (response === undefined) refuseUnread(door, broken, socket);
  else if (response.headersSent) socket.destroy();
  else {
    const open = { request: response.req, response, packet: broken.packet };
    refuseRequest(door, open, explainBroken(broken));
  }
};

const brokenOf = (
  { code = '', reason, message, rawPacket, bytesParsed = 0 }: ParserError,
  socket: Socket,
  response: ServerResponse | undefined,
): BrokenRequest => ({
  code,
  reason: reason ?? message,
  packet: rawPacket ?? nothing,
  parsed: bytesParsed,
  isFollowing: socket.bytesWritten > 0,
  hasHead: response !== undefined,
});

const nothing = Buffer.alloc(0);

/** Answers bytes that are no request. */
const refuseUnread = (door: FrontDoor, broken: BrokenRequest, socket: Socket): void => {
  // Browsers and pools open connections that they may never use.
  if (socket.bytesRead === 0) socket.destroy();
  else {
    const evidence = rawEvidence(broken.packet);
    answerRaw(socket, door.refuse(explainBroken(broken), evidence), evidence.method);
  }
};

/** Nobody is left to be answered. What broke off within a body is recorded by who reads it. */
const hangUp = (door: FrontDoor, broken: BrokenRequest, socket: Socket): void => {
  socket.destroy();
  const isBetween = broken.packet.length === 0 && (socket.bytesRead === 0 || broken.isFollowing);
  if (broken.hasHead || isBetween || 'encrypted' in socket) return;
  door.lose(explainBroken(broken).message, rawEvidence(broken.packet));
};

/** Who speaks plain http to TLS can read an answer in plain http; others can read none. */
const refuseTls = (door: FrontDoor, broken: BrokenRequest, socket: Socket): void => {
  const refusal = explainBroken(broken);
  const plain = (socket as { _parent?: Socket })._parent;
  if (refusal.code === 'wrong_protocol' && plain?.writable === true) {
    plain.on('error', () => plain.destroy());
    answerRaw(plain, door.refuse(refusal, rawEvidence(nothing)), '');
  } else {
    socket.destroy();
    door.lose(refusal.message, rawEvidence(nothing));
  }
};

/** How long a refused connection may go on without a byte, milliseconds. */
const lingerMs = 2_000;

/** How much of what comes after a refusal is read and thrown away, so that its sender can see the answer. */
const drained = 1024 * 1024;

/** Writes an answer where Node has no response for it, and ends the connection. */
const answerRaw = (socket: Socket, { status, headers, text }: RenderedAnswer, method: string): void => {
  const lines = Object.entries({ ...headers, connection: 'close' });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : text}`);
  socket.setTimeout(lingerMs, () => socket.destroy());
};

/** Each packet after a refusal is an error of its own; without one its sender is gone, or late. */
const drain = ({ rawPacket }: ParserError, socket: Socket): void => {
  if (rawPacket === undefined || socket.bytesRead > drained) socket.destroy();
};
