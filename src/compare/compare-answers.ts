import { type JsonNode, memberOf } from '../base/json.ts';
import { visibleLine } from '../base/visible-text.ts';
import { type Field, nested } from '../spec/field.ts';
import { wireNamesIn } from '../spec/freespins-names.ts';
import { errorEnvelope, operationAnswers, successEnvelope } from '../spec/operation-answers.ts';
import type { Quirks } from '../spec/quirks.ts';
import { compareAnswerHeaders } from './compare-headers.ts';
import { compareOrder, compareShapes, type FieldDifference } from './compare-shapes.ts';
import { jsonOf, type OperationPair } from './operation-pair.ts';
import type { RecordedAnswer } from './recorded.ts';
import { shapeOf } from './shape.ts';

/** What is unlike in the recorded answer and in ours to the same request. */
export const compareAnswers = (
  pair: OperationPair,
  ours: RecordedAnswer,
  names: Quirks['freespinsFields'],
): FieldDifference[] => {
  const here = jsonOf(ours.body);
  const heads = [...compareStatus(pair, ours, here), ...compareAnswerHeaders(pair.answer, ours)];
  // A recording without bodies still has the status and the headers.
  if (pair.answer.body === undefined || here === undefined) return heads;
  const isSameStatus = pair.answer.status === ours.status;
  return [...heads, ...compareBodies(pair, { here, isSameStatus }, wireNamesIn(names).answer)];
};

const compareStatus = (
  { answer, answered }: OperationPair,
  ours: RecordedAnswer,
  here: JsonNode | undefined,
): FieldDifference[] => {
  if (answer.status === ours.status) return [];
  return [
    {
      kind: 'status',
      field: 'HTTP status',
      recorded: statusText(answer.status, answered),
      here: statusText(ours.status, here),
    },
  ];
};

/** `422 validation_error (count, bet)`. */
const statusText = (status: number, body: JsonNode | undefined): string => {
  const code = body === undefined ? undefined : textAt(body, 'error');
  if (code === undefined || body === undefined) return String(status);
  const errors = memberOf(body, 'errors');
  const fields = (errors?.kind === 'array' ? errors.items : []).flatMap((item) => textAt(item, 'field') ?? []);
  const wrong = fields.length === 0 ? '' : ` (${fields.map((each) => visibleLine(each, 40)).join(', ')})`;
  return `${status} ${visibleLine(code, 60)}${wrong}`;
};

const textAt = (node: JsonNode, name: string): string | undefined => {
  const value = memberOf(node, name);
  return value?.kind === 'string' ? value.value : undefined;
};

/** Values of theirs have no form of ours: ids and codes of the agent, and words for people. */
export const freeFields: ReadonlySet<string> = new Set([
  ...['agent_id', 'player_id', 'player_username', 'game_id', 'currency', 'language'],
  ...['message', 'reason', 'field', 'title', 'brand'],
]);

const compareBodies = (
  pair: OperationPair,
  { here, isSameStatus }: { readonly here: JsonNode; readonly isSameStatus: boolean },
  names: Quirks['freespinsFields'],
): FieldDifference[] => {
  const { answered } = pair;
  if (answered === undefined) {
    return [{ kind: 'type', field: 'the body', recorded: 'no JSON', here: 'object' }];
  }
  // A success beside an error has nothing to be compared: the status says it.
  if (isError(answered) !== isError(here)) {
    return isSameStatus ? [otherEnvelope(answered, here)] : [];
  }
  const [recorded, ours] = [shapeOf([answered]), shapeOf([here])];
  const fields = isError(here) ? errorEnvelope([]) : successFields(pair, names);
  const anyForm = new Set([...freeFields].map((name) => names[name] ?? name));
  const found = compareShapes({ recorded, ours, fields, path: '', anyForm });
  return [
    ...compareCodes(answered, here),
    ...found.filter(({ kind, field }) => kind !== 'value' || field !== 'error'),
    ...compareOrder(recorded, ours, ''),
  ];
};

const isError = (body: JsonNode): boolean => memberOf(body, 'error') !== undefined;

const otherEnvelope = (answered: JsonNode, here: JsonNode): FieldDifference => ({
  kind: 'value',
  field: 'outcome',
  recorded: textAt(answered, 'error') ?? 'success',
  here: textAt(here, 'error') ?? 'success',
});

const compareCodes = (answered: JsonNode, here: JsonNode): FieldDifference[] => {
  const [theirs, mine] = [textAt(answered, 'error'), textAt(here, 'error')];
  if (theirs === undefined || mine === undefined || theirs === mine) return [];
  return [{ kind: 'value', field: 'error', recorded: visibleLine(theirs, 60), here: mine }];
};

const successFields = ({ known }: OperationPair, names: Quirks['freespinsFields']): readonly Field[] => {
  if (known === undefined) return successEnvelope;
  const { content, called } = operationAnswers[known];
  const fields = content.map((field) => ({ ...field, name: names[field.name] ?? field.name }));
  return [
    ...successEnvelope,
    { name: 'content', ...nested('object', called, { description: 'what is answered', fields }) },
  ];
};
