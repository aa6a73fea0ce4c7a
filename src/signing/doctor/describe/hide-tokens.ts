import { quoteText } from '../../escaping.ts';
import { percentEncode } from '../literals/percent-encode.ts';

/** A shorter token would be found in texts that have nothing to do with it. */
const shortest = 4;

/** Puts `<token>` wherever a text holds a token, in any of the ways in which JSON or a form writes it. */
export const hideTokens = (text: string, tokens: readonly string[]): string =>
  tokens
    .filter((token) => token.length >= shortest)
    .flatMap(formsOf)
    .sort((one, other) => other.length - one.length)
    .reduce((hidden, form) => hidden.replaceAll(form, '<token>'), text);

const formsOf = (token: string): string[] => [
  ...new Set([
    token,
    ...(['raw', 'php', 'python', 'stj', 'goNew'] as const).map((name) =>
      quoteText(token, name).slice(1, -1),
    ),
    percentEncode(token),
  ]),
];
