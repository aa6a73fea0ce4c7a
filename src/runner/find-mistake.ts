import { createHash } from 'node:crypto';
import { describeError } from '../judges/judge-refusal.ts';
import { canonicalText, sign } from '../signing/sign.ts';
import type { Root } from './preflight.ts';
import type { Probing } from './probe-dialect.ts';
import { askSigned, dialectProbes } from './probe-dialect.ts';

/** The agent accepts no dialect: the mistake that it makes, where one of the usual ones fits. */
export const findMistake = async (state: Probing): Promise<Root> => {
  const { recipient, otherToken } = state.play.terms;
  const { token } = recipient;
  for (const { label, header, cause, remedy } of mistakes) {
    if (state.isOver) break;
    const parts = (text: string) => ({
      text,
      token,
      otherToken,
      minimal: canonicalText(text, 'minimal'),
    });
    const signed = { label: `getBalance, ${label}`, header: (text: string) => header(parts(text)) };
    if (await askSigned(state, dialectProbes.plain, signed)) {
      return { reason: `The agent refuses a rightly signed getBalance: ${cause}`, remedy };
    }
  }
  return nothingFits(state);
};

interface TextToSign {
  readonly text: string;
  /** The string that is to be signed. */
  readonly minimal: string;
  readonly token: string;
  readonly otherToken: string;
}

interface Mistake {
  /** How the probe is signed. */
  readonly label: string;
  readonly header: (parts: TextToSign) => string;
  /** What an agent does that accepts it. */
  readonly cause: string;
  readonly remedy: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const digest = { remedy: 'Compare with the lower-case hexadecimal digest (section 5, step 5).' };
const key = 'Give both sides the same token, without quotes, spaces or line breaks around it.';
const hmac = 'Use HMAC SHA-256 with the token as its key (section 5, step 5).';

/** Ways to go wrong that show in a getBalance, the commonest first. */
const mistakes: readonly Mistake[] = [
  {
    label: 'signed over the body as it is',
    header: ({ text, token }) => sign(text, token),
    cause: 'it verifies the bytes of the body as they came, without sorting the keys.',
    remedy: 'Sort the keys of the decoded body, serialise it, and verify that (section 5).',
  },
  {
    label: 'signed with a token that ends with a line break',
    header: ({ minimal, token }) => sign(minimal, `${token}\n`),
    cause: 'its token ends with a line break.',
    remedy: key,
  },
  {
    label: "signed with another agent's token",
    header: ({ minimal, otherToken }) => sign(minimal, otherToken),
    cause: "it verifies with another agent's token.",
    remedy: key,
  },
  {
    label: 'signed over the text and a line break',
    header: ({ minimal, token }) => sign(`${minimal}\n`, token),
    cause: 'it verifies the right text with a line break behind it, as json.Encoder of Go writes.',
    remedy: 'Serialise without a line break at the end, or cut it off before hashing.',
  },
  {
    label: 'signed with ids as 1001.0',
    header: ({ minimal, token }) => sign(minimal.replaceAll(/:(\d+)(?=[,}])/g, ':$1.0'), token),
    cause: 'it reads whole numbers as floats: agent_id 1001 is 1001.0 in the text it verifies.',
    remedy: 'Keep whole numbers whole: with Gson read into a JsonObject, not into a Map.',
  },
  {
    label: 'signed without request_id',
    header: ({ minimal, token }) => sign(minimal.replace(/,"request_id":"[^"]*"/, ''), token),
    cause: 'it leaves request_id out of the text that it verifies.',
    remedy: 'Verify all data of the body, request_id too (section 5).',
  },
  {
    label: 'signed, in upper-case hex',
    header: ({ minimal, token }) => sign(minimal, token).toUpperCase(),
    cause: 'it compares with the digest in upper-case hexadecimal.',
    ...digest,
  },
  {
    label: 'signed, in base64',
    header: ({ minimal, token }) => Buffer.from(sign(minimal, token), 'hex').toString('base64'),
    cause: 'it compares with the digest in base64.',
    ...digest,
  },
  {
    label: 'with SHA-256 of text and token',
    header: ({ minimal, token }) => sha256(minimal + token),
    cause: 'it hashes text and token one after the other, without HMAC.',
    remedy: hmac,
  },
  {
    label: 'with SHA-256 of token and text',
    header: ({ minimal, token }) => sha256(token + minimal),
    cause: 'it hashes token and text one after the other, without HMAC.',
    remedy: hmac,
  },
];

const nothingFits = ({ wrong, play }: Probing): Root => {
  const said = wrong?.kind === 'error' ? ` (${describeError(wrong)})` : '';
  return {
    reason:
      'The agent refuses the signature of a rightly signed getBalance, in every dialect and with ' +
      `every usual mistake that was tried (${play.exchanges.length} ways), as it refuses a wrong one${said}.`,
    remedy:
      `Most likely the two sides have different tokens: compare --token for agent ${play.context.agent.id}. ` +
      'If they are the same, compare the text that the agent signs with what `walletproof sign` shows.',
  };
};
