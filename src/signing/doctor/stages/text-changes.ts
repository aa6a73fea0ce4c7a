import { memberOf } from '../../../base/json.ts';
import { operations } from '../../../spec/operation.ts';
import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import { quoteText } from '../../escaping.ts';
import { percentEncode } from '../literals.ts';
import type { Attempt, SignatureSituation, Stage } from '../situation.ts';

/** The right strings, and the body as it stands, with something done to the whole text. */
export const textChanges: Stage = function* (situation): Generator<Attempt> {
  const bases = [...new Set([...situation.accepted, situation.text])];
  for (const [mistake, change] of changes) {
    for (const base of bases) yield { subject: change(base), mistake };
  }
  for (const [mistake, change] of joinsOf(situation)) {
    for (const base of bases) yield { subject: change(base), mistake };
  }
};

type TextChange = readonly [MistakeCode, (text: string) => string];

const changes: readonly TextChange[] = [
  ['trailing-newline', (text) => `${text}\n`],
  ['trailing-newline', (text) => `${text}\r\n`],
  ['byte-order-mark', (text) => `\ufeff${text}`],
  ['encoded-twice', (text) => JSON.stringify(text)],
  ['encoded-twice', (text) => quoteText(text, 'php')],
  ['encoded-twice', (text) => quoteText(text, 'python')],
  ['encoded-twice', (text) => quoteText(text, 'goNew')],
  ['spaces-removed', (text) => text.replace(/\s+/gu, '')],
  ['spaces-removed', (text) => text.replaceAll(' ', '')],
  ['url-encoded', percentEncode],
  ['url-encoded', (text) => encodeURI(Buffer.from(text).toString())],
  ['url-encoded', (text) => percentAll(text)],
  ['url-encoded', (text) => percentAll(text).replaceAll('%20', '+')],
  ['url-encoded', (text) => percentAll(text).replaceAll('%2F', '/')],
  ['base64-text', (text) => Buffer.from(text).toString('base64')],
  ['base64-text', (text) => Buffer.from(text).toString('base64url')],
  ['base64-text', (text) => Buffer.from(text).toString('hex')],
];

/** As rawurlencode: all but letters, digits and -_.~ */
const percentAll = (text: string): string =>
  percentEncode(text).replace(/[!'()*]/gu, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

const joints = ['', ':', '|', '.', '&', '\n', ';', ','];

const joinsOf = (situation: SignatureSituation): readonly TextChange[] => {
  const { sent, token } = situation;
  const timestamp = memberOf(sent, 'timestamp');
  const time = timestamp?.kind === 'number' ? timestamp.text : undefined;
  return [
    ...bothWays(token, 'token-in-text'),
    ...(time === undefined ? [] : bothWays(time, 'timestamp-joined')),
    ...paths.flatMap((path): TextChange[] =>
      ['', '\n', ':', '|', '.'].map((joint) => ['path-joined', (text) => path + joint + text]),
    ),
    ['path-joined', (text) => `POST${text}`],
    ['path-joined', (text) => `POST\n${text}`],
  ];
};

const bothWays = (part: string, mistake: MistakeCode): TextChange[] =>
  joints.flatMap((joint): TextChange[] => [
    [mistake, (text) => text + joint + part],
    [mistake, (text) => part + joint + text],
  ]);

const paths = Object.values(operations).flatMap(({ path }) => [
  path,
  `POST${path}`,
  `POST ${path}`,
  `POST\n${path}`,
  path.slice(1),
]);
