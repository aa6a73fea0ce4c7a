import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Journal } from '../journal/journal.ts';
import { type JournalOptions, openJournal } from '../journal/open-journal.ts';
import { createJsonMask, createTokenMask, createValueMask, renewedWith, type Secrets } from '../signing/mask-tokens.ts';
import type { Exchange, RecordExchange } from '../spec/exchange.ts';
import { readKept } from './read-kept.ts';

export interface RecorderOptions extends Omit<JournalOptions, 'writeKept'> {
  /** Tokens as they are known by now: where one was sent by mistake, asterisks are kept. */
  readonly secrets: Secrets;
  /** `state`: what a platform keeps outlives the process, where the journal is a file. */
  readonly keeping?: 'nothing' | 'state';
}

/** The journal, and the way into it that keeps no token. */
export interface Recorder {
  /** Takes exchanges as `maskExchange` gives them. */
  readonly record: RecordExchange;
  /** Keeps a judgement; gives it as it is kept, without tokens. */
  readonly judge: (judgement: ExchangeJudgement) => ExchangeJudgement;
  /** The exchange without tokens, before anybody judges, keeps or shows it: a quote may cut one in two. */
  readonly maskExchange: (exchange: Exchange) => Exchange;
  /** The value without tokens in its texts: for what is shown elsewhere than in the journal. */
  readonly mask: <T>(value: T) => T;
  readonly journal: Journal;
  /** What the mask hides. */
  readonly secrets: Secrets;
  close(): Promise<void>;
}

/** Opens the journal behind a mask for the tokens; rejects as the journal does. */
export const openRecorder = async ({
  secrets,
  keeping = 'nothing',
  ...options
}: RecorderOptions): Promise<Recorder> => {
  const jsonMask = renewedWith(secrets, createJsonMask);
  const writeKept = keeping === 'state' ? (value: unknown) => jsonMask()(value) : undefined;
  const opened = await openJournal({ ...options, writeKept });
  const journal = keeping === 'state' ? { ...opened, kept: await readKept(opened.kept) } : opened;
  const mask = renewedWith(secrets, createTokenMask);
  const valueMask = renewedWith(secrets, createValueMask);
  const maskValue = <T>(value: T): T => valueMask()(value);
  return {
    record: journal.record,
    maskExchange: (exchange) => mask()(exchange),
    judge: (judgement) => {
      const masked = maskValue(judgement);
      journal.judge(masked);
      return masked;
    },
    mask: maskValue,
    journal,
    secrets,
    close: journal.close,
  };
};
