import { connect } from 'node:net';

/** A host that says nothing in this time is taken for one where nobody listens. Milliseconds. */
const longestMs = 500;

/** Whether a connection to the URL can be opened; it is closed at once, nothing is sent. */
export const isListening = async (url: string): Promise<boolean> => {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || defaultPorts[protocol] || 80,
    timeout: longestMs,
  });
  return await new Promise((resolve) => {
    const done = (answers: boolean) => (): void => {
      socket.destroy();
      resolve(answers);
    };
    socket.once('connect', done(true)).once('error', done(false)).once('timeout', done(false));
  });
};

const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443 };
