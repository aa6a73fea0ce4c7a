/** An option with its value; of a flag it is empty. */
export interface CurlOption {
  readonly name: string;
  readonly value: string;
}

/** The options of a command line in order: `-H x`, `-Hx`, `-sSd x`, `--header x`, `--header=x`. */
export const curlArguments = (
  words: readonly string[],
  isTakingValue: (option: string) => boolean,
): CurlOption[] => {
  const options: CurlOption[] = [];
  const waiting = [...words];
  const nextWord = (): string => waiting.shift() ?? '';
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word.startsWith('--')) options.push(longOption(word, isTakingValue, nextWord));
    else if (word.startsWith('-')) options.push(...shortOptions(word, isTakingValue, nextWord));
  }
  return options;
};

type NextWord = () => string;
type IsTakingValue = (option: string) => boolean;

const longOption = (word: string, isTakingValue: IsTakingValue, next: NextWord): CurlOption => {
  const equals = word.indexOf('=');
  if (equals > 0) return { name: word.slice(0, equals), value: word.slice(equals + 1) };
  return { name: word, value: isTakingValue(word) ? next() : '' };
};

const shortOptions = (word: string, isTakingValue: IsTakingValue, next: NextWord): CurlOption[] => {
  const options: CurlOption[] = [];
  for (let index = 1; index < word.length; index += 1) {
    const name = `-${word[index]}`;
    if (isTakingValue(name)) {
      const rest = word.slice(index + 1);
      return [...options, { name, value: rest === '' ? next() : rest }];
    }
    options.push({ name, value: '' });
  }
  return options;
};
