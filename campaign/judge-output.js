/** What a terminal or the log of a CI obeys, and what nobody should see. */
const faults = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  [/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/, 'a control character'],
  [/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/, 'a mark of direction'],
  [/^\s*::[a-z-]+(?: [^\n]*)?::/m, 'a command of GitHub at the start of a line'],
  [/^\s*##(?:vso|teamcity)?\[/m, 'a command of a CI at the start of a line'],
  [/^\s+at .+:\d+:\d+\)?$/m, 'a stack trace'],
];

const around = (text, index) => JSON.stringify(text.slice(Math.max(0, index - 80), index + 80));

/** What is wrong with what a command wrote, as `{ kind, detail }`. */
export const judgeOutput = (text, token) => {
  const found = faults.flatMap(([pattern, what]) => {
    const match = pattern.exec(text);
    return match === null ? [] : [{ kind: `${what} in the output`, detail: around(text, match.index) }];
  });
  const place = text.indexOf(token);
  if (place >= 0) found.push({ kind: 'the token in the output', detail: around(text, place) });
  return found;
};
