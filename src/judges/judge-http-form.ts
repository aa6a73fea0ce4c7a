import { type HttpForm, httpForms } from '../spec/http-form.ts';
import { type AgentAnswer, describeError } from '../wire/read-answer.ts';
import type { Call } from './call.ts';
import { type Case, withFindings, withShown } from './case.ts';
import { find } from './find.ts';

const situation = 'balance';

/**
 * A getBalance that the agent answers when it comes plainly, put on the wire in another valid way,
 * and answered otherwise than with the balance. Undefined where the call itself is what is judged.
 */
export const judgeHttpForm = (state: Case, call: Call, answer: AgentAnswer): Case | undefined => {
  const { http: form, intent } = call;
  const isAsked = 'callback' in intent && intent.callback.type === 'getBalance';
  if (form === undefined || !isAsked || answer.kind === 'balance' || isGone(answer)) {
    return undefined;
  }
  const said = saidOf(answer);
  const declined = declinedBecause(form, call, answer);
  const message = `${call.label}: ${said}${declined === undefined ? '' : `; ${declined}`}.`;
  const code = declined === undefined ? 'http-form-refused' : 'observed';
  const shown = withShown(state, situation);
  return withFindings(shown, find(shown, { code, situation, call, message, actual: said }));
};

/** Nothing is said of the way then. */
const isGone = (answer: AgentAnswer): boolean =>
  answer.kind === 'none' && !['closed', 'timeout', 'unreadable'].includes(answer.failure);

const saidOf = (answer: Exclude<AgentAnswer, { kind: 'balance' }>): string => {
  switch (answer.kind) {
    case 'error':
      return `refused with ${describeError(answer)}`;
    case 'odd':
      return answer.detail.replace(/\.$/, '');
    case 'none':
      return answer.message.replace(/\.$/, '');
  }
};

/** HTTP lets a server decline some ways, by a status of their own, or because it speaks HTTP/1.0. */
const declinedBecause = (form: HttpForm, { exchange }: Call, answer: AgentAnswer): string | undefined => {
  if (answer.kind === 'error' && httpForms[form].declinedWith.includes(answer.status)) {
    return 'HTTP lets a server decline that';
  }
  const isOld = exchange.answer.kind === 'answered' && exchange.answer.httpVersion === '1.0';
  return isOld && ofVersion11.has(form) ? 'HTTP/1.0, which the agent speaks, does not have it' : undefined;
};

const ofVersion11: ReadonlySet<HttpForm> = new Set(['chunked', 'expect-continue']);
