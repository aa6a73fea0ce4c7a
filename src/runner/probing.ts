import type { AgentAnswer } from '../callbacks/read-answer.ts';
import { readAnswer } from '../callbacks/read-answer.ts';
import { isSignatureRefusal } from '../judges/judge-refusal.ts';
import type { ProbeAnswer } from '../judges/probe-answer.ts';
import type { Account } from '../ledger/ledger.ts';
import { canonicalText } from '../signing/canonical-text.ts';
import type { Callback } from '../spec/callback.ts';
import type { CallOptions } from '../spec/scenario.ts';
import { composeCall } from './compose-call.ts';
import type { ComposedCall } from './composed-call.ts';
import type { DialectBody } from './dialect-probes.ts';
import { balanceCall } from './own-calls.ts';
import { ownScenario } from './own-scenario.ts';
import type { Play } from './play.ts';
import { openPlay, plainOptions, sendCall } from './play.ts';
import type { RunContext } from './run-context.ts';

/** Probes of one agent while they go on. */
export interface Probing {
  readonly play: Play;
  readonly answers: ProbeAnswer[];
  /** How a wrong signature is answered: whoever answers a probe alike refuses its signature. */
  wrong: AgentAnswer | undefined;
  /** No answer came: nothing more is asked. */
  isOver: boolean;
}

const scenario = ownScenario('dialect', 'The agent verifies signatures in a known dialect');

/** A letter of its own in the ids: they are as long as all others, and nobody else's. */
const openProbing = (context: RunContext): Probing => ({
  play: openPlay(context, scenario, 'd'),
  answers: [],
  wrong: undefined,
  isOver: false,
});

/** The body signed in a dialect, sent, and what the agent said. */
const askIn = async (
  probing: Probing,
  body: DialectBody,
  dialect: string,
): Promise<ProbeAnswer> => {
  const label = `getBalance, ${body.subject}, signed as ${dialect}`;
  const composed = compose(probing, body, { dialect, label });
  const text = Buffer.from(composed.body).toString('utf8');
  const said = standingOf(probing, await sendProbe(probing, composed));
  const answer = { body: body.name, text, signed: canonicalText(text, dialect), said };
  probing.answers.push(answer);
  return answer;
};

/** How the agent answers the body with a wrong signature. */
const askWrongly = async (probing: Probing, body: DialectBody): Promise<AgentAnswer> => {
  const label = `getBalance, ${body.subject}, wrongly signed`;
  return await sendProbe(probing, compose(probing, body, { label, signature: 'wrong' }));
};

/** A plain getBalance with another header than the right one: whether it is accepted. */
const askSigned = async (
  probing: Probing,
  body: DialectBody,
  { label, header }: { readonly label: string; readonly header: (text: string) => string },
): Promise<boolean> => {
  const { dialect: _, ...composed } = compose(probing, body, { label, signature: 'wrong' });
  const text = Buffer.from(composed.body).toString('utf8');
  const headers = { ...composed.headers, 'x-signature': header(text) };
  return (await sendProbe(probing, { ...composed, headers })).kind === 'balance';
};

/** Probes of an agent, one after another. Its money is not touched: all are getBalance. */
export const probing = { open: openProbing, askIn, askWrongly, askSigned };

interface Signing {
  readonly label: string;
  readonly dialect?: string;
  readonly signature?: CallOptions['signature'];
}

const compose = (
  { play }: Probing,
  body: DialectBody,
  { label, dialect, signature = 'valid' }: Signing,
): ComposedCall => {
  const press = {
    ...play.press,
    agent: { ...play.press.agent, dialect: dialect ?? 'minimal' },
    quirks: { nestedOrder: 'table' },
  } as const;
  const { callback } = balanceCall(play, accountOf(play), { label });
  const options = { ...plainOptions, fields: body.fields, signature };
  return composeCall(press, { label, callback: callback as Callback, options });
};

const accountOf = ({ context }: Play): Account => {
  const [player] = context.cast.players;
  return { playerId: player?.id ?? '', currency: player?.currencies[0] ?? 'USD' };
};

const sendProbe = async (state: Probing, composed: ComposedCall): Promise<AgentAnswer> => {
  const { exchange } = await sendCall(state.play, composed, plainOptions);
  const answer = readAnswer(exchange.answer);
  if (answer.kind === 'none') state.isOver = true;
  return answer;
};

const standingOf = ({ wrong }: Probing, answer: AgentAnswer): ProbeAnswer['said'] => {
  if (answer.kind === 'balance') return 'accepted';
  if (answer.kind !== 'error') return 'unclear';
  return isAlike(wrong, answer) || isSignatureRefusal(answer) ? 'refused' : 'unclear';
};

const isAlike = (wrong: AgentAnswer | undefined, answer: AgentAnswer): boolean =>
  wrong?.kind === 'error' &&
  answer.kind === 'error' &&
  wrong.status === answer.status &&
  wrong.error === answer.error;
