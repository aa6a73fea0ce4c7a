/** So many kinds are kept, each with its first example. */
const mostKinds = 50;

/**
 * What a part found, each kind once: `{ kind, detail, reproduction, times }`. `reproduction`: what to
 * do, or the bytes to send, to see it again.
 */
export const createFinds = (tell) => {
  const kinds = new Map();
  return {
    has: (kind) => kinds.has(kind),
    add: ({ kind, detail, reproduction }) => {
      const known = kinds.get(kind);
      if (known !== undefined) {
        known.times += 1;
        return;
      }
      if (kinds.size >= mostKinds) return;
      kinds.set(kind, { kind, detail, reproduction, times: 1 });
      tell(`FOUND ${kind}: ${detail}`);
    },
    list: () => [...kinds.values()],
  };
};
