import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface ReturnToAwait {
  readonly callbackUrl: string;
  /** `gone`: it is known to have been away. */
  readonly known: 'gone' | 'unknown';
  readonly signal: AbortSignal;
}

const pollMs = 500;

/** Resolves when somebody listens again at the callback URL where nobody did; rejects on abort. */
export const agentReturn = async ({ callbackUrl, known, signal }: ReturnToAwait): Promise<void> => {
  let isGone = known === 'gone';
  for (;;) {
    const answers = await isListening(callbackUrl);
    if (isGone && answers) return;
    isGone ||= !answers;
    await delay(pollMs, undefined, { signal });
  }
};

/** Whether a connection to the URL can be opened; it is closed at once, nothing is sent. */
export const isListening = async (url: string): Promise<boolean> => {
  const { hostname, port, protocol } = new URL(url);
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || defaultPorts[protocol] || 80,
    timeout: pollMs,
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
