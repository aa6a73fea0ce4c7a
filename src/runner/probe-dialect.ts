import type { CallOptions, FieldValue } from '../formats/scenario/scenario.ts';
import type { ProbeAnswer } from '../judge/judge-dialect.ts';
import { canonicalText } from '../signing/sign.ts';
import { composeMessage, type Recipient } from '../wire/compose-message.ts';
import { type AgentAnswer, isSignatureRefusal, readAnswer } from '../wire/read-answer.ts';
import { balanceCall, ownScenario } from './own-calls.ts';
import { openPlay, type Play, plainOptions, sendCall } from './play.ts';
import { shownAmounts } from './preflight.ts';
import type { ComposedCall, RunContext } from './run-context.ts';
import { mainAccount } from './run-players.ts';

/** Probes of one agent while they go on. Its money is not touched: all are getBalance. */
export interface Probing {
  readonly play: Play;
  readonly answers: ProbeAnswer[];
  /** The balances that it showed, oldest first. */
  readonly balances: string[];
  /** How a wrong signature is answered: whoever answers a probe alike refuses its signature. */
  wrong: AgentAnswer | undefined;
  /** No answer came: nothing more is asked. */
  isOver: boolean;
}

const scenario = ownScenario('dialect', 'The agent verifies signatures in a known dialect');

/** A letter of its own in the ids: they are as long as all others, and nobody else's. */
export const openProbing = (context: RunContext, letter = 'd'): Probing => ({
  play: openPlay(context, scenario, letter),
  answers: [],
  balances: [],
  wrong: undefined,
  isOver: false,
});

/** The body signed in a dialect, sent, and what the agent said. */
export const askIn = async (probing: Probing, body: DialectBody, dialect: string): Promise<ProbeAnswer> => {
  const label = `getBalance, ${body.subject}, signed as ${dialect}`;
  const composed = compose(probing, body, { dialect, label });
  const text = Buffer.from(composed.body).toString('utf8');
  const said = standingOf(probing, await sendProbe(probing, composed));
  const answer = { body: body.name, text, signed: canonicalText(text, dialect), said };
  probing.answers.push(answer);
  return answer;
};

/** How the agent answers the body with a wrong signature. */
export const askWrongly = async (probing: Probing, body: DialectBody): Promise<AgentAnswer> => {
  const label = `getBalance, ${body.subject}, wrongly signed`;
  return await sendProbe(probing, compose(probing, body, { label, signature: 'wrong' }));
};

/** A plain getBalance with another header than the right one: whether it is accepted. */
export const askSigned = async (
  probing: Probing,
  body: DialectBody,
  { label, header }: { readonly label: string; readonly header: (text: string) => string },
): Promise<boolean> => {
  const { dialect: _, ...composed } = compose(probing, body, { label, signature: 'wrong' });
  const text = Buffer.from(composed.body).toString('utf8');
  const headers = { ...composed.headers, 'x-signature': header(text) };
  return (await sendProbe(probing, { ...composed, headers })).kind === 'balance';
};

interface ProbeSigning {
  readonly label: string;
  readonly dialect?: string;
  readonly signature?: CallOptions['signature'];
}

const compose = (
  { play }: Probing,
  body: DialectBody,
  { label, dialect, signature = 'valid' }: ProbeSigning,
): ComposedCall => {
  const recipient: Recipient = {
    ...play.terms.recipient,
    dialect: dialect ?? 'minimal',
    nestedOrder: 'table',
  };
  const { callback } = balanceCall(play, mainAccount(play.context.players), { label });
  const options = { ...plainOptions, fields: body.fields, signature };
  return { label, ...composeMessage(callback, { ...play.terms, recipient }, options) };
};

const sendProbe = async (state: Probing, composed: ComposedCall): Promise<AgentAnswer> => {
  const { exchange } = await sendCall(state.play, composed, plainOptions);
  const answer = readAnswer(exchange.answer);
  if (answer.kind === 'none') state.isOver = true;
  state.balances.push(...shownAmounts(answer));
  return answer;
};

const standingOf = ({ wrong }: Probing, answer: AgentAnswer): ProbeAnswer['said'] => {
  if (answer.kind === 'balance') return 'accepted';
  if (answer.kind !== 'error') return 'unclear';
  return isAlike(wrong, answer) || isSignatureRefusal(answer) ? 'refused' : 'unclear';
};

const isAlike = (wrong: AgentAnswer | undefined, answer: AgentAnswer): boolean =>
  wrong?.kind === 'error' && answer.kind === 'error' && wrong.status === answer.status && wrong.error === answer.error;

/** A body of getBalance that some dialects write differently. */
export interface DialectBody {
  readonly name: string;
  /** What the agent refuses when it refuses this in every form. */
  readonly subject: string;
  /** What often makes an agent refuse it. */
  readonly hint?: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/** Not in alphabetical order, so that sorting the top level only makes a difference. */
const freespins = (accumulatedWin: string): Readonly<Record<string, FieldValue>> => ({
  'freespins.played': 1,
  'freespins.total': 10,
  'freespins.is_finish': false,
  'freespins.accumulated_win': { json: accumulatedWin },
});

/** A field is added where it is not there yet: these stand in the order they are set. */
const name = (username: string): Readonly<Record<string, FieldValue>> => ({
  player_username: username,
});

/** The text that every known serialiser family writes in its own way. */
const awkward = name("a/b & <c> = 'd' \u0416 \u{1f3b0} \u2028");

/** Everything at once: whoever accepts it signed as `minimal` verifies just that. */
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

const plain: DialectBody = {
  name: 'plain',
  subject: 'a plain getBalance',
  fields: {},
};

/** Section 2: `accumulated_win` is a float, and 12.0 is 12. */
const number: DialectBody = {
  name: 'number',
  subject: 'accumulated_win written 12.0',
  fields: freespins('12.0'),
};

/** One hazard each, the most telling first. */
const singles: readonly DialectBody[] = [
  {
    name: 'order',
    subject: 'free spins with unsorted keys',
    hint: 'JSON.stringify with a list of keys drops those inside, and some leave free spins out',
    fields: freespins('12.5'),
  },
  { name: 'slash', subject: 'a slash in a name', fields: name('north/south') },
  {
    name: 'letters',
    subject: 'Cyrillic letters in a name',
    fields: name('\u0418\u0433\u0440\u043e\u043a'),
  },
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

/** The bodies of the probes. */
export const dialectProbes = { plain, together, text, number, singles };
