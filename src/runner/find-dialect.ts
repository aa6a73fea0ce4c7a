import { createHash } from 'node:crypto';
import type { AgentDialect, ReportedExchange } from '../formats/run.ts';
import { renderJson } from '../json/json-node.ts';
import { parseJson } from '../json/parse-json.ts';
import { judgeDialect, possibleDialects } from '../judge/judge-dialect.ts';
import { serialise } from '../signing/canonical-form.ts';
import { demandDialect } from '../signing/dialects.ts';
import { canonicalText, sign } from '../signing/sign.ts';
import { signatureMistakes } from '../spec/signature-mistakes.ts';
import { setFields, withoutFields } from '../wire/alter-body.ts';
import { describeError } from '../wire/read-answer.ts';
import type { Root } from './preflight.ts';
import {
  askIn,
  askSigned,
  askWrongly,
  type DialectBody,
  dialectProbes,
  openProbing,
  type Probing,
} from './probe-dialect.ts';
import type { RunContext } from './run-context.ts';
import type { FirstAnswer } from './spoken-dialect.ts';

export interface DialectSearch {
  readonly exchanges: readonly ReportedExchange[];
  /** The balances that the probes were answered with, oldest first. */
  readonly balances: readonly string[];
  /** Absent where the answers name none. */
  readonly dialect?: AgentDialect;
  /** What the probes tell of an agent that accepts no signature. */
  readonly root?: Root;
}

/**
 * Which dialect the agent verifies, by getBalance only. An agent that verifies `minimal` is asked
 * four times at most. Rare texts are sent once a plain one was accepted.
 */
export const findDialect = async (context: RunContext, firstAnswer: FirstAnswer): Promise<DialectSearch> => {
  const state = openProbing(context);
  const { balances, play } = state;
  const seen = { exchanges: play.exchanges, balances };
  state.answers.push(answerOf(firstAnswer));
  if (firstAnswer.said === 'refused') await askPlainly(state);
  if (state.isOver) return seen;
  if (!isAccepted(state, dialectProbes.plain)) return { ...seen, root: await findMistake(state) };
  const whole = await verifiedBody(state);
  if (whole === undefined) return seen;
  for (const body of await bodiesToAsk(state, whole)) await askBody(state, body);
  return { ...seen, dialect: judgeDialect(state.answers, refusalSentences) };
};

/** An ordinary call in every form: as long as none is accepted, a rare text would tell no more. */
const askPlainly = async (state: Probing): Promise<void> => {
  state.wrong = await askWrongly(state, dialectProbes.plain);
  if (!state.isOver) await askBody(state, dialectProbes.plain);
};

/**
 * The body of everything at once. One that is accepted with a wrong signature could only be named
 * wrongly: some agents do not look at the signature where there are free spins, others never.
 */
const verifiedBody = async (state: Probing): Promise<DialectBody | undefined> => {
  for (const body of [dialectProbes.together, dialectProbes.text]) {
    state.wrong = await askWrongly(state, body);
    if (state.isOver) return undefined;
    if (state.wrong.kind !== 'balance') return body;
  }
  return undefined;
};

const answerOf = ({ said, text, dialect }: FirstAnswer) => ({
  body: dialectProbes.plain.name,
  text,
  signed: canonicalText(text, dialect),
  said,
});

const isAccepted = ({ answers }: Probing, { name }: DialectBody): boolean =>
  answers.some(({ body, said }) => body === name && said === 'accepted');

/** Everything at once tells `minimal`; who refuses it is asked one thing after another. */
const bodiesToAsk = async (state: Probing, whole: DialectBody): Promise<readonly DialectBody[]> => {
  const isVerified = (body: DialectBody): boolean => hasFreespins(whole) || !hasFreespins(body);
  const mayBeMinimal = possibleDialects(state.answers).some(({ name }) => name === 'minimal');
  if (mayBeMinimal) await askIn(state, whole, 'minimal');
  const rest = isAccepted(state, whole) ? [dialectProbes.number] : dialectProbes.singles;
  return rest.filter(isVerified);
};

