import { describeError } from '../callbacks/error-answer.ts';
import { readAnswer } from '../callbacks/read-answer.ts';
import { agentErrorCodes } from '../spec/refusal.ts';
import type { PlannedCall } from './account.ts';
import type { Sent } from './sent-call.ts';

/** Other answers say nothing of the wallet: what was called may be applied or not. */
export const isClear = ({ isLost }: Pick<PlannedCall, 'isLost'>, { answer }: Sent): boolean => {
  if (answer.kind === 'failed') return isLost && answer.failure === 'dropped';
  if (answer.status === 200 && !hasInternalError(answer.body)) return true;
  const read = readAnswer(answer);
  if (read.kind !== 'error') return true;
  if (read.error === internalError || answer.status === 429) return false;
  return answer.status < 500 || isNamed(read.error);
};

const internalError = 'internal_error';

/** Only then it is read: most answers have a balance, and are read once by a faster reader. */
const hasInternalError = ({ buffer, byteOffset, length }: Uint8Array): boolean =>
  Buffer.from(buffer, byteOffset, length).includes(internalError);

/** A code of section 7 is clear, whatever the status. */
const isNamed = (code: string | undefined): boolean =>
  agentErrorCodes.some((each) => each === code);

/** What came, where it is not clear. */
export const saidOf = ({ answer }: Sent): string => {
  if (answer.kind === 'failed') return `${answer.failure}: ${answer.message}`;
  const read = readAnswer(answer);
  return read.kind === 'error' ? describeError(read) : `HTTP ${answer.status}`;
};
