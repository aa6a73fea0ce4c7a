import type { Callback } from '../../spec/callback.ts';
import type { LiveRules } from './memory.ts';
import { forcedOutcomesIn, outcomesIn } from './outcomes-in.ts';
import type { World } from './world.ts';
import { distinctWorlds } from './world.ts';

/** More than this, and nobody can tell anything. */
const mostWorlds = 48;

/**
 * The worlds after a call whose answer nobody heard: the agent has handled it in one way or
 * another, or it never has. Undefined where there are too many.
 */
export const unheardWorlds = (
  rules: LiveRules,
  worlds: readonly World[],
  callback: Callback,
): readonly World[] | undefined => {
  if (callback.type === 'getBalance') return worlds;
  const handled = worlds.flatMap((world) => handledIn(rules, world, callback));
  return bounded([...handled, ...worlds]);
};

const handledIn = (rules: LiveRules, world: World, callback: Callback): World[] =>
  [...outcomesIn(rules, world, callback), ...forcedOutcomesIn(rules, world, callback)].map(
    (outcome) => outcome.world,
  );

/** The worlds where each of those calls may have been handled by now, in any order, or not yet. */
export const floatedWorlds = (
  rules: LiveRules,
  worlds: readonly World[],
  floating: readonly Callback[],
): readonly World[] | undefined => {
  let all: readonly World[] | undefined = worlds;
  let size = 0;
  while (all !== undefined && all.length > size) {
    const now: readonly World[] = all;
    size = now.length;
    const later = floating.flatMap((callback) =>
      now.flatMap((world) => handledIn(rules, world, callback)),
    );
    all = bounded([...now, ...later]);
  }
  return all;
};

const bounded = (worlds: readonly World[]): readonly World[] | undefined => {
  const distinct = distinctWorlds(worlds);
  return distinct.length > mostWorlds ? undefined : distinct;
};
