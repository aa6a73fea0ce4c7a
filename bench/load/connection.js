import { connect } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
const success = Buffer.from('HTTP/1.1 200 ');
const lengthHeader = /content-length: (\d+)/i;

/** The bytes of the whole answer at the start of `data`; undefined while its head is incomplete. */
const answerLength = (data) => {
  const end = data.indexOf(headEnd);
  if (end < 0) return undefined;
  if (!data.subarray(0, success.length).equals(success)) {
    throw new Error(`expected 200, got:\n${data.toString()}`);
  }
  const length = Number(lengthHeader.exec(data.latin1Slice(0, end))?.[1]);
  if (Number.isNaN(length)) throw new Error(`no Content-Length:\n${data.toString()}`);
  return end + headEnd.length + length;
};

/**
 * A kept-alive connection that carries one request at a time. `onAnswer` is told of each answer;
 * anything but a 200 is an error, which rejects `closed`.
 */
export const openConnection = ({ port, onReady, onAnswer }) => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const connection = { send: (bytes) => socket.write(bytes), end: () => socket.end() };
  let waiting = Buffer.alloc(0);
  socket.on('connect', () => onReady(connection));
  socket.on('data', (chunk) => {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    try {
      if (waiting.length < (answerLength(waiting) ?? Number.POSITIVE_INFINITY)) return;
      const answer = waiting;
      waiting = Buffer.alloc(0);
      onAnswer(connection, answer);
    } catch (error) {
      socket.destroy(error);
    }
  });
  const closed = new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', resolve);
  });
  return { ...connection, closed };
};
