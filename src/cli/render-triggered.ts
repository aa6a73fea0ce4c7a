import { stripControls } from '../report/strip-controls.ts';
import type { Triggered } from '../runner/trigger-callback.ts';
import { findings } from '../spec/finding.ts';

/** What was sent, what came, and what the ledger says of it. */
export const renderTriggered = (triggered: Triggered): string =>
  [...exchangeLines(triggered), ...balanceLines(triggered), ...verdictLines(triggered), ''].join(
    '\n',
  );

const exchangeLines = ({ exchange }: Triggered): string[] => {
  const { request, answer, durationMs } = exchange;
  const came =
    answer.kind === 'answered'
      ? [`HTTP ${answer.status} in ${Math.round(durationMs)} ms`, bodyOf(answer.body)]
      : [`no answer (${answer.failure}): ${answer.message}`];
  return [
    `> ${request.method} ${request.url}`,
    `> X-Signature: ${request.headers['x-signature'] ?? '(none)'}`,
    `> ${bodyOf(request.body)}`,
    ...came.map((line) => `< ${line}`),
    '',
  ];
};

const bodyOf = (body: Uint8Array): string =>
  stripControls(Buffer.from(body).toString().slice(0, 4000));

const balanceLines = ({ before, expected, callback }: Triggered): string[] =>
  before === undefined || expected === undefined
    ? []
    : [`balance before ${before} ${callback.currency}, after it must be ${expected}`];

const verdictLines = (triggered: Triggered): string[] => {
  const told = triggered.findings.flatMap((finding) => [
    `${finding.requirement}: ${stripControls(finding.message)}`,
    ...(finding.likelyCause === undefined ? [] : [`  likely: ${finding.likelyCause}`]),
    `  ${findings[finding.code].hint}`,
  ]);
  const words = {
    right: 'RIGHT',
    wrong: 'WRONG',
    unjudged: `COULD NOT JUDGE: ${triggered.reason ?? ''}`,
  };
  return [words[triggered.verdict], ...told];
};