/** The body in every form that the possible dialects give it, until one is accepted. */
const askBody = async (state: Probing, body: DialectBody): Promise<void> => {
  for (const dialect of formsOf(state, body)) {
    if (state.isOver) return;
    const { said } = await askIn(state, body, dialect);
    if (said !== 'refused') return;
  }
};

/** One dialect for each form, the likeliest first; `minimal` once only for the plain body. */
const formsOf = ({ answers }: Probing, body: DialectBody): string[] => {
  const sample = variantOf(answers[0]?.text ?? '{}', body);
  const forms = new Map<string, string>();
  for (const { name } of possibleDialects(answers)) {
    const form = canonicalText(sample, name);
    if (!forms.has(form)) forms.set(form, name);
  }
  const wasAsked = body === dialectProbes.plain;
  return [...forms.values()].filter((name) => !(wasAsked && name === 'minimal'));
};

/** Whether the body has the object that some agents do not verify. */
const hasFreespins = ({ fields }: DialectBody): boolean =>
  Object.keys(fields).some((field) => field.startsWith('freespins.'));

/** The plain body with the fields of another: as it is sent, but for its request_id. */
const variantOf = (plainText: string, { fields }: DialectBody): string => {
  const plain = parseJson(plainText);
  if (plain.kind !== 'object') return plainText;
  return renderJson(setFields(withoutFields(plain, ['freespins']), fields));
};

/** What is told of an agent that refuses a body in every form, by the body's name. */
const refusalSentences: Readonly<Record<string, string>> = Object.fromEntries(
  dialectProbes.singles.map(({ name: body, subject, hint }) => [
    body,
    `Your agent refuses ${subject}, however it is signed${hint === undefined ? '' : `: ${hint}`}.`,
  ]),
);

/** The agent accepts no dialect: the mistake that it makes, where one of the usual ones fits. */
const findMistake = async (state: Probing): Promise<Root> => {
  const { recipient, otherToken } = state.play.terms;
  const { token } = recipient;
  const parts = (text: string) => ({
    text,
    token,
    otherToken,
    minimal: canonicalText(text, 'minimal'),
  });
  const sample = parts(state.answers[0]?.text ?? '{}');
  const headers = mistakes.map(({ header }) => header(sample));
  for (const [index, { label, header, cause, remedy }] of mistakes.entries()) {
    if (state.isOver) break;
    // A body without such letters is written alike by many: it was asked already.
    if (headers.indexOf(header(sample)) < index) continue;
    const signed = { label: `getBalance, ${label}`, header: (text: string) => header(parts(text)) };
    if (await askSigned(state, dialectProbes.plain, signed)) {
      return { reason: `The agent refuses a correctly signed getBalance: ${cause}`, remedy };
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

const unsorted = (label: string, dialect: string): Mistake => ({
  label: `signed unsorted, ${label}`,
  header: ({ text, token }) => sign(serialise(parseJson(text), demandDialect(dialect)), token),
  cause: `it does not sort the keys before it serialises the body, ${label}.`,
  remedy: signatureMistakes['not-sorted'].remedy,
});

/** Ways to go wrong that show in a getBalance, the commonest first. */
const mistakes: readonly Mistake[] = [
  {
    label: 'signed over the body as it is',
    header: ({ text, token }) => sign(text, token),
    cause: 'it verifies the bytes of the body as they came, without sorting the keys.',
    remedy: 'Sort the keys of the decoded body (ksort in PHP), serialise it, and verify that (section 5).',
  },
  unsorted('as json_encode of PHP writes it', 'php'),
  unsorted('as json_encode of PHP writes it with JSON_UNESCAPED_UNICODE', 'php-unescaped-unicode'),
  unsorted('as json.dumps of Python writes it', 'python'),
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
      'The agent refuses the signature of a correctly signed getBalance, in every dialect and with ' +
      `every usual mistake that was tried (${play.exchanges.length} ways), as it refuses a wrong one${said}.`,
    remedy:
      `Most likely the two sides have different tokens: compare --token for agent ${play.context.agent.id}. ` +
      'If they are the same, compare the text that the agent signs with what `walletproof sign` shows.',
  };
};
