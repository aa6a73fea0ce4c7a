/** The languages that the games speak; the first is spoken where another is asked for. */
export const gameLanguages = ['en', 'ru'] as const;
export type GameLanguage = (typeof gameLanguages)[number];

/**
 * The language that is spoken for a language code of a launch: its primary part counts, so that
 * `ru-RU`, `RU` and `rus` are Russian. Undefined where the games do not speak it.
 */
export const spokenLanguage = (code: string): GameLanguage | undefined => {
  const primary = primaryOf(code);
  return gameLanguages.find((language) => language === primary);
};

/** The language of a game: that of its launch, or else English. */
export const languageOf = (code: string): GameLanguage => spokenLanguage(code) ?? 'en';

/** What a language calls itself, such as `Deutsch`; the code where nobody knows it. */
export const nameOfLanguage = (code: string): string => {
  const primary = primaryOf(code);
  const own = primary === undefined ? undefined : displayName(primary);
  return own ?? code.trim().slice(0, longestName);
};

const longestName = 35;

const displayName = (primary: string): string | undefined =>
  new Intl.DisplayNames([primary], { type: 'language', fallback: 'none' }).of(primary);

/** Section 2 says "a code" and no more: `en_GB` and codes of three letters are read as well. */
const pattern = /^\s*([a-z]{2,3})(?![a-z])/i;

const primaryOf = (code: string): string | undefined => {
  const primary = pattern.exec(code)?.[1];
  return primary === undefined ? undefined : Intl.getCanonicalLocales(primary)[0];
};
