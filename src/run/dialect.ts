import { createHash } from 'node:crypto';
import { type JsonNode, parseJson, renderJson } from '../base/json.ts';
import type { AgentDialect, ReportedExchange } from '../formats/run.ts';
import type { CallOptions, FieldValue } from '../formats/scenario/scenario.ts';
import { serialise } from '../signing/canonical-form.ts';
import { type Dialect, demandDialect, dialects } from '../signing/dialects.ts';
import { canonicalText, canonicalTexts, sign } from '../signing/sign.ts';
import { signatureMistakes } from '../spec/signature-mistakes.ts';
import { setFields, withoutFields } from '../wire/alter-body.ts';
import { composeMessage, type Recipient } from '../wire/compose-message.ts';
import { type AgentAnswer, describeError, isSignatureRefusal, readAnswer } from '../wire/read-answer.ts';
import { balanceCall } from './balance-call.ts';
import { ownScenario } from './own-calls.ts';
import { openPlay, type Play, plainOptions, sendCall } from './play.ts';
import { type FirstAnswer, type Root, shownAmounts } from './preflight.ts';
import type { ComposedCall, RunContext } from './run-context.ts';
import { mainAccount } from './run-players.ts';

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
 * Which dialect the agent verifies, by getBalance only. An agent that verifies that of the first call is asked four
 * times at most. Rare texts are sent once a plain one was accepted.
 */
export const findDialect = async (context: RunContext, first: FirstAnswer): Promise<DialectSearch> => {
  const probes = new Probes(context, first);
  const seen = { exchanges: probes.play.exchanges, balances: probes.balances };
  if (first.said === 'refused') {
    await probes.askWrongly(plain);
    await probes.askInEveryForm(plain);
  }
  if (probes.isOver) return seen;
  if (!probes.isAccepted(plain)) return { ...seen, root: await findMistake(probes) };
  const whole = await verifiedBody(probes);
  if (whole === undefined) return seen;
  // Everything at once tells the dialect of the first call; who refuses it is asked one thing after another.
  const isPossible = possibleDialects(probes.answers).some(({ name }) => name === first.dialect);
  if (isPossible) await probes.askIn(whole, first.dialect);
  for (const body of probes.isAccepted(whole) ? [number] : singles) {
    if (hasFreespins(whole) || !hasFreespins(body)) await probes.askInEveryForm(body);
  }
  return { ...seen, dialect: judgeDialect(probes.answers) };
};

/**
 * The body of everything at once. One that is accepted with a wrong signature could only be named
 * wrongly: some agents do not look at the signature where there are free spins, others never.
 */
