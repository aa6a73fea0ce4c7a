import { sign } from '../signing/sign.ts';
import { signBody } from '../signing/sign-body.ts';
import type { RawStep } from '../spec/scenario.ts';
import type { ComposedCall } from './composed-call.ts';
import type { Play } from './play.ts';

/** Bytes as they are; signed as they are, too, where the step says so. */
export const composeRaw = ({ press }: Play, step: RawStep): ComposedCall => {
  const { agent } = press;
  const header = step.signed ? { 'x-signature': signRaw(step.body, agent) } : {};
  return {
    label: `${step.method} with a raw body`,
    line: step.place.line,
    intent: { kind: 'malformed' },
    method: step.method,
    headers: { 'content-type': step.contentType, ...header },
    body: Buffer.from(step.body),
    kind: 'other',
    subject: { agentId: agent.id },
  };
};

/** A body that is no JSON cannot be canonical: its bytes are signed as they are. */
const signRaw = (body: string, { dialect, token }: Play['press']['agent']): string => {
  try {
    return signBody(body, dialect, token);
  } catch {
    return sign(body, token);
  }
};
