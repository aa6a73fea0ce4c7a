/** What the browser keeps for this page between visits; undefined where it keeps nothing. */
export const readKept = (name: string): string | undefined => {
  try {
    return localStorage.getItem(`walletproof ${name}`) ?? undefined;
  } catch {
    return undefined;
  }
};

/** Keeps it, where the browser lets pages keep anything. */
export const writeKept = (name: string, value: string): void => {
  try {
    localStorage.setItem(`walletproof ${name}`, value);
  } catch {
    // What is not kept is as it was at first.
  }
};