const verifiedBody = async (probes: Probes): Promise<DialectBody | undefined> => {
  for (const body of [together, text]) {
    const answer = await probes.askWrongly(body);
    if (probes.isOver) return undefined;
    if (answer.kind !== 'balance') return body;
  }
  return undefined;
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

/** A body of getBalance that some dialects write differently. */
interface DialectBody {
  readonly name: string;
  /** What the agent refuses when it refuses this in every form. */
  readonly subject: string;
  /** What often makes an agent refuse it. */
  readonly hint?: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

const scenario = ownScenario('dialect', 'The agent verifies signatures in a known dialect');

/** Probes of one agent while they go on. Its money is not touched: all are getBalance. */
class Probes {
  readonly play: Play;
  readonly answers: ProbeAnswer[];
  /** The balances that it showed, oldest first. */
  readonly balances: string[] = [];
  /** How a wrong signature is answered: whoever answers a probe alike refuses its signature. */
  wrong: AgentAnswer | undefined;
  /** No answer came: nothing more is asked. */
  isOver = false;
  readonly #first: FirstAnswer;

  constructor(context: RunContext, first: FirstAnswer) {
    // A letter of its own in the ids: they are as long as all others, and nobody else's.
    this.play = openPlay(context, scenario, 'd');
    this.#first = first;
    const { text, dialect, said } = first;
    this.answers = [{ body: plain.name, text, signed: canonicalText(text, dialect), said }];
  }

  isAccepted({ name }: DialectBody): boolean {
    return this.answers.some(({ body, said }) => body === name && said === 'accepted');
  }

  /** How the agent answers the body with a wrong signature. */
  async askWrongly(body: DialectBody): Promise<AgentAnswer> {
    const label = `getBalance, ${body.subject}, wrongly signed`;
    this.wrong = await this.#send(this.#compose(body, { label, signature: 'wrong' }));
    return this.wrong;
  }

  /** The body signed in a dialect, sent, and what the agent said. */
  async askIn(body: DialectBody, dialect: string): Promise<ProbeAnswer['said']> {
    const label = `getBalance, ${body.subject}, signed as ${dialect}`;
    const composed = this.#compose(body, { label, dialect });
    const sent = textOf(composed);
    const said = this.#standingOf(await this.#send(composed));
    this.answers.push({ body: body.name, text: sent, signed: canonicalText(sent, dialect), said });
    return said;
  }

  /** The body in every form that the possible dialects give it, the likeliest first, until one is accepted. */
  async askInEveryForm(body: DialectBody): Promise<void> {
    const sample = variantOf(this.#first.text, body);
    const forms = new Map<string, string>();
    for (const { name } of possibleDialects(this.answers)) {
      const form = canonicalText(sample, name);
      if (!forms.has(form)) forms.set(form, name);
    }
    // The first call was the plain body in the form of its dialect.
    if (body === plain) forms.delete(canonicalText(sample, this.#first.dialect));
    for (const dialect of forms.values()) {
      if (this.isOver || (await this.askIn(body, dialect)) !== 'refused') return;
    }
  }

  /** Whether a plain getBalance with another header than the right one is accepted. */
  async isSignedBy({ label, header }: Mistake, partsOf: (text: string) => TextToSign): Promise<boolean> {
    const { dialect: _, ...composed } = this.#compose(plain, { label: `getBalance, ${label}`, signature: 'wrong' });
    const headers = { ...composed.headers, 'x-signature': header(partsOf(textOf(composed))) };
    return (await this.#send({ ...composed, headers })).kind === 'balance';
  }

  #compose(body: DialectBody, { label, dialect = 'minimal', signature = 'valid' }: ProbeSigning): ComposedCall {
    const { play } = this;
    const recipient: Recipient = { ...play.terms.recipient, dialect, nestedOrder: 'table' };
    const { callback } = balanceCall(play, mainAccount(play.context.players), { label });
    const options = { ...plainOptions, fields: body.fields, signature };
    return { label, ...composeMessage(callback, { ...play.terms, recipient }, options) };
  }

  async #send(composed: ComposedCall): Promise<AgentAnswer> {
    const { exchange } = await sendCall(this.play, composed, plainOptions);
    const answer = readAnswer(exchange.answer);
    if (answer.kind === 'none') this.isOver = true;
    this.balances.push(...shownAmounts(answer));
    return answer;
  }

  #standingOf(answer: AgentAnswer): ProbeAnswer['said'] {
    if (answer.kind === 'balance') return 'accepted';
    if (answer.kind !== 'error') return 'unclear';
    const { wrong } = this;
    const isAlike = wrong?.kind === 'error' && wrong.status === answer.status && wrong.error === answer.error;
    return isAlike || isSignatureRefusal(answer) ? 'refused' : 'unclear';
  }
}

interface ProbeSigning {
  readonly label: string;
  readonly dialect?: string;
  readonly signature?: CallOptions['signature'];
}

const textOf = ({ body }: ComposedCall): string => Buffer.from(body).toString('utf8');

/** Whether the body has the object that some agents do not verify. */
const hasFreespins = ({ fields }: DialectBody): boolean =>
  Object.keys(fields).some((field) => field.startsWith('freespins.'));

/** The plain body with the fields of another: as it is sent, but for its request_id. */
const variantOf = (plainText: string, { fields }: DialectBody): string => {
  const body = parseJson(plainText);
  return body.kind === 'object' ? renderJson(setFields(withoutFields(body, ['freespins']), fields)) : plainText;
};

/** Not in alphabetical order, so that sorting the top level only makes a difference. */
const freespins = (accumulatedWin: string): DialectBody['fields'] => ({
  'freespins.played': 1,
  'freespins.total': 10,
  'freespins.is_finish': false,
  'freespins.accumulated_win': { json: accumulatedWin },
});

/** A field is added where it is not there yet: these stand in the order they are set. */
const name = (username: string): DialectBody['fields'] => ({ player_username: username });

/** The text that every known serialiser family writes in its own way. */
const awkward = name("a/b & <c> = 'd' \u0416 \u{1f3b0} \u2028");

const plain: DialectBody = { name: 'plain', subject: 'a plain getBalance', fields: {} };

/** Everything at once: whoever accepts it signed in a dialect verifies just that. */
const together: DialectBody = {
  name: 'together',
  subject: 'free spins and a name with characters that serialisers write differently',
  fields: { ...awkward, ...freespins('12.5') },
};

/** The same for an agent that does not look at the signature where there are free spins. */
const text: DialectBody = {
  name: 'text',
  subject: 'a name with characters that serialisers write differently',
  fields: awkward,
};

/** Section 2: `accumulated_win` is a float, and 12.0 is 12. */
const number: DialectBody = { name: 'number', subject: 'accumulated_win written 12.0', fields: freespins('12.0') };

/** One hazard each, the most telling first. */
const singles: readonly DialectBody[] = [
  {
    name: 'order',
    subject: 'free spins with unsorted keys',
    hint: 'JSON.stringify with a list of keys drops those inside, and some leave free spins out',
    fields: freespins('12.5'),
  },
  { name: 'slash', subject: 'a slash in a name', fields: name('north/south') },
  { name: 'letters', subject: 'Cyrillic letters in a name', fields: name('\u0418\u0433\u0440\u043e\u043a') },
  { name: 'ampersand', subject: '& in a name', fields: name('Tom & Co') },
  { name: 'signs', subject: 'an apostrophe and = in a name', fields: name("it's a=b") },
  { name: 'separator', subject: 'U+2028 in a name', fields: name('line\u2028end') },
  { name: 'emoji', subject: 'an emoji in a name', fields: name('Lucky \u{1f3b0}') },
  number,
  { name: 'whole', subject: 'accumulated_win written 12', fields: freespins('12') },
  {
    name: 'space',
    subject: 'a name with a space at its end',
    hint: 'TrimStrings of Laravel cuts it off before the signature is verified',
    fields: name('Player One '),
  },
  {
    name: 'empty',
    subject: 'an empty name',
    hint: 'ConvertEmptyStringsToNull of Laravel makes null of it',
    fields: name(''),
  },
];

/**
 * The dialect that the agent verifies, from its answers to probes; undefined where it accepted
 * none. Bodies that it refused in every dialect they were signed in are told as warnings.
 */
export const judgeDialect = (answers: readonly ProbeAnswer[]): AgentDialect | undefined => {
  const [dialect] = possibleDialects(answers);
  if (dialect === undefined || !answers.some(({ said }) => said === 'accepted')) return undefined;
  const refused = singles.flatMap(({ name: body, subject, hint }) => {
    const asked = answers.filter((answer) => answer.body === body);
    if (asked.length === 0 || asked.some(({ said }) => said !== 'refused')) return [];
    return [`Your agent refuses ${subject}, however it is signed${hint === undefined ? '' : `: ${hint}`}.`];
  });
  const described = describeDialect(dialect, 'found');
  return { ...described, warnings: [...refused, ...described.warnings] };
};

/**
 * The dialects that write every accepted body as it was signed, the likeliest first. A refusal
 * excludes none: an agent may refuse for another reason, and must not be named wrongly for it.
 */
const possibleDialects = (answers: readonly ProbeAnswer[]): readonly Dialect[] => {
  const accepted = answers.filter(({ said }) => said === 'accepted');
  return dialects.filter((each) => accepted.every((one) => canonicalText(one.text, each.name) === one.signed));
};

const openings = { found: 'Your agent verifies', configured: 'Callbacks are signed as configured' } as const;

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

/** A dialect as a run tells it, with what an agent of it would refuse of a platform of either likely form. */
export const describeDialect = (
  { name: own, sentence, separators }: Dialect,
  how: AgentDialect['how'],
): AgentDialect => {
  const told = { name: own, sentence: `${openings[how]}: ${sentence}.`, how };
  if (separators === 'spaced') {
    const all = 'Where the platform writes no spaces after commas and colons, your agent refuses everything.';
    return { ...told, warnings: [all] };
  }
  const warnings = platforms.flatMap((platform) => {
    const refused = hazards
      .filter((hazard) => new Set(canonicalTexts(hazard.text, [own, platform.name])).size > 1)
      .map(({ what }) => what);
    if (refused.length === 0) return [];
    return [`Where the platform ${platform.sentence}, your agent refuses callbacks with ${inWords(refused)}.`];
  });
  return { ...told, warnings };
};

const inWords = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** The agent accepts no dialect: the mistake that it makes, where one of the usual ones fits. */
const findMistake = async (probes: Probes): Promise<Root> => {
  const { recipient, otherToken } = probes.play.terms;
  const partsOf = (sent: string): TextToSign => {
    const { token } = recipient;
    return { text: sent, token, otherToken, minimal: canonicalText(sent, 'minimal') };
  };
  const sample = partsOf(probes.answers[0]?.text ?? '{}');
  const headers = mistakes.map(({ header }) => header(sample));
  for (const [index, mistake] of mistakes.entries()) {
    if (probes.isOver) break;
    // A body without such letters is written alike by many: it was asked already.
    if (headers.indexOf(mistake.header(sample)) < index) continue;
    if (await probes.isSignedBy(mistake, partsOf)) {
      const { cause, remedy } = mistake;
      return { reason: `The agent refuses a correctly signed getBalance: ${cause}`, remedy };
    }
  }
  const { wrong, play } = probes;
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

/** Whole numbers as floats print them. */
const withFloats = (node: JsonNode): JsonNode => {
  if (node.kind === 'number') return /^-?\d+$/.test(node.text) ? { ...node, text: `${node.text}.0` } : node;
  if (node.kind === 'array') return { ...node, items: node.items.map(withFloats) };
  if (node.kind !== 'object') return node;
  return { ...node, members: node.members.map(({ name: key, value }) => ({ name: key, value: withFloats(value) })) };
};

const withoutRequestId = (node: JsonNode): JsonNode =>
  node.kind === 'object' ? withoutFields(node, ['request_id']) : node;

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
    header: ({ minimal, token }) => sign(renderJson(withFloats(parseJson(minimal))), token),
    cause: 'it reads whole numbers as floats: agent_id 1001 is 1001.0 in the text it verifies.',
    remedy: 'Keep whole numbers whole: with Gson read into a JsonObject, not into a Map.',
  },
  {
    label: 'signed without request_id',
    header: ({ minimal, token }) => sign(renderJson(withoutRequestId(parseJson(minimal))), token),
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
