import { setFields } from '../callbacks/alter-body.ts';
import type { AgentDialect, ReportedExchange } from '../formats/run.ts';
import { renderJson } from '../json/json-node.ts';
import { parseJson } from '../json/parse-json.ts';
import { judgeDialect, possibleDialects } from '../judges/judge-dialect.ts';
import { canonicalText } from '../signing/sign.ts';
import { findMistake } from './find-mistake.ts';
import type { FirstAnswer, Root } from './preflight.ts';
import type { DialectBody, Probing } from './probe-dialect.ts';
import { askIn, askWrongly, dialectProbes, openProbing } from './probe-dialect.ts';
import type { RunContext } from './run-context.ts';

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
 * four times at most.
 */
export const findDialect = async (
  context: RunContext,
  firstAnswer: FirstAnswer,
): Promise<DialectSearch> => {
  const state = openProbing(context);
  const { balances, play } = state;
  const seen = { exchanges: play.exchanges, balances };
  const whole = await verifiedBody(state);
  if (whole === undefined) return seen;
  state.answers.push(answerOf(firstAnswer));
  if (firstAnswer.said === 'refused') await askBody(state, dialectProbes.plain);
  if (!isAccepted(state, dialectProbes.plain)) return { ...seen, root: await findMistake(state) };
  for (const body of await bodiesToAsk(state, whole)) await askBody(state, body);
  return { ...seen, dialect: judgeDialect(state.answers, refusalSentences) };
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

const answerOf = ({ said, text }: FirstAnswer) => ({
  body: dialectProbes.plain.name,
  text,
  signed: canonicalText(text, 'minimal'),
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
  return renderJson(plain.kind === 'object' ? setFields(plain, fields) : plain);
};

/** What is told of an agent that refuses a body in every form, by the body's name. */
const refusalSentences: Readonly<Record<string, string>> = Object.fromEntries(
  dialectProbes.singles.map(({ name: body, subject, hint }) => [
    body,
    `Your agent refuses ${subject}, however it is signed${hint === undefined ? '' : `: ${hint}`}.`,
  ]),
);
