/** Which transactions are named by calls that are under way, and in which accounts. */
export interface UnderWay {
  /** Whether a call in another account names it at this moment. */
  begin(transactionId: string, accountKey: string): boolean;
  end(transactionId: string, accountKey: string): void;
}

export const createUnderWay = (): UnderWay => {
  const calls = new Map<string, readonly string[]>();
  return {
    begin: (id, key) => {
      const keys = calls.get(id) ?? [];
      calls.set(id, [...keys, key]);
      return keys.some((each) => each !== key);
    },
    end: (id, key) => {
      const keys = calls.get(id) ?? [];
      const left = keys.toSpliced(keys.indexOf(key), 1);
      if (left.length === 0) calls.delete(id);
      else calls.set(id, left);
    },
  };
};
