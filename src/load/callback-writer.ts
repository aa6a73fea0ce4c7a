import { createDice } from '../base/dice.ts';
import { renderJson } from '../base/json.ts';
import { amountOf, renderAmount } from '../base/money.ts';
import { canonicalForm, numberText, quoteText } from '../signing/canonical-form.ts';
import { type Dialect, demandDialect } from '../signing/dialects.ts';
import { sign } from '../signing/sign.ts';
import type { AmountText, Callback, MakeBet } from '../spec/callback.ts';
import { renderCallback } from '../wire/codec.ts';
import { composeMessage, type Recipient } from '../wire/compose-message.ts';
import type { CallbackWriter, SignedCallback } from './sent-call.ts';

export interface WriterTerms {
  readonly recipient: Recipient;
}

/**
 * Writes the callbacks to an agent from templates: the texts of one with known values, cut where these
 * stand. What no template covers `composeMessage` writes. WalletproofError for an unknown dialect.
 */
export const createCallbackWriter = ({ recipient }: WriterTerms): CallbackWriter => {
  const templates = createTemplates(recipient);
  const slots = createSlots(demandDialect(recipient.dialect ?? 'minimal'));
  return {
    write: (callback) => {
      const template = callback.agentId === recipient.agentId ? templates(callback) : undefined;
      if (template === undefined || !fill(slots, callback)) return compose(callback, recipient);
      const body = join(template.body, slots.inBody);
      return { body, signature: sign(join(template.signed, slots.inSigned), recipient.token) };
    },
  };
};

const dice = createDice('load');

/** As every other callback is written: the measure of what the templates give. */
export const compose = (callback: Callback, recipient: Recipient): SignedCallback => {
  const { body, headers } = composeMessage(callback, {
    recipient,
    otherToken: recipient.token,
    dice,
  });
  return { body: Buffer.from(body).toString(), signature: headers['x-signature'] ?? '' };
};

/** The body of a callback and the text that its signature covers. */
interface Template {
  readonly body: CutText;
  readonly signed: CutText;
}

interface CutText {
  readonly start: string;
  /** Which value is next, and what follows it. */
  readonly rest: readonly { readonly slot: number; readonly after: string }[];
}

const join = ({ start, rest }: CutText, values: readonly string[]): string => {
  let text = start;
  for (const { slot, after } of rest) text += values[slot] + after;
  return text;
};

type FindTemplate = (callback: Callback) => Template | undefined;

const createTemplates = (recipient: Recipient): FindTemplate => {
  const samples = samplesFor(recipient.agentId);
  const [getBalance, open, finished, rollback] = samples.map((sample) =>
    atFirstUse(() => cutTemplate(sample, recipient)),
  );
  return (callback) => {
    switch (callback.type) {
      case 'getBalance':
        return callback.freespins === undefined ? getBalance?.() : undefined;
      case 'makeBet':
        return callback.roundFinished ? finished?.() : open?.();
      case 'rollback':
        return rollback?.();
    }
  };
};

const atFirstUse = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

/** A text that every dialect leaves as it is, and that stands in no callback. */
const textMark = (slot: number): string => `walletproof-slot-${slot}-`;

const numberMark = (slot: number): number => 914_000_000_000_000 + slot;

/** A callback of each template, with a mark in each slot; see `fill`. */
const samplesFor = (agentId: number): readonly Callback[] => {
  const common = {
    agentId,
    sessionId: textMark(0),
    playerId: textMark(1),
    playerUsername: textMark(2),
    currency: textMark(3),
    language: textMark(4),
    requestId: textMark(5),
  };
  const makeBet: MakeBet = {
    ...common,
    type: 'makeBet',
    transactionId: textMark(6),
    gameRoundId: textMark(7),
    bet: String(numberMark(8)),
    win: String(numberMark(9)),
    roundFinished: false,
  };
  return [
    { ...common, type: 'getBalance', gameId: numberMark(6) },
    makeBet,
    { ...makeBet, roundFinished: true },
    { ...common, type: 'rollback', transactionId: textMark(6) },
  ];
};

