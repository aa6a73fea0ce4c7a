/** Which keys belong together: looked up instead of looked for among all. */
export interface Groups {
  /** At the end of its group, unless it is there. */
  put(group: string, key: string): void;
  drop(group: string, key: string): void;
  /** The keys of a group, in the order in which they came. */
  of(group: string): Iterable<string>;
}

/** Groups that are as large together as the keys in them. */
export const createGroups = (): Groups => {
  const groups = new Map<string, Set<string>>();
  return {
    put: (group, key) => {
      const keys = groups.get(group);
      if (keys === undefined) groups.set(group, new Set([key]));
      else keys.add(key);
    },
    drop: (group, key) => {
      const keys = groups.get(group);
      if (keys?.delete(key) === true && keys.size === 0) groups.delete(group);
    },
    of: (group) => groups.get(group) ?? [],
  };
};
