/** The browser of the tests; undefined when there is none. */
export const findBrowser: () => string | undefined;
