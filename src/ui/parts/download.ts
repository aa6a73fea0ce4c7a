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
