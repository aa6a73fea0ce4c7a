import { spellingsOfToken } from './agents/wallets.ts';
import { hostileToken } from './hostile-agent.ts';

/** Colours and weights that are our own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
const ownColours = /\u001b\[(?:1|2|22|31|32|33|35|36|39)m/g;

/** What a terminal obeys, or what turns or hides text, but newlines and tabs. */
const obeyed =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/u;

/** What CI takes for a command at the begin of a line, or anywhere in it. */
const commands = /^[^\S\n]*::(?!(?:error|warning|notice|group|endgroup)\b)|##vso\[|##\[|##teamcity\[/m;
const annotations = /^[^\S\n]*::/m;

/** Where a text that leaves us goes: annotations are commands, but only of the github reporter. */
export type Output = 'for people' | 'annotations' | 'data';

/** What is wrong with a text that was written about a stranger, whatever it was to tell. */
export const problemsOf = (text: string, output: Output): string[] => {
  const bare = output === 'for people' ? text.replaceAll(ownColours, '') : text;
  return [
    ...found(bare, obeyed, 'a character that is obeyed'),
    ...found(bare, commands, 'a command of CI'),
    ...(output === 'for people' ? found(bare, annotations, 'an annotation') : []),
    ...leaksIn(bare),
  ];
};

/** What no answer shows, whoever reads it: where we stand, and the token. */
export const leaksIn = (text: string): string[] => [
  ...found(text, /(?:^|\\n)\s+at .*(?:\.[jt]s|node:)\S*:\d+/m, 'a stack trace'),
  ...spellingsOfToken.filter((each) => text.includes(each)).map((each) => `the token: ${each}`),
  ...(text.includes(hostileToken.slice(0, 14)) ? ['the begin of the token'] : []),
];

const found = (text: string, pattern: RegExp, name: string): string[] => {
  const match = pattern.exec(text);
  if (match === null) return [];
  const around = text.slice(Math.max(0, match.index - 60), match.index + 60);
  return [`${name}: ${JSON.stringify(around)}`];
};
