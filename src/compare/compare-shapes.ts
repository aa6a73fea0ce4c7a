import { visibleLine } from '../base/visible-text.ts';
import type { Field } from '../spec/field.ts';
import type { DifferenceKind } from './difference.ts';
import { kindText, type Shape } from './shape.ts';

/** How a field is unlike ours. */
export interface FieldDifference {
  readonly kind: DifferenceKind;
  readonly field: string;
  readonly recorded: string;
  readonly here: string;
  readonly level?: 'note';
}

/** Two shapes at one place, and what the contract says of the fields in it. */
interface Compared {
  readonly recorded: Shape;
  readonly ours: Shape;
  readonly fields: readonly Field[];
  /** The place: empty, or such as `content.games[]`. */
  readonly path: string;
  /** Names of fields whose values are the agent's own, or words for people: their form says nothing. */
  readonly anyForm: ReadonlySet<string>;
}

/** What is unlike in two JSON texts, field by field: keys, types, forms and the values of closed lists. */
export const compareShapes = (compared: Compared): FieldDifference[] => {
  const { recorded, ours, path } = compared;
  const [theirs, mine] = [kindText(recorded), kindText(ours)];
  if (theirs !== mine) {
    return [{ kind: 'type', field: nameOf(path), recorded: theirs, here: mine }];
  }
  return [...compareMembers(compared), ...compareItems(compared), ...compareTexts(compared)];
};

const nameOf = (path: string): string => (path === '' ? 'the body' : path);

const compareMembers = (compared: Compared): FieldDifference[] => {
  const { recorded, ours } = compared;
  const names = new Set([...ours.members.keys(), ...recorded.members.keys()]);
  return [...names].flatMap((name) => compareMember(compared, name));
};

const compareMember = (compared: Compared, name: string): FieldDifference[] => {
  const { recorded, ours, path } = compared;
  const field = path === '' ? shownName(name) : `${path}.${shownName(name)}`;
  const [theirs, mine] = [recorded.members.get(name), ours.members.get(name)];
  if (mine === undefined) return theirs === undefined ? [] : [more(field, theirs.shape)];
  if (theirs === undefined) return [missing(field, mine.shape, 'not there')];
  const isRare = theirs.count < recorded.objects && mine.count === ours.objects;
  const times = `in ${theirs.count} of ${recorded.objects}`;
  return [
    ...(isRare ? [missing(field, mine.shape, times)] : []),
    ...compareInside(compared, name, { recorded: theirs.shape, ours: mine.shape, path: field }),
    ...compareClosed(compared, name, field),
  ];
};

const compareInside = (
  compared: Compared,
  name: string,
  inside: Pick<Compared, 'recorded' | 'ours' | 'path'>,
): FieldDifference[] => {
  const fields = compared.fields.find((each) => each.name === name)?.fields ?? [];
  return compareShapes({ ...compared, ...inside, fields });
};

/** Keys come from strangers. */
const shownName = (name: string): string => visibleLine(name, 60);

const more = (field: string, shape: Shape): FieldDifference => {
  const format = [...shape.formats].filter((each) => each !== 'plain number').join(' or ');
  const recorded = kindText(shape) + (format === '' ? '' : ` (${format})`);
  return { kind: 'more', field, recorded, here: 'not there' };
};

const missing = (field: string, ours: Shape, recorded: string): FieldDifference => ({
  kind: 'missing',
  field,
  recorded,
  here: kindText(ours),
});

const compareItems = (compared: Compared): FieldDifference[] => {
  const [theirs, mine] = [compared.recorded.items, compared.ours.items];
  if (theirs === undefined || mine === undefined) return [];
  return compareShapes({ ...compared, recorded: theirs, ours: mine, path: `${compared.path}[]` });
};

/** A value that is none of a closed list. */
const compareClosed = ({ recorded, ours, fields }: Compared, name: string, field: string): FieldDifference[] => {
  const values = fields.find((each) => each.name === name)?.values;
  if (values === undefined) return [];
  const theirs = recorded.members.get(name)?.shape.texts ?? new Set<string>();
  const foreign = [...theirs].filter((text) => !values.includes(text));
  const here = [...(ours.members.get(name)?.shape.texts ?? [])].join(' or ');
  return foreign.map((text) => ({
    kind: 'value',
    field,
    recorded: visibleLine(text, 60),
    here,
  }));
};

const compareTexts = ({ recorded, ours, fields, path, anyForm }: Compared): FieldDifference[] => {
  const name = path.replace(/^.*\./, '').replaceAll('[]', '');
  if (anyForm.has(name) || path === '' || fields.length > 0) return [];
  const foreign = [...recorded.formats].filter((format) => !ours.formats.has(format));
  if (foreign.length === 0 || ours.formats.size === 0) return [];
  return [
    {
      kind: 'format',
      field: path,
      recorded: foreign.join(' or '),
      here: [...ours.formats].join(' or '),
    },
  ];
};

/** The order of keys where it is another one, of those that both have; inside of objects, too. */
export const compareOrder = (recorded: Shape, ours: Shape, path: string): FieldDifference[] => {
  const common = recorded.order.filter((name) => ours.order.includes(name));
  const expected = ours.order.filter((name) => recorded.order.includes(name));
  const isAlike = common.join('\n') === expected.join('\n');
  const own: FieldDifference[] = isAlike
    ? []
    : [
        {
          kind: 'order',
          field: nameOf(path),
          recorded: common.map(shownName).join(', '),
          here: expected.map(shownName).join(', '),
          level: 'note',
        },
      ];
  const inside = common.flatMap((name) => {
    const [one, other] = [recorded.members.get(name)?.shape, ours.members.get(name)?.shape];
    if (one === undefined || other === undefined) return [];
    return orderInside(one, other, path === '' ? shownName(name) : `${path}.${shownName(name)}`);
  });
  return [...own, ...inside];
};

const orderInside = (recorded: Shape, ours: Shape, path: string): FieldDifference[] => [
  ...(recorded.objects > 0 && ours.objects > 0 ? compareOrder(recorded, ours, path) : []),
  ...(recorded.items === undefined || ours.items === undefined
    ? []
    : orderInside(recorded.items, ours.items, `${path}[]`)),
];
