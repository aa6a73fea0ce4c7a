import type { AgentDialect, ReportedExchange, Run } from '../formats/run.ts';
import { describeDialect } from '../judge/judge-dialect.ts';
import type { Dialect } from '../signing/canonical-form.ts';
import { demandDialect, dialects } from '../signing/dialects.ts';
import { canonicalTexts } from '../signing/sign.ts';
import { readAnswer } from '../wire/read-answer.ts';

/** What a scenario shows of an agent that looks at signatures at all. */
const verifying = 'SIG-03';

/**
 * The dialect that the calls of a run show the agent to verify: those that it accepted were signed
 * in it, and wrong signatures it refused. Undefined where it was not seen to refuse one.
 */
export const shownDialect = (
  name: string,
  { requirements, exchanges }: Pick<Run, 'requirements' | 'exchanges'>,
): AgentDialect | undefined => {
  const isVerified = requirements.some(({ id, verdict }) => id === verifying && verdict === 'passed');
  const isOpen = requirements.some(({ findings }) => findings.some(({ code }) => code === 'accepted-bad-signature'));
  if (!isVerified || isOpen) return undefined;
  const texts = exchanges.filter((each) => each.dialect === name && isTelling(each) && isAccepted(each));
  const possible = texts.reduce<readonly Dialect[]>((left, { requestBody: text }) => {
    const [signed, ...written] = canonicalTexts(text, [name, ...left.map((each) => each.name)]);
    return left.filter((_, n) => written[n] === signed);
  }, dialects);
  return describeDialect(demandDialect(name), 'found', possible);
};

/** Whether dialects may write the body in different ways. */
const isTelling = ({ requestBody }: ReportedExchange): boolean =>
  /[^ -~]|[/<>&'=]|"freespins"|\\|\.\d*0\b/.test(requestBody);

const isAccepted = (exchange: ReportedExchange): boolean => {
  const { direction, status, answerHeaders: headers, answerBody, requestBase64 } = exchange;
  if (direction !== 'callback' || status === null || requestBase64 !== undefined) return false;
  const body = Buffer.from(answerBody);
  return readAnswer({ kind: 'answered', status, headers, body }).kind === 'balance';
};