/** Puts the values of a callback into their slots; false where one is odd. */
const fill = (slots: Slots, callback: Callback): boolean => {
  slots.text(0, callback.sessionId);
  slots.text(1, callback.playerId);
  slots.text(2, callback.playerUsername);
  slots.text(3, callback.currency);
  slots.text(4, callback.language);
  slots.text(5, callback.requestId);
  if (callback.type === 'getBalance') return slots.whole(6, callback.gameId);
  slots.text(6, callback.transactionId);
  if (callback.type === 'rollback') return true;
  slots.text(7, callback.gameRoundId);
  slots.amount(8, callback.bet);
  slots.amount(9, callback.win);
  return true;
};

/** Undefined where a mark does not stand in it once: an agent id may have its digits. */
const cutTemplate = (sample: Callback, recipient: Recipient): Template | undefined => {
  const tree = renderCallback(sample, recipient);
  const signed = canonicalForm(tree, demandDialect(recipient.dialect ?? 'minimal'));
  const texts = [cut(renderJson(tree)), cut(signed)] as const;
  const isWhole = texts.every(
    ({ rest }) => rest.length === slotsOf[sample.type] && new Set(rest.map(({ slot }) => slot)).size === rest.length,
  );
  return isWhole ? { body: texts[0], signed: texts[1] } : undefined;
};

const slotsOf = { getBalance: 7, makeBet: 10, rollback: 7 } as const;

const anyMark = /walletproof-slot-(\d)-|91400000000000(\d)/g;

const cut = (text: string): CutText => {
  const [start = '', ...found] = text.split(anyMark);
  const rest = [];
  for (let at = 0; at + 2 < found.length; at += 3) {
    rest.push({ slot: Number(found[at] ?? found[at + 1]), after: found[at + 2] ?? '' });
  }
  return { start, rest };
};

/** The values of one callback, by slot. */
interface Slots {
  readonly inBody: readonly string[];
  readonly inSigned: readonly string[];
  text(slot: number, value: string): void;
  amount(slot: number, value: AmountText): void;
  /** False for a number that is no plain whole one. */
  whole(slot: number, value: number): boolean;
}

/** What no dialect escapes. */
const plainText = /^[\w.:@ -]*$/;

/** An amount in its shortest form. */
const shortest = /^(?:0|[1-9]\d{0,20})(?:\.\d{0,19}[1-9])?$/;

const createSlots = ({ escaping, numbers }: Dialect): Slots => {
  const inBody: string[] = Array.from({ length: slotsOf.makeBet }, () => '');
  const inSigned = [...inBody];
  const put = (slot: number, body: string, signed: string): void => {
    inBody[slot] = body;
    inSigned[slot] = signed;
  };
  const escaped = createEscaping(escaping);
  return {
    inBody,
    inSigned,
    text: (slot, value) => {
      if (plainText.test(value)) return put(slot, value, value);
      const { body, signed } = escaped(value);
      put(slot, body, signed);
    },
    amount: (slot, value) => {
      const body = shortest.test(value) ? value : renderAmount(amountOf(value));
      put(slot, body, numberText(body, numbers));
    },
    whole: (slot, value) => {
      const text = String(value);
      put(slot, text, text);
      return Number.isInteger(value) && value >= 0 && value < 1e15;
    },
  };
};

interface EscapedText {
  readonly body: string;
  readonly signed: string;
}

/** Names of players come again and again; so many of those that need escapes are remembered. */
const mostEscaped = 10_000;

const createEscaping = (escaping: Dialect['escaping']): ((text: string) => EscapedText) => {
  const known = new Map<string, EscapedText>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const escaped = {
      body: JSON.stringify(text).slice(1, -1),
      signed: quoteText(text, escaping).slice(1, -1),
    };
    if (known.size >= mostEscaped) known.clear();
    known.set(text, escaped);
    return escaped;
  };
};
