import { connect } from 'node:net';

/** A host that says nothing in this time is taken for one where nobody listens. Milliseconds. */
const longestMs = 500;

/** Whether a connection to the URL can be opened; it is closed at once, nothing is sent. */
export const isListening = async (url: string): Promise<boolean> => (await lookAt(url)) === 'listening';

/** The same, and whether it was refused; `silent`: nobody can tell. */
export const lookAt = async (url: string): Promise<'listening' | 'refused' | 'silent'> => {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || defaultPorts[protocol] || 80,
    timeout: longestMs,
  });
  return await new Promise((resolve) => {
    const done = (seen: 'listening' | 'refused' | 'silent'): void => {
      socket.destroy();
      resolve(seen);
    };
    socket
      .once('connect', () => done('listening'))
      .once('error', ({ code }: NodeJS.ErrnoException) => done(code === 'ECONNREFUSED' ? 'refused' : 'silent'))
      .once('timeout', () => done('silent'));
  });
};

const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443 };
