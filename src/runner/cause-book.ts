import type { MetCause } from '../judge/case.ts';

/** What stood in the way of calls, whatever scenario they belonged to: a limit of rate, a slow writer. */
export interface CauseBook {
  note(cause: MetCause): void;
  noted(): readonly MetCause[];
  /** The agent has been seen to refuse bets for their size. */
  findLimit(cause: MetCause): void;
  limit(): MetCause | undefined;
}

export const createCauseBook = (): CauseBook => {
  const noted: MetCause[] = [];
  let limit: MetCause | undefined;
  return {
    note: (cause) => {
      noted.push(cause);
    },
    noted: () => noted,
    findLimit: (cause) => {
      limit ??= cause;
    },
    limit: () => limit,
  };
};
