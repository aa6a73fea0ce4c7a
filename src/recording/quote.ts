/** Text from outside within a sentence: its beginning, in quotes, on one line. */
export const quote = (text: string): string => `"${plainLine(text)}"`;

const plainLine = (text: string): string => {
  const start = text.slice(0, longest).replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ');
  return text.length > longest ? `${start}…` : start;
};

const longest = 60;
