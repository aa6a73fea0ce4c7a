/** Lets a number of callers in at once; the others wait, first come first served. */
export interface Gate {
  enter(): Promise<void>;
  leave(): void;
}

export const createGate = (places: number): Gate => {
  let free = places;
  const waiting: (() => void)[] = [];
  return {
    enter: () => {
      if (free === 0) return new Promise((resolve) => waiting.push(resolve));
      free -= 1;
      return Promise.resolve();
    },
    leave: () => {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    },
  };
};
