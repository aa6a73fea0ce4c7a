import { isMap, isScalar } from 'yaml';
import { quirks } from '../spec/quirks.ts';
import { closestWord } from './document/closest-word.ts';
import { type Hint, type Hints, keysAt } from './document/hints.ts';
import type { Path } from './document/problem.ts';
import { durationHint } from './duration-hint.ts';

/** The mistakes of people who write a configuration. */
export const configurationHints: Hints = {
  key: ({ key, path, root }) => {
    if (path.length === 1) return scenarioInstead(root) ?? belongsInside(key, path, root);
    return atTheTop(key, path) ?? unknownQuirk(key, path);
  },
  value: ({ path, node, written }) => {
    const key = path.at(-1);
    if (isMap(node) && key === 'agents') return oneAgent;
    if (!isScalar(node)) return undefined;
    if (path.at(-2) === 'players') return playerByName(written);
    if (key === 'callbackUrl' || key === 'url') return urlWithoutScheme(String(key), written);
    return key === 'timeout' ? durationHint(key, written) : undefined;
  },
};

const oneAgent: Hint = {
  message: '`agents` is a list, and this is one agent without a dash',
  remedy: 'begin it with a dash: `- id: …`, what follows indented by 2 spaces more',
};

const playerByName = (written: string): Hint => ({
  message: `a player is a mapping, and \`${written}\` is text`,
  remedy: `write \`- id: ${written}\``,
});

const urlWithoutScheme = (key: string, written: string): Hint | undefined =>
  /^[\w.-]+:\d+/.test(written)
    ? {
        message: `\`${key}\` begins with no http://`,
        remedy: 'write http:// or https:// before it',
      }
    : undefined;

const scenarioInstead = (root: unknown): Hint | undefined => {
  const keys = keysAt(root, []);
  if (!keys.includes('steps') || keys.includes('agents')) return undefined;
  return {
    message: 'this is a scenario, and a configuration is expected here',
    remedy: 'give its file another name than *.config.yaml, and run it with test or play',
    covers: keys.slice(1).map((key) => [key]),
  };
};

/** Keys that stand deeper, and the line below which they do. */
const inside: Readonly<Record<string, readonly string[]>> = {
  'an agent of `agents:`': ['id', 'token', 'callbackUrl', 'dialect', 'ca', 'keepsData', 'unavailableGames', 'players'],
  '`callbacks:`': ['timeout', 'delivery'],
  '`journal:`': ['maxExchanges', 'maxBytes'],
  '`hooks:`': ['restart', 'launch'],
  '`quirks:`': Object.keys(quirks),
};

const belongsInside = (key: string, path: Path, root: unknown): Hint | undefined => {
  const [place, keys] = Object.entries(inside).find(([, each]) => each.includes(key)) ?? [];
  if (place === undefined || keys === undefined) return undefined;
  const [first, ...others] = keysAt(root, []).filter((each) => keys.includes(each));
  if (first !== key) return covered(path);
  const names = [first, ...others].map((each) => `\`${each}\``).join(', ');
  const verb = others.length === 0 ? 'belongs' : 'belong';
  const agents = '`agents:`, below it `- id: …`, and the others indented like `id`';
  const remedy = place.startsWith('an') ? `write ${agents}` : `write it below ${place}, indented by 2 spaces`;
  return {
    message: `${names} ${verb} inside ${place}`,
    remedy,
    covers: others.map((each) => [each]),
  };
};

/** Told with its first neighbour. */
const covered = (path: Path): Hint => ({ message: '', remedy: '', covers: [path] });

const tops = ['agents', 'games', 'hooks', 'callbacks', 'journal', 'admin', 'quirks'];

const atTheTop = (key: string, path: Path): Hint | undefined =>
  tops.includes(key)
    ? {
        message: `\`${key}\` belongs at the top of the file, not inside \`${String(path.at(-2))}\``,
        remedy: 'write it without spaces before it',
      }
    : undefined;

const unknownQuirk = (key: string, path: Path): Hint | undefined => {
  if (path[0] !== 'quirks' || path.length !== 2) return undefined;
  const meant = closestWord(key, Object.keys(quirks));
  const remedy = meant === undefined ? '`walletproof list quirks` names all there are' : `did you mean \`${meant}\`?`;
  return { message: `there is no setting \`${key}\``, remedy };
};
