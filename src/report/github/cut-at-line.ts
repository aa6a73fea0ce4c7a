const note = '\n\nCut here: the report is longer than GitHub shows. The json report has it all.\n';

/** The text in at most so many bytes of UTF-8; what is cut ends with a whole line and a note. */
export const cutAtLine = (text: string, limitBytes: number): string => {
  const bytes = Buffer.from(text);
  if (bytes.length <= limitBytes) return text;
  const room = limitBytes - Buffer.byteLength(note);
  if (room <= 0) return '';
  const end = bytes.lastIndexOf('\n', room - 1);
  return `${bytes.subarray(0, Math.max(end, 0)).toString()}${note}`;
};
