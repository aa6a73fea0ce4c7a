import { isScalar } from 'yaml';
import { itemOf, listWords } from './closest-word.ts';
import { nodeAt } from './locate.ts';
import type { Hint, Path } from './problem.ts';
import type { Source } from './read-source.ts';
import type { KeysAt } from './schema-keys.ts';

/** A key of one mapping that is known in another: where it belongs, and how it is written there. */
interface Elsewhere {
  readonly where: string;
  readonly remedy: string;
  readonly isKnown: (key: string) => boolean;
  /** What is missing, or empty, for lack of it. */
  readonly lack?: Path;
}

/** A key at a wrong level. Those of one mapping that belong to one place are one mistake, told with the first. */
export const misplaced = (
  source: Source,
  keysAt: KeysAt,
  { path, siblings }: { readonly path: Path; readonly siblings: readonly string[] },
): Hint | undefined => {
  const holder = path.slice(0, -1);
  const key = String(path.at(-1));
  const found = below(source, keysAt, { holder, siblings, key }) ?? above(keysAt, holder, key);
  if (found === undefined) return undefined;
  const here = keysAt(holder);
  const names = siblings.filter((each) => found.isKnown(each) && !here.includes(each));
  // Told with its first neighbour.
  if (names[0] !== key) return { message: '', remedy: '', covers: [path] };
  const others = names.slice(1).map((other) => [...holder, other]);
  return {
    message: `${listWords(names, 'and')} ${others.length === 0 ? 'belongs' : 'belong'} ${found.where}`,
    remedy: found.remedy,
    covers: [...others, ...(found.lack === undefined ? [] : [found.lack])],
  };
};

interface Key {
  readonly holder: Path;
  readonly siblings: readonly string[];
  readonly key: string;
}

/** Inside a mapping that stands beside the key or should, or in an item of a list that does. */
const below = (source: Source, keysAt: KeysAt, { holder, siblings, key }: Key): Elsewhere | undefined => {
  for (const child of keysAt(holder)) {
    const at = [...holder, child];
    const [known, ofItems] = [keysAt(at), keysAt([...at, 0])];
    const told =
      holder.length === 0 ? insideTop(child, key, { known, ofItems }) : inside(holder, child, { key, siblings, known });
    const node = nodeAt(source, at);
    const isLacking = node === undefined || (isScalar(node) && node.value === null);
    if (told !== undefined) return isLacking ? { ...told, lack: at } : told;
  }
  return undefined;
};

type Known = readonly string[];

const insideTop = (
  child: string,
  key: string,
  { known, ofItems }: { known: Known; ofItems: Known },
): Elsewhere | undefined => {
  if (ofItems.includes(key)) {
    const remedy = `write \`${child}:\`, and below it \`  - ${key}: …\``;
    return { where: `into ${itemOf(child)} of \`${child}:\``, remedy, isKnown: among(ofItems) };
  }
  if (!known.includes(key)) return undefined;
  const remedy = `write it below \`${child}:\`, indented by 2 spaces`;
  return { where: `inside \`${child}:\``, remedy, isKnown: among(known) };
};

const inside = (
  holder: Path,
  child: string,
  { key, siblings, known }: { key: string; siblings: Known; known: Known },
): Elsewhere | undefined => {
  if (!known.includes(key)) return undefined;
  const isKnown = among(known);
  if (child === 'step') {
    const group = String(holder.at(-1));
    const remedy = `write \`step:\` in \`${group}\`, and below it what belongs to the step`;
    return { where: `one level down, into a step of \`${group}\``, remedy, isKnown };
  }
  if (!siblings.includes(child)) return undefined;
  return {
    where: `one level down, inside \`${child}\``,
    remedy: `indent by 2 spaces more than \`${child}:\``,
    isKnown,
  };
};

const among = (known: readonly string[]) => (name: string) => known.includes(name);

const above = (keysAt: KeysAt, holder: Path, key: string): Elsewhere | undefined => {
  const beside = String(holder.at(-1));
  const known = keysAt(holder.slice(0, -1));
  if (holder.length > 0 && known.includes(key)) {
    const remedy = `write it on a line of its own, indented as much as \`${beside}\``;
    return { where: `one level up, beside \`${beside}\``, remedy, isKnown: among(known) };
  }
  const top = keysAt([]);
  if (holder.length === 0 || !top.includes(key)) return undefined;
  const list = String(holder[0]);
  const remedy = `write it above \`${list}:\`, without spaces before it`;
  return { where: `at the top of the file, beside \`${list}\``, remedy, isKnown: among(top) };
};
