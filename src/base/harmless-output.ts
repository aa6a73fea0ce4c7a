import { spelledOut, unseen } from './visible-text.ts';

/**
 * The last thing that happens to a text before it leaves for a terminal, a log or a file, whatever
 * was forgotten where it was made: nothing in it is obeyed by a terminal or by a CI that reads the
 * log. Each function is for texts of one language and leaves a harmless text as it is. Every text is
 * taken for the begin of a line.
 */
export type OutputLanguage = keyof typeof harmlessIn;

/** The colours that chalk writes for us: bold, dim, five foregrounds, and their ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what passes.
const colours = /(\u001b\[(?:1|2|22|31|32|33|35|36|39)m)/;

/**
 * Text for people, in which only newlines, tabs, printable characters and our own colours stay. The
 * first character of a command to a CI is written out: `#\u{0023}vso[…`.
 */
const harmlessText = (text: string): string => breakCommands(spellOut(text), spelledOut);

/** The github reporter begins its lines with a command on purpose; no other command is in them. */
const harmlessAnnotations = (text: string): string => spellOut(text).replaceAll(hashCommands, spelledOut);

/** JSON that means the same. */
const harmlessJson = (json: string): string =>
  json.replaceAll(unusual, (run) => run.replaceAll(unseen, escapedUnits)).replaceAll(hashCommands, escapedUnits);

/** XML or HTML; what stands for a command means the same. */
const harmlessMarkup = (markup: string): string =>
  breakCommands(
    markup.replaceAll(unusual, (run) => run.replaceAll(unseen, spelledOut)),
    (sign) => `&#${sign.charCodeAt(0)};`,
  );

export const harmlessIn = {
  text: harmlessText,
  annotations: harmlessAnnotations,
  json: harmlessJson,
  markup: harmlessMarkup,
} as const;

/** A value as JSON in lines, for a file, a pipe or a log alike. */
export const jsonText = (value: unknown): string => `${harmlessJson(JSON.stringify(value, null, 2))}\n`;

/** The same on one line. */
export const jsonLine = (value: unknown): string => `${harmlessJson(JSON.stringify(value))}\n`;

/** What is not plain ASCII, in runs: a report of many megabytes has few. */
const unusual = /[^\n\t -~]+/g;

/** What is not seen is written out, but for our colours. */
const spellOut = (text: string): string =>
  text
    .split(colours)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(unusual, (run) => run.replaceAll(unseen, spelledOut)),
    )
    .join('');

const escapedUnits = (text: string): string =>
  text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Azure `##vso[`, GitHub `##[`, TeamCity, Octopus Deploy: wherever in a line they stand. */
const hashCommands = /(?<=#)#(?=[\w.-]*\[)/g;

/** GitHub `::name::`, after spaces too; what opens a group in Buildkite. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a colour may stand before it.
const lineCommands = /^((?:[^\S\n]|\u001b\[\d+m)*)(?::(?=:)|([-+~^])(?=\2\2 ))/gm;

/** The first character that makes a command is replaced. */
const breakCommands = (text: string, replacementOf: (sign: string) => string): string =>
  text
    .replaceAll(hashCommands, replacementOf)
    .replaceAll(lineCommands, (_, before: string, sign: string = ':') => `${before}${replacementOf(sign)}`);
