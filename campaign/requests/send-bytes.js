import { connect } from 'node:net';

/** Silence after which the sender says that nothing more will come. */
const silenceMs = 300;
/** The platform ends a request that never gets whole after 30 s. */
const longestMs = 45_000;

const headEnd = '\r\n\r\n';

const dechunked = (bytes) => {
  const pieces = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (!(length >= 0) || bytes.length < start + length + 2) return undefined;
    if (length === 0) return { body: Buffer.concat(pieces), end: start + 2 };
    pieces.push(bytes.subarray(start, start + length));
    at = start + length + 2;
  }
};

const bodyOf = (rest, headers, { isHead, isEnded, status }) => {
  if (isHead || status === 204 || status === 304) return { body: Buffer.alloc(0), end: 0 };
  if (/chunked/i.test(headers['transfer-encoding'] ?? '')) return dechunked(rest);
  const length = headers['content-length'];
  if (length === undefined) return isEnded ? { body: rest, end: rest.length } : undefined;
  if (rest.length < Number(length)) return undefined;
  return { body: rest.subarray(0, Number(length)), end: Number(length) };
};

const headersOf = (lines) =>
  Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );

/** The first answer in what came, those of the kind 100 left out; undefined while it is not whole. */
export const readAnswer = (bytes, given) => {
  const end = bytes.indexOf(headEnd);
  if (end < 0) return undefined;
  const [first, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, digits] = /^HTTP\/1\.1 (\d{3})/.exec(first) ?? [];
  if (digits === undefined) return { status: 0, headers: {}, body: bytes, rest: Buffer.alloc(0) };
  const status = Number(digits);
  const rest = bytes.subarray(end + headEnd.length);
  if (status === 100) return readAnswer(rest, given);
  const headers = headersOf(lines);
  const read = bodyOf(rest, headers, { ...given, status });
  return read && { status, headers, body: read.body, rest: rest.subarray(read.end) };
};

const answersIn = (bytes, given) => {
  const answers = [];
  for (let left = bytes; left.length > 0; ) {
    const answer = readAnswer(left, given);
    if (answer === undefined) return { answers, left };
    answers.push(answer);
    left = answer.rest;
  }
  return { answers, left: Buffer.alloc(0) };
};

let lastAddress = 0;

/** Many connections from one address use its ports up; every 127.x.y.z is this machine. */
const nextAddress = () => {
  lastAddress = (lastAddress + 1) % 200;
  return `127.0.0.${lastAddress + 2}`;
};

/**
 * Sends bytes over a connection of their own, and gives what came back: `{ answers, left, error }`.
 * Half closes when there was silence; `isTimedOut` where the platform does not end it either.
 */
export const sendBytes = (port, bytes, { isHead = false, isWhole = false } = {}) =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: nextAddress(), noDelay: true });
    let came = Buffer.alloc(0);
    let error;
    let isTimedOut = false;
    const halfClose = () => socket.end();
    let silence;
    const wait = () => {
      clearTimeout(silence);
      silence = setTimeout(halfClose, isWhole ? longestMs / 2 : silenceMs);
    };
    const longest = setTimeout(() => {
      isTimedOut = true;
      socket.destroy();
    }, longestMs);
    socket.on('connect', () => socket.write(bytes, wait));
    socket.on('data', (chunk) => {
      came = came.length === 0 ? chunk : Buffer.concat([came, chunk]);
      wait();
      // A request that was sent whole has one answer.
      if (isWhole && readAnswer(came, { isHead, isEnded: false }) !== undefined) socket.end();
    });
    socket.on('error', (problem) => {
      error = problem.code;
    });
    socket.on('close', () => {
      clearTimeout(silence);
      clearTimeout(longest);
      resolve({ ...answersIn(came, { isHead, isEnded: true }), error, isTimedOut });
    });
  });
