import type { AgentAnswer } from './read-answer.ts';

/** An answer of an agent that says that something is wrong. */
export type ErrorAnswer = Extract<AgentAnswer, { kind: 'error' }>;

/** Whether the error is about the signature: by its code, or by a bare 401. */
export const isSignatureRefusal = ({ error, status }: ErrorAnswer): boolean =>
  error === undefined ? status === 401 : /signature/i.test(error);

/** The same, where nothing else can be meant: a bare 403 is the reference answer of section 5. */
export const isAboutSignature = (answer: ErrorAnswer): boolean =>
  isSignatureRefusal(answer) || (answer.status === 403 && answer.error === undefined);

/** Whether the agent says that it does not know the session. */
export const isAboutSession = ({ error = '', message = '' }: ErrorAnswer): boolean =>
  /session/i.test(`${error} ${message}`);

/** `HTTP 403 invalid_signature ("Invalid signature")`. */
export const describeError = ({ status, error, message }: ErrorAnswer): string => {
  const told = message === undefined ? '' : ` ("${message.slice(0, 200)}")`;
  return `HTTP ${status} ${error ?? 'without an error code'}${told}`;
};
