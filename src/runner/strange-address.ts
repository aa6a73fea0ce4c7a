import { memberOf } from '../json/json-node.ts';
import { readText, textOf } from '../json/read-body.ts';
import type { Answer, Exchange } from '../spec/exchange.ts';
import { visibleLine } from '../text/visible-text.ts';

/** What is wrong with the address, or with all that it answers, and what to do about it. */
interface Strange {
  readonly reason: string;
  readonly remedy: string;
}

type Asked = Pick<Exchange, 'request' | 'answer'>;

/** The URL is one of something else, or not the last one. Undefined where that cannot be said. */
export const strangeAddress = (asked: Asked): Strange | undefined =>
  redirect(asked) ?? (isHtml(asked.answer) ? notJson(asked) : undefined);

/** Callbacks do not follow redirects: what is signed goes where it was meant to go. */
const redirect = ({ request: { url }, answer }: Asked): Strange | undefined => {
  if (answer.kind !== 'answered' || answer.status < 300 || answer.status > 399) return undefined;
  const { location } = answer.headers;
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const { href } = new URL(location, url);
  return {
    reason: `The callback URL answers a signed getBalance with a redirect (HTTP ${answer.status}, Location: ${visibleLine(location, longest)}), which callbacks do not follow.`,
    remedy: `Give the URL that answers callbacks itself (\`walletproof test URL\`, or --callback-url): it may be ${visibleLine(href, longest)}`,
  };
};

/** No agent answers there. */
export const notJson = ({ request, answer }: Asked): Strange => {
  const status = answer.kind === 'answered' ? `HTTP ${answer.status}` : 'nothing';
  const what = isHtml(answer) ? 'an HTML page' : 'something that is no JSON';
  return {
    reason: `The callback URL answers a signed getBalance with ${what} (${status}).`,
    remedy: `Correct the callback URL: ${request.url} does not look like an agent's.`,
  };
};

const isHtml = (answer: Answer): boolean =>
  answer.kind === 'answered' && /^\s*</.test(Buffer.from(answer.body.slice(0, 100)).toString());

/** An agent's answer follows, and something stands before it; undefined where it is not so. */
export const beforeJson = (answer: Answer): Strange | undefined => {
  const text = answer.kind === 'answered' ? textOf(answer.body) : undefined;
  const before = text === undefined ? '' : partBeforeJson(text);
  if (before === '') return undefined;
  const isMark = before === '\uFEFF';
  const line = visibleLine(before.trim().replaceAll(/\s+/g, ' '), longest);
  const what = isMark ? 'a byte order mark' : `"${line}"`;
  const cure = isMark
    ? 'save the files of the handler as UTF-8 without a byte order mark'
    : 'what the handler prints besides, such as warnings, belongs into a log (PHP: display_errors=0)';
  return {
    reason: `The answer to a signed getBalance is not JSON: before the JSON stands ${what}.`,
    remedy: `Answer the JSON alone: ${cure}.`,
  };
};

const longest = 200;
/** So many braces are tried for the beginning of the JSON. */
const mostTries = 20;

const partBeforeJson = (text: string): string => {
  let start = text.indexOf('{');
  for (let tries = 0; start !== -1 && tries < mostTries; tries += 1) {
    if (isAnswer(text.slice(start))) return text.slice(0, start);
    start = text.indexOf('{', start + 1);
  }
  return '';
};

const isAnswer = (text: string): boolean => {
  const read = readText(text);
  return read.kind === 'json' && memberOf(read.node, 'content') !== undefined;
};
