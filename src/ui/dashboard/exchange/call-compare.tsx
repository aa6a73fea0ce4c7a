import type { VNode } from 'preact';
import type { ExchangeDetail, ExchangeRow, MessageBody } from '../../../api/schemas/exchanges.ts';
import { layOutJson } from '../../../base/lay-out-json.ts';
import { durationText } from '../../../base/quantities.ts';
import { visibleText } from '../../../base/visible-text.ts';
import { ErrorNote } from '../../parts/blocks.tsx';
import { callAdmin } from '../../parts/call-admin.ts';
import { useLoaded } from '../../parts/requests.ts';
import { timeOfDay } from '../../parts/time.tsx';
import { hrefOfCall } from '../traffic/traffic-session.ts';

/** What was sent of one transaction, oldest first. */
export const sendingsOf = (detail: ExchangeDetail): readonly ExchangeRow[] =>
  [...detail.related, detail].sort((a, b) => a.seq - b.seq);

/** The sending of the same callback before this one. */
export const sendingBefore = ({ seq, kind, related }: Pick<ExchangeDetail, 'seq' | 'kind' | 'related'>) =>
  related.findLast((row) => row.kind === kind && row.seq < seq);

/** A call beside its previous sending: what differs, field by field. */
export const CallCompare = ({ detail }: { readonly detail: ExchangeDetail }): VNode | null => {
  const before = sendingBefore(detail);
  const loaded = useLoaded(
    (signal) =>
      callAdmin<ExchangeDetail>('GET', `/exchanges/${encodeURIComponent(before?.id ?? '')}`, undefined, signal),
    before?.id ?? '',
  );
  if (loaded.kind === 'failed') return <ErrorNote error={loaded.error} />;
  return loaded.kind === 'loading' ? null : <ComparedView one={loaded.value} other={detail} />;
};

export const ComparedView = ({
  one,
  other,
}: {
  readonly one: ExchangeDetail;
  readonly other: ExchangeDetail;
}): VNode => {
  const differing = fieldsOf(one, other).filter((field) => field.one !== field.other);
  return (
    <div class="scroll">
      <table class="compared">
        <thead>
          <tr>
            <th>Field</th>
            <th>
              <a href={hrefOfCall(one.id)}>at {timeOfDay(one.startedAt)}</a>
            </th>
            <th>at {timeOfDay(other.startedAt)}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field.name}>
              <td class="id">{visibleText(field.name)}</td>
              <Value text={field.one} />
              <Value text={field.other} />
            </tr>
          ))}
        </tbody>
      </table>
      {differing.length === 0 ? <p>All bodies and headers are the same.</p> : null}
    </div>
  );
};

const Value = ({ text }: { readonly text: string | undefined }): VNode => (
  <td class="id">{text === undefined ? <span class="quiet">none</span> : visibleText(text)}</td>
);

/** A field of two exchanges, side by side; undefined where one has none. */
interface ComparedField {
  readonly name: string;
  readonly one: string | undefined;
  readonly other: string | undefined;
}

type Fields = ReadonlyMap<string, string>;

/** Every field of either, in the order of the first. */
export const fieldsOf = (one: ExchangeDetail, other: ExchangeDetail): readonly ComparedField[] => {
  const [first, second] = [allFields(one), allFields(other)];
  return [...new Set([...first.keys(), ...second.keys()])].map((name) => ({
    ...{ name, one: first.get(name), other: second.get(name) },
  }));
};

const allFields = ({ request, answer, durationMs }: ExchangeDetail): Fields =>
  new Map([
    ...named('sent', bodyFields(request.body)),
    ...(answer.kind === 'failed'
      ? [['no answer', answer.failure] as const]
      : [['HTTP status', String(answer.status)] as const, ...named('answered', bodyFields(answer.body))]),
    ['took', durationText(durationMs)],
    ...named('header', new Map(Object.entries(request.headers))),
    ...named('header of the answer', new Map(answer.kind === 'failed' ? [] : Object.entries(answer.headers))),
  ]);

const named = (part: string, fields: Fields) => [...fields].map(([name, value]) => [`${part} ${name}`, value] as const);

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
