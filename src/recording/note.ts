/** Takes a sentence about what a recording does not say as it was. */
export type Note = (sentence: string) => void;
