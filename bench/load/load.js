import { openConnection } from './connection.js';

/**
 * Asks over so many kept-alive connections, each again as soon as it is answered: `{ answers,
 * rate }`, a second. Throws at any answer but 200. `next` gives the bytes of the next request.
 */
export const load = async ({ port, next, connections, durationMs }) => {
  let answers = 0;
  const start = performance.now();
  const onAnswer = (connection) => {
    answers += 1;
    if (performance.now() - start > durationMs) connection.end();
    else connection.send(next());
  };
  const onReady = (connection) => connection.send(next());
  const open = Array.from({ length: connections }, () => openConnection({ port, onReady, onAnswer }));
  await Promise.all(open.map(({ closed }) => closed));
  return { answers, rate: (answers * 1000) / (performance.now() - start) };
};

/** Gives the requests one after the other, and begins anew after the last. */
export const inTurn = (requests) => {
  let sent = 0;
  return () => {
    sent += 1;
    return requests[sent % requests.length];
  };
};

/** Each request once: an answer may be kept, such as a link. Resolves to the answers' bytes. */
export const sendAll = async ({ port, requests, connections }) => {
  const answers = [];
  let sent = 0;
  const sendNext = (connection) => {
    if (sent === requests.length) connection.end();
    else {
      connection.send(requests[sent]);
      sent += 1;
    }
  };
  const onAnswer = (connection, answer) => {
    answers.push(answer);
    sendNext(connection);
  };
  const open = Array.from({ length: Math.min(connections, requests.length) }, () =>
    openConnection({ port, onReady: sendNext, onAnswer }),
  );
  await Promise.all(open.map(({ closed }) => closed));
  return answers;
};
