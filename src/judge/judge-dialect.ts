import type { AgentDialect } from '../formats/run.ts';
import type { Dialect } from '../signing/canonical-form.ts';
import { dialects } from '../signing/dialects.ts';
import { canonicalText, canonicalTexts } from '../signing/sign.ts';

/** What is told where a body was refused in every form, by the body's name. */
type RefusalSentences = Readonly<Record<string, string>>;

/**
 * The dialect that the agent verifies, from its answers to probes; undefined where it accepted
 * none. Bodies that it accepted in no dialect are told as warnings.
 */
export const judgeDialect = (
  answers: readonly ProbeAnswer[],
  sentences: RefusalSentences,
): AgentDialect | undefined => {
  const [dialect] = possibleDialects(answers);
  const isAccepted = answers.some(({ said }) => said === 'accepted');
  if (dialect === undefined || !isAccepted) return undefined;
  const described = describeDialect(dialect, 'found');
  return { ...described, warnings: [...refusedBodies(answers, sentences), ...described.warnings] };
};

/** Bodies that were refused in every dialect they were signed in. */
const refusedBodies = (answers: readonly ProbeAnswer[], sentences: RefusalSentences): string[] =>
  Object.entries(sentences).flatMap(([body, sentence]) => {
    const asked = answers.filter((answer) => answer.body === body);
    const isRefused = asked.length > 0 && asked.every(({ said }) => said === 'refused');
    return isRefused ? [sentence] : [];
  });

/**
 * The dialects that write every accepted body as it was signed, the likeliest first. A refusal
 * excludes none: an agent may refuse for another reason, and must not be named wrongly for it.
 */
export const possibleDialects = (answers: readonly ProbeAnswer[]): readonly Dialect[] => {
  const accepted = answers.filter(({ said }) => said === 'accepted');
  return dialects.filter(({ name }) => accepted.every(({ text, signed }) => canonicalText(text, name) === signed));
};

/** A getBalance signed as some dialects sign it, and what the agent said. */
export interface ProbeAnswer {
  /** Name of the body that was sent. */
  readonly body: string;
  /** The body as it went over the wire. */
  readonly text: string;
  /** The string that its signature covers. */
  readonly signed: string;
  /**
   * `accepted`: a balance. `refused`: what a wrong signature is answered with. `unclear`: anything
   * else, which says nothing about the signature.
   */
  readonly said: 'accepted' | 'refused' | 'unclear';
}

/**
 * A dialect as a run tells it, with what a platform of another form would run into. `possible`: those
 * that write all alike that was accepted; where they differ nothing is told.
 */
export const describeDialect = (
  dialect: Dialect,
  how: AgentDialect['how'],
  possible: readonly Dialect[] = [dialect],
): AgentDialect => ({
  name: dialect.name,
  sentence: dialectSentence(dialect, how, possible),
  how,
  warnings: dialectWarnings(dialect, possible),
});

const dialectSentence = (
  { name, sentence }: Dialect,
  how: AgentDialect['how'],
  possible: readonly Dialect[],
): string => {
  const others = possible.map((each) => each.name).filter((each) => each !== name);
  if (others.length === 0) return `${openings[how]}: ${sentence}.`;
  return `Your agent takes what is signed like this: ${sentence}. ${inWords(others)} would write all that it took in the same way.`;
};

const openings = {
  found: 'Your agent verifies',
  configured: 'Callbacks are signed as configured',
} as const;

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
const dialectWarnings = ({ name, separators }: Dialect, possible: readonly Dialect[]): string[] => {
  if (separators === 'spaced') {
    return ['Where the platform writes no spaces after commas and colons, your agent refuses everything.'];
  }
  return platforms.flatMap((platform) => {
    const refused = hazards
      .filter(
        ({ text }) =>
          new Set(
            canonicalTexts(
              text,
              possible.map((each) => each.name),
            ),
          ).size < 2,
      )
      .filter(({ text }) => new Set(canonicalTexts(text, [name, platform.name])).size > 1)
      .map(({ what }) => what);
    if (refused.length === 0) return [];
    return [`Where the platform ${platform.sentence}, your agent refuses callbacks with ${inWords(refused)}.`];
  });
};

const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
