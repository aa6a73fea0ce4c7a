import { type JsonNode, memberOf } from '../base/json.ts';
import type { Field } from '../spec/field.ts';
import { wireNamesIn } from '../spec/freespins-names.ts';
import { operations } from '../spec/operation.ts';
import { freespinsFields, inAnswersAlone, operationAnswers } from '../spec/operation-answers.ts';
import type { Quirks } from '../spec/quirks.ts';
import { formOf } from './find-differences.ts';
import type { OperationPair } from './recorded.ts';

type Names = Quirks['freespinsFields'];

/** A field of the free-spin operations that has another name in the recording. */
interface FoundName {
  readonly part: 'request' | 'answer';
  readonly ours: string;
  readonly theirs: string;
  /** Its key in the setting `freespinsFields`. */
  readonly key: string;
}

/**
 * What the recorded platform calls fields of freespins_grant and freespins_delete. `names`: those that
 * are known already. Only what a success shows counts: a field that is not there may be a mistake else.
 */
export const findNames = ({ known, isSuccess, body, answered }: OperationPair, names: Names): FoundName[] => {
  if ((known !== 'freespins_grant' && known !== 'freespins_delete') || !isSuccess) return [];
  const wire = wireNamesIn(names);
  const asked = match(operations[known].fields, body, wire.request);
  const fresh = Object.fromEntries(asked.map(({ ours, theirs }) => [ours, theirs]));
  const content = answered && memberOf(answered, 'content');
  const given = match(operationAnswers[known].content, content, { ...fresh, ...wire.answer });
  // A field that requests have, too, has its name there.
  const keyOf = (ours: string) => (freespinsFields.request.includes(ours) ? inAnswersAlone(ours) : ours);
  return [
    ...asked.map(({ ours, theirs }) => ({ part: 'request' as const, ours, theirs, key: ours })),
    ...given.map(({ ours, theirs }) => ({ part: 'answer' as const, ours, theirs, key: keyOf(ours) })),
  ];
};

interface Match extends Pick<FoundName, 'ours' | 'theirs'> {
  readonly isRequired: boolean;
  /** 0: not at all. */
  readonly likeness: number;
}

/** Which fields that are not there may be which that nobody knows. */
const match = (fields: readonly Field[], node: JsonNode | undefined, names: Names): Match[] => {
  if (node?.kind !== 'object') return [];
  const absent = fields.filter(({ name }) => memberOf(node, names[name] ?? name) === undefined);
  // A recording that has both names is no witness of another one.
  const known = new Set(fields.flatMap(({ name }) => [name, names[name] ?? name]));
  const foreign = node.members.filter(({ name }) => !known.has(name));
  const matches = absent.flatMap((field) =>
    foreign.map(({ name: theirs, value }) => {
      const likeness = likenessOf(field, theirs, value);
      return { ours: field.name, theirs, isRequired: field.required, likeness };
    }),
  );
  return takeClearest(matches.filter(({ likeness }) => likeness > 0));
};

/** The most alike first; a match that rests on the type alone must be the only one of both. */
const takeClearest = (matches: readonly Match[]): Match[] => {
  const taken: Match[] = [];
  for (const match of matches.toSorted((one, other) => other.likeness - one.likeness)) {
    const isRival = ({ ours, theirs }: Match): boolean => ours === match.ours || theirs === match.theirs;
    if (taken.some(isRival)) continue;
    const left = matches.filter(
      (each) => !taken.some(({ ours, theirs }) => ours === each.ours || theirs === each.theirs),
    );
    const isOnly = left.filter(isRival).length === 1;
    if (match.likeness >= 2 || (match.isRequired && isOnly)) taken.push(match);
  }
  return taken;
};

/** 0: the value has another type; more where the names have words in common. */
const likenessOf = (field: Field, name: string, value: JsonNode): number => {
  if (!hasType(field, value)) return 0;
  const words = wordsOf(name);
  const own = wordsOf(field.name);
  const shared = words.filter((word) => own.includes(word)).length;
  const isSynonym = words.some((word) => synonyms[field.name]?.includes(word) === true);
  const isDate = field.type === 'date-time' && value.kind === 'string';
  return 1 + 2 * shared + (isSynonym ? 2 : 0) + (isDate ? 1 : 0);
};

/** What other platforms call them. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  freespins_id: ['id', 'bonus', 'campaign', 'pack', 'freespin', 'external', 'grant', 'code'],
  count: ['spins', 'quantity', 'freespins', 'rounds', 'number', 'num', 'total'],
  total: ['spins', 'quantity', 'freespins', 'rounds', 'number', 'num', 'count'],
  played: ['used', 'done', 'spent'],
  bet: ['stake', 'wager', 'denomination', 'amount', 'value'],
  expires_at: ['expire', 'expires', 'expiry', 'expiration', 'valid', 'until', 'end', 'deadline'],
  status: ['state'],
  player_id: ['user', 'customer', 'account'],
  game_id: ['slot'],
};

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');

const hasType = ({ type, nullable }: Field, value: JsonNode): boolean => {
  if (value.kind === 'null') return nullable === true;
  switch (type) {
    case 'integer':
      return value.kind === 'number' && /^-?\d+$/.test(value.text);
    case 'amount':
      return value.kind === 'number';
    case 'date-time':
      return formOf(value)?.startsWith('date') === true;
    case 'string':
      return value.kind === 'string' && formOf(value)?.startsWith('date') === false;
    default:
      return value.kind === type;
  }
};
