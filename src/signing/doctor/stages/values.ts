import type { JsonNode } from '../../../base/json.ts';
import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import { numberText } from '../../canonical-form.ts';
import type { Attempt, Stage } from '../situation.ts';
import { changedFields, mapLeaves } from '../trees.ts';

const text = (value: string): JsonNode => ({ kind: 'string', value });
const number = (value: string): JsonNode => ({ kind: 'number', text: value });

/** The leaf as something else; the leaf itself where that is not about it. */
type ValueChange = (leaf: JsonNode) => JsonNode;

const numeric = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/iu;

const numberAsText: ValueChange = (leaf) => (leaf.kind === 'number' ? text(leaf.text) : leaf);

const textAsNumber: ValueChange = (leaf) =>
  leaf.kind === 'string' && numeric.test(leaf.value) ? number(leaf.value) : leaf;

/** As PHP's JSON_NUMERIC_CHECK: any numeric text, also with zeros in front. */
const numericCheck: ValueChange = (leaf) =>
  leaf.kind === 'string' && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu.test(leaf.value)
    ? number(numberText(leaf.value.trim().replace('+', ''), 'php'))
    : leaf;

const booleanAs =
  (yes: JsonNode, no: JsonNode): ValueChange =>
  (leaf) => {
    if (leaf.kind !== 'boolean') return leaf;
    return leaf.value ? yes : no;
  };

const nullAs =
  (value: JsonNode): ValueChange =>
  (leaf) =>
    leaf.kind === 'null' ? value : leaf;

const both =
  (...changes: readonly ValueChange[]): ValueChange =>
  (leaf) =>
    changes.reduce((now, change) => change(now), leaf);

const emptyAsNull: ValueChange = (leaf) => (leaf.kind === 'string' && leaf.value === '' ? { kind: 'null' } : leaf);

/** As Newtonsoft.Json: no zeros at the end of a second's fraction. */
const dateAnew: ValueChange = (leaf) => {
  if (leaf.kind !== 'string') return leaf;
  const [, time, fraction = '', zone = ''] = date.exec(leaf.value) ?? [];
  return time === undefined ? leaf : text(time + fraction.replace(/\.?0+$/u, '') + zone);
};

const date = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)?$/u;

const isEmptyObject = (leaf: JsonNode): boolean => leaf.kind === 'object' && leaf.members.length === 0;
const isEmptyList = (leaf: JsonNode): boolean => leaf.kind === 'array' && leaf.items.length === 0;

const withoutHalves =
  (replacement: string): ValueChange =>
  (leaf) =>
    leaf.kind === 'string' ? text(leaf.value.replace(/\p{Cs}/gu, replacement)) : leaf;

const changes: readonly (readonly [MistakeCode, ValueChange])[] = [
  ['numbers-as-strings', numberAsText],
  ['numbers-as-strings', both(numberAsText, booleanAs(text('1'), text('')), nullAs(text('')))],
  ['numbers-as-strings', both(numberAsText, booleanAs(text('true'), text('false')))],
  ['numbers-as-strings', both(numberAsText, booleanAs(text('true'), text('false')), nullAs(text('null')))],
  ['numbers-as-strings', both(numberAsText, booleanAs(text('True'), text('False')), nullAs(text('None')))],
  ['numbers-as-strings', both(numberAsText, booleanAs(text('1'), text('0')))],
  ['strings-as-numbers', textAsNumber],
  ['strings-as-numbers', numericCheck],
  ['boolean-format', booleanAs(number('1'), number('0'))],
  ['boolean-format', booleanAs(text('1'), text('0'))],
  ['boolean-format', booleanAs(text('1'), text(''))],
  ['boolean-format', booleanAs(text('true'), text('false'))],
  ['boolean-format', booleanAs(text('True'), text('False'))],
  ['boolean-format', booleanAs(number('True'), number('False'))],
  ['date-reformatted', dateAnew],
  ['lone-surrogate', withoutHalves('\ufffd')],
  ['lone-surrogate', withoutHalves('?')],
  ['lone-surrogate', withoutHalves('')],
  ['lone-surrogate', withoutHalves('\ufffd\ufffd\ufffd')],
  ['empty-replaced', emptyAsNull],
  ['empty-replaced', nullAs(text(''))],
  ['empty-replaced', nullAs(text('null'))],
  ['empty-replaced', nullAs(number('0'))],
  ['empty-replaced', (leaf) => (isEmptyObject(leaf) ? { kind: 'array', items: [] } : leaf)],
  ['empty-replaced', (leaf) => (isEmptyList(leaf) ? { kind: 'object', members: [] } : leaf)],
  ['empty-replaced', (leaf) => (isEmptyList(leaf) || isEmptyObject(leaf) ? text('') : leaf)],
  ['empty-replaced', (leaf) => (isEmptyList(leaf) || isEmptyObject(leaf) ? { kind: 'null' } : leaf)],
];

/** Values of a kind turned into others, everywhere. */
export const values: Stage = function* ({ tree, spelling }): Generator<Attempt> {
  for (const [mistake, change] of changes) {
    const changed = mapLeaves(tree, change);
    const [field] = changedFields(tree, changed);
    if (field === undefined) continue;
    for (const subject of spelling.sorted(changed)) yield { subject, mistake, field };
  }
};
