import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { visibleLine } from '../base/visible-text.ts';
import type { Headers, HttpRequest } from '../spec/exchange.ts';
import { type RefusedAnswer, type RenderedAnswer, refused } from './answer.ts';
import { explainBroken, isTls } from './broken-request.ts';

/** Takes what a server refuses that no operation ever sees. Neither ever throws. */
export interface FrontDoor {
  /** The answer in the envelope; it is recorded with the evidence. */
  readonly refuse: (refusal: RefusedAnswer, evidence: HttpRequest) => RenderedAnswer;
  /** Records a request that nobody is left to be answered. */
  readonly lose: (message: string, evidence: HttpRequest) => void;
}

/** What Node tells of a connection on which it can read no further. */
interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
  readonly reason?: string;
}

const nothing: Buffer = Buffer.alloc(0);

/** How much of what comes after a refusal is read and thrown away, so that its sender can see the answer. */
const drained = 1024 * 1024;

/** How long a refused connection may go on without a byte, milliseconds. */
const lingerMs = 2_000;

/** Answers and records, for a server, what Node would refuse with a bare status or by hanging up. */
export const openFrontDoor = (server: Server, door: FrontDoor): void => {
  const told = new WeakSet<Socket>();
  server.on('clientError', (error: ParserError, socket: Socket) => {
    if (!told.has(socket)) {
      told.add(socket);
      afterAnswers(socket, () => refuseBroken(door, error, socket));
    } else if (error.rawPacket === undefined || socket.bytesRead > drained) {
      // Each packet after a refusal is an error of its own; without one its sender is gone, or late.
      socket.destroy();
    }
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const refusal = refused('expectation_failed', 'The header Expect may only be 100-continue: leave it out.');
    refuseRequest(door, response, refusal);
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    // Node listens no more to a connection that it gives away.
    socket.on('error', () => socket.destroy());
    socket.resume();
    const refusal = refused(
      'method_not_allowed',
      'The platform is not a proxy: send POST, not CONNECT. Your client may be configured with a proxy by mistake.',
    );
    answerRaw(socket, door.refuse(refusal, readEvidence(request)), 'CONNECT');
    socket.destroySoon();
  });
};

/** Refuses a request whose headers were read. Its connection ends: the rest of it may be no request. */
export const refuseRequest = (
  door: FrontDoor,
  response: ServerResponse,
  refusal: RefusedAnswer,
  packet = nothing,
): void => {
  const { status, headers, body } = door.refuse(refusal, readEvidence(response.req, packet));
  response.writeHead(status, { ...headers, connection: 'close' }).end(body);
};

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
  const { code = '', reason = error.message, rawPacket: packet = nothing, bytesParsed: parsed = 0 } = error;
  const response = underWayOn(socket);
  const isFollowing = socket.bytesWritten > 0;
  const refusal = explainBroken({ code, reason, packet, parsed, isFollowing, hasHead: response !== undefined });
  const evidence = rawEvidence(packet);
  if (code.startsWith('ERR_SSL_')) refuseTls(door, socket, refusal);
  else if (!socket.writable) {
    // Nobody is left to be answered. What broke off within a body is recorded by who reads it.
    socket.destroy();
    const isBetween = packet.length === 0 && (socket.bytesRead === 0 || isFollowing);
    if (response === undefined && !isBetween && !('encrypted' in socket)) door.lose(refusal.message, evidence);
  } else if (response === undefined) {
    // Browsers and pools open connections that they may never use.
    if (socket.bytesRead === 0) socket.destroy();
    else answerRaw(socket, door.refuse(refusal, evidence), evidence.method);
  } else if (response.headersSent) socket.destroy();
  else refuseRequest(door, response, refusal, packet);
};

/** Who speaks plain http to TLS can read an answer in plain http; others can read none. */
const refuseTls = (door: FrontDoor, socket: Socket, refusal: RefusedAnswer): void => {
  const plain = (socket as { _parent?: Socket })._parent;
  if (refusal.code === 'wrong_protocol' && plain?.writable === true) {
    plain.on('error', () => plain.destroy());
    answerRaw(plain, door.refuse(refusal, rawEvidence(nothing)), '');
  } else {
    socket.destroy();
    door.lose(refusal.message, rawEvidence(nothing));
  }
};

/** Writes an answer where Node has no response for it, and ends the connection. */
const answerRaw = (socket: Socket, { status, headers, body }: RenderedAnswer, method: string): void => {
  const lines = Object.entries({ ...headers, connection: 'close' });
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  socket.end(`${head.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`);
  socket.setTimeout(lingerMs, () => socket.destroy());
};

/** What is kept of a packet, in bytes, and of a URL, in characters. */
const evidenceLimit = 8192;
const longestUrl = 2000;

/** What is meant for the admin API may hold its token. */
const isAdmin = (url: string): boolean => /\/__admin/i.test(url);

/** Values of these are nobody else's business, and none of the interface. */
const keyHeaders = ['authorization', 'proxy-authorization', 'cookie'];
const keyLines = new RegExp(`^(${keyHeaders.join('|')})(\\s*:)[^\\r\\n]*`, 'gim');

/** What is kept of a request that could not be read: the start of the bytes, and what its first line says. */
const rawEvidence = (packet: Buffer): HttpRequest => {
  const text = packet.toString('latin1', 0, evidenceLimit);
  const [line = ''] = text.split(/\r?\n/, 1);
  const [method = '', ...rest] = isTls(packet) ? [] : line.split(' ');
  const url = visibleLine(rest.join(' ').replace(/ HTTP\/[\d.]+$/i, ''), longestUrl);
  return {
    method: /^[!-~]{1,40}$/.test(method) ? method : '?',
    url: url === '' ? '?' : url,
    headers: {},
    body: Buffer.from(isAdmin(url) ? line : text.replaceAll(keyLines, '$1$2 ***'), 'latin1'),
  };
};

/** What is kept of a request whose headers were read, and of the packet that broke its body. */
const readEvidence = (
  { method = '', url = '', originalUrl = url, headers }: IncomingMessage & { readonly originalUrl?: string },
  packet = nothing,
): HttpRequest => {
  // The packet begins with the head, where it was the first.
  const end = packet.indexOf('\r\n\r\n');
  const start = end >= 0 && packet.toString('latin1', 0, method.length) === method ? end + 4 : 0;
  return {
    method,
    // Express changes `url` within a router.
    url: originalUrl.slice(0, longestUrl),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, keyHeaders.includes(name) ? '***' : value]),
    ) as Headers,
    body: isAdmin(originalUrl) ? nothing : Buffer.from(packet.subarray(start, start + evidenceLimit)),
  };
};
