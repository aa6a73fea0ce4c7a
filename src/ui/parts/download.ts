/** Text that the browser is to save as a file. */
interface Download {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

const keptMs = 10_000;

/** Has the browser save a text as a file. */
export const downloadText = ({ name, type, text }: Download): void => {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), keptMs);
};

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
