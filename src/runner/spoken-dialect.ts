import type { AgentDialect, ReportedExchange } from '../formats/run.ts';
import { dialects } from '../signing/dialects.ts';
import { canonicalTexts } from '../signing/sign.ts';

/** How the agent answered the first getBalance, which was signed in that dialect. */
export interface FirstAnswer {
  readonly said: 'accepted' | 'refused';
  readonly dialect: string;
  /** The body as it went over the wire. */
  readonly text: string;
  /** The balance that it showed. */
  readonly balance?: string;
  /**
   * Something that hangs on the dialect was refused besides: the same with free spins, or a
   * getBalance for another account as a wrong signature would be.
   */
  readonly besides?: 'refused';
}

/**
 * The dialect that a run signs in as long as an ordinary call leaves others possible: they write the
 * rest alike, and only a rare text tells them apart. The agent is asked once one of those is refused.
 */
export interface SpokenDialect {
  now(): string;
  /** Whether dialects that write the first call alike write this text differently, and nothing is asked yet. */
  isOpenFor(text: string): boolean;
  /** Asks the agent, by getBalance only, and signs in what it verifies from then on. */
  search(): Promise<string>;
  /** What was asked for it, and what it told. */
  found(): SearchedDialect;
}

interface SearchedDialect {
  readonly exchanges: readonly ReportedExchange[];
  readonly dialect?: AgentDialect;
}

/** Starts with the dialect in which the first call was accepted. */
export const createSpokenDialect = (first: FirstAnswer, find: () => Promise<SearchedDialect>): SpokenDialect => {
  const names = dialects.map(({ name }) => name);
  const [signed, ...written] = canonicalTexts(first.text, [first.dialect, ...names]);
  const alike = names.filter((_, n) => written[n] === signed);
  let now = first.dialect;
  let found: SearchedDialect = { exchanges: [] };
  let search: Promise<string> | undefined;
  const searchOnce = async (): Promise<string> => {
    found = await find();
    now = found.dialect?.name ?? now;
    return now;
  };
  return {
    now: () => now,
    isOpenFor: (text) => search === undefined && new Set(canonicalTexts(text, alike)).size > 1,
    search: async () => {
      search ??= searchOnce();
      return await search;
    },
    found: () => found,
  };
};

/** That of a stored run: it was searched for as it was played. */
export const storedDialect = (name: string): SpokenDialect => ({
  now: () => name,
  isOpenFor: () => true,
  search: async () => name,
  found: () => ({ exchanges: [] }),
});
