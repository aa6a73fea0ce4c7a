import type { Call } from '../judge/call.ts';
import { isAboutSignature, readAnswer } from '../wire/read-answer.ts';

/** A call that was correctly signed in a dialect, and refused. */
export interface RefusedText {
  readonly dialect: string;
  readonly text: string;
  /** As a wrong signature is refused. */
  readonly isForSignature: boolean;
}

/** The text of a call that the agent refused, where it may verify another dialect. */
export const refusedText = ({ intent, exchange }: Call): RefusedText | undefined => {
  if (!['valid', 'opening', 'probe'].includes(intent.kind)) return undefined;
  const answer = readAnswer(exchange.answer);
  if (answer.kind !== 'error') return undefined;
  const text = Buffer.from(exchange.request.body).toString('utf8');
  return {
    dialect: exchange.dialect ?? 'minimal',
    text,
    isForSignature: isAboutSignature(answer),
  };
};
