import type { ExchangeDetail, MessageBody } from '../../../api/schemas/exchanges.ts';
import { layOutJson } from '../../../base/lay-out-json.ts';

/** A field of two exchanges, side by side; undefined where one has none. */
export interface ComparedField {
  readonly name: string;
  readonly one: string | undefined;
  readonly other: string | undefined;
}

/** What two exchanges are made of, part by part, every field of either in the order of the first. */
export const compareFields = (
  one: ExchangeDetail,
  other: ExchangeDetail,
): readonly { readonly title: string; readonly fields: readonly ComparedField[] }[] =>
  parts.map(([title, read]) => ({ title, fields: aligned(read(one), read(other)) }));

type Fields = ReadonlyMap<string, string>;

const parts: readonly (readonly [title: string, read: (detail: ExchangeDetail) => Fields])[] = [
  ['Request', ({ request }) => bodyFields(request.body)],
  ['Answer', answerFields],
  [
    'Times',
    ({ startedAt, durationMs }) =>
      new Map([
        ['at', startedAt],
        ['took', `${durationMs} ms`],
      ]),
  ],
  ['Headers of the request', ({ request }) => new Map(Object.entries(request.headers))],
  ['Headers of the answer', ({ answer }) => new Map(answer.kind === 'failed' ? [] : Object.entries(answer.headers))],
];

function answerFields({ answer }: ExchangeDetail): Fields {
  if (answer.kind === 'failed') return new Map([['no answer', answer.failure]]);
  return new Map([['HTTP status', String(answer.status)], ...bodyFields(answer.body)]);
}

const aligned = (one: Fields, other: Fields): readonly ComparedField[] =>
  [...new Set([...one.keys(), ...other.keys()])].map((name) => ({
    ...{ name, one: one.get(name), other: other.get(name) },
  }));

const bodyFields = ({ text, base64 }: MessageBody): Fields => (text === '' ? new Map() : fieldsOfText(base64 ?? text));

/**
 * The fields of a JSON text by their path, each as it is written: `1.10` is no `1.1`. What is no JSON
 * is one field.
 */
export const fieldsOfText = (text: string): Fields => {
  const laidOut = layOutJson(text, { deepest: 0, longest: 262_144 });
  if (laidOut === undefined) return new Map([['body', text]]);
  const walk: Walk = { fields: new Map(), open: [] };
  for (const line of laidOut.split('\n')) takeLine(walk, line);
  return walk.fields;
};

interface Walk {
  readonly fields: Map<string, string>;
  /** Objects and lists that are open: their names, and how many members they had so far. */
  readonly open: { readonly name: string; members: number }[];
}

const member = /^("(?:[^"\\]|\\.)*"): (.*)$/;

const takeLine = ({ fields, open }: Walk, line: string): void => {
  const [, key, rest = line] = member.exec(line) ?? [];
  const value = rest.replace(/,$/, '');
  if (value === '}' || value === ']') {
    open.pop();
    return;
  }
  const around = open.at(-1);
  const name = key === undefined ? String(around?.members ?? '') : (JSON.parse(key) as string);
  if (around !== undefined) around.members += 1;
  if (value === '{' || value === '[') open.push({ name, members: 0 });
  else fields.set([...open.slice(1).map((each) => each.name), name].join('.') || 'body', value);
};
