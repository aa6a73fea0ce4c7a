import { canonicalText } from '../signing/canonical-text.ts';
import type { Dialect } from '../signing/dialect.ts';

/** Values of callbacks that the two likely forms of the platform write differently. */
const hazards = [
  { text: '{"player_username":"north/south"}', what: 'a slash' },
  { text: '{"player_username":"\u0416"}', what: 'text outside ASCII' },
  { text: '{"player_username":"Tom & Co"}', what: '&' },
  { text: '{"freespins":{"total":2,"played":1}}', what: 'free spins with unsorted keys' },
  { text: '{"freespins":{"accumulated_win":12.0}}', what: 'an amount such as 12.0' },
] as const;

/** What the platform may be, as long as nobody knows: section 5 says only "JSON string". */
const platforms = [
  { name: 'minimal', sentence: 'writes plain JSON, with every level sorted' },
  { name: 'php', sentence: 'is PHP with ksort and json_encode without flags' },
] as const;

/** What callbacks of a platform of either likely form an agent of the dialect would refuse. */
export const dialectWarnings = ({ name, separators }: Dialect): string[] => {
  if (separators === 'spaced') {
    return [
      'Where the platform writes no spaces after commas and colons, your agent refuses everything.',
    ];
  }
  return platforms.flatMap((platform) => {
    const refused = hazards
      .filter(({ text }) => canonicalText(text, name) !== canonicalText(text, platform.name))
      .map(({ what }) => what);
    if (refused.length === 0) return [];
    return [
      `Where the platform ${platform.sentence}, your agent refuses callbacks with ${inWords(refused)}.`,
    ];
  });
};

const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
