/** First in, first out, at a constant cost. */
export interface Queue<T> {
  readonly size: number;
  push(item: T): void;
  shift(): T | undefined;
}

const fewest = 1024;

export const createQueue = <T>(): Queue<T> => {
  let items: (T | undefined)[] = [];
  let head = 0;
  return {
    get size() {
      return items.length - head;
    },
    push: (item) => {
      items.push(item);
    },
    shift: () => {
      const item = items[head];
      if (head < items.length) items[head++] = undefined;
      if (head > fewest && head * 2 > items.length) {
        items = items.slice(head);
        head = 0;
      }
      return item;
    },
  };
};
