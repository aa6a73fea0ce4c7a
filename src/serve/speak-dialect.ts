import type { Clock } from '../base/clock.ts';
import type { ExchangeJudgement } from '../formats/judgement.ts';
import type { Callback } from '../spec/callback.ts';
import type { Exchange } from '../spec/exchange.ts';
import { signAnew } from '../wire/compose-message.ts';
import type { MessageSender } from '../wire/deliver.ts';
import type { CallbackMessage } from '../wire/message.ts';
import { isAboutSignature, readAnswer } from '../wire/read-answer.ts';

interface SpeakingOptions {
  readonly courier: MessageSender;
  readonly token: string;
  readonly clock: Clock;
  /** Asks the agent, by getBalance only; undefined where it verifies none that is known. */
  readonly search: (about: Callback) => Promise<string | undefined>;
  /** Takes what is said of a sending that does not count. */
  readonly keep: (judgement: ExchangeJudgement) => void;
}

/** An agent that was changed meanwhile is asked again, but not with every callback: milliseconds. */
const searchAgainMs = 10_000;

/**
 * Sends callbacks in the dialect that the agent verifies: one whose signature is refused is signed
 * anew in the dialect that is then found, and sent again. A run finds it in the same way.
 */
export const createSpeaking = (options: SpeakingOptions): MessageSender => {
  const { courier, token, keep } = options;
  const search = createSearch(options);
  return {
    send: async (message) => {
      const exchange = await courier.send(message);
      const callback = signedRight(message);
      if (callback === undefined || !isRefusedForSignature(exchange)) return exchange;
      const dialect = await search(callback);
      if (dialect === undefined || dialect === message.dialect) return exchange;
      const counting = await courier.send(signAnew(message, dialect, token));
      keep(signedOtherwise(exchange, { was: message.dialect ?? 'minimal', dialect, counting }));
      return counting;
    },
  };
};

/** The callback, where its signature is to be accepted. */
const signedRight = ({ intent, dialect }: CallbackMessage): Callback | undefined => {
  if (dialect === undefined) return undefined;
  const { kind } = intent;
  return kind === 'valid' || kind === 'opening' || kind === 'probe' ? intent.callback : undefined;
};

const isRefusedForSignature = ({ answer }: Exchange): boolean => {
  const said = readAnswer(answer);
  return said.kind === 'error' && isAboutSignature(said);
};

/** One search for all callbacks that are refused meanwhile. */
const createSearch = ({ clock, search }: SpeakingOptions) => {
  let last: { readonly at: number; readonly found: Promise<string | undefined> } | undefined;
  return async (about: Callback): Promise<string | undefined> => {
    if (last === undefined || clock.now() - last.at > searchAgainMs) {
      last = { at: clock.now(), found: search(about) };
    }
    return await last.found;
  };
};

interface SignedOtherwise {
  readonly was: string;
  readonly dialect: string;
  readonly counting: Exchange;
}

const signedOtherwise = ({ id }: Exchange, { was, dialect, counting }: SignedOtherwise): ExchangeJudgement => ({
  exchangeId: id,
  verdict: 'unjudged',
  because: 'open',
  sentence: `It was signed in the dialect ${was}; the agent was then found to verify ${dialect}. The callback was sent again, signed like that: ${counting.id} is judged.`,
  findings: [],
});
