import type { JsonNode } from '../../../base/json.ts';
import type { MistakeCode } from '../../../spec/signature-mistakes.ts';
import type { Attempt, Stage } from '../situation.ts';
import { mapLeaves } from '../trees.ts';

/** More values than these are not tried one by one. */
const most = 48;

/** One value of another type, or another time. */
export const oneValue: Stage = function* ({ tree, spelling }): Generator<Attempt> {
  const leaves: (readonly [string, JsonNode])[] = [];
  mapLeaves(tree, (leaf, path) => {
    if (leaves.length < most) leaves.push([path, leaf]);
    return leaf;
  });
  for (const [field, leaf] of leaves) {
    for (const [value, mistake] of othersOf(leaf, field)) {
      const changed = mapLeaves(tree, (found, path) => (path === field ? value : found));
      for (const subject of spelling.sorted(changed)) yield { subject, mistake, field };
    }
  }
};

type Other = readonly [JsonNode, MistakeCode];

const othersOf = (leaf: JsonNode, path: string): readonly Other[] => {
  const isTime = path === 'timestamp';
  const mistake = isTime ? 'timestamp-string' : 'field-type';
  if (leaf.kind === 'number') {
    const times = isTime ? timesOf(leaf.text) : [];
    return [
      [{ kind: 'string', value: leaf.text }, mistake],
      ...times,
      [{ kind: 'number', text: `${leaf.text}.0` }, 'number-format'],
    ];
  }
  if (leaf.kind === 'string') return ofText(leaf.value, mistake);
  if (leaf.kind === 'boolean') {
    return [
      [{ kind: 'number', text: leaf.value ? '1' : '0' }, 'field-type'],
      [{ kind: 'string', value: String(leaf.value) }, 'field-type'],
    ];
  }
  return leaf.kind === 'null' ? [[{ kind: 'string', value: '' }, 'empty-replaced']] : [];
};

const ofText = (value: string, mistake: MistakeCode): readonly Other[] => {
  const lower = value.toLowerCase();
  const others: Other[] = [
    [{ kind: 'string', value: lower }, 'field-type'],
    [{ kind: 'string', value: value.toUpperCase() }, 'field-type'],
    [{ kind: 'null' }, 'empty-replaced'],
  ];
  return /^-?\d{1,20}(?:\.\d{1,20})?$/u.test(value) ? [[{ kind: 'number', text: value }, mistake], ...others] : others;
};

/** The time a little earlier or later, or in milliseconds. */
const timesOf = (text: string): readonly Other[] => {
  const seconds = Number(text);
  if (!Number.isSafeInteger(seconds)) return [];
  const times = [seconds - 1, seconds + 1, seconds - 2, seconds + 2, seconds * 1000];
  if (seconds > 1e11) times.push(Math.trunc(seconds / 1000));
  return times.map((time): Other => [{ kind: 'number', text: String(time) }, 'timestamp-differs']);
};
