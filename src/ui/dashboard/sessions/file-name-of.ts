const longest = 60;

/** A title as a file name without extension: `An answer that is lost` is `an-answer-that-is-lost`. */
export const fileNameOf = (title: string): string => {
  const name = title
    .slice(0, longest * 4)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'scenario' : name;
};
