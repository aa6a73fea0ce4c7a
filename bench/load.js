import { connect } from 'node:net';

const headEnd = Buffer.from('\r\n\r\n');
const success = Buffer.from('HTTP/1.1 200 ');
const lengthHeader = /content-length: (\d+)/i;

/** The bytes of the whole answer at the start of `data`; undefined while its head is incomplete. */
const answerLength = (data) => {
  const end = data.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = data.latin1Slice(0, end);
  if (!data.subarray(0, success.length).equals(success)) {
    throw new Error(`expected 200, got:\n${data.toString()}`);
  }
  return end + headEnd.length + Number(lengthHeader.exec(head)?.[1] ?? Number.NaN);
};

/** One kept-alive connection that asks again as soon as it is answered; resolves to its answers. */
const drive = ({ port, nextRequest, isOver }) =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let waiting = Buffer.alloc(0);
    let answers = 0;

    const onAnswer = () => {
      answers += 1;
      waiting = Buffer.alloc(0);
      if (isOver()) socket.end();
      else socket.write(nextRequest());
    };
    socket.on('connect', () => socket.write(nextRequest()));
    socket.on('data', (chunk) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      try {
        if (waiting.length >= (answerLength(waiting) ?? Number.POSITIVE_INFINITY)) onAnswer();
      } catch (error) {
        socket.destroy(error);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answers));
  });

/** Requests a second that a server answers with 200 over kept-alive connections; throws at any other. */
export const load = async ({ port, requests, connections, durationMs }) => {
  let sent = 0;
  const nextRequest = () => {
    sent += 1;
    return requests[sent % requests.length];
  };
  const start = performance.now();
  const isOver = () => performance.now() - start > durationMs;
  const answers = await Promise.all(
    Array.from({ length: connections }, () => drive({ port, nextRequest, isOver })),
  );
  const seconds = (performance.now() - start) / 1000;
  return answers.reduce((sum, count) => sum + count, 0) / seconds;
};
