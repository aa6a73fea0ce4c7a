/** Short options of curl that take a value; all others are flags. */
const short = new Set('AbcCdDeEFhHKmoPQrtTuUwxXyYz');

/** Long options that take a value and may stand between those that are looked for. */
const long: ReadonlySet<string> = new Set([
  ...['--header', '--data', '--data-ascii', '--data-binary', '--data-raw', '--data-urlencode'],
  ...['--json', '--form', '--request', '--url', '--user-agent', '--user', '--cookie'],
  ...['--cookie-jar', '--referer', '--output', '--max-time', '--connect-timeout', '--retry'],
  ...['--proxy', '--cacert', '--cert', '--key', '--resolve', '--write-out', '--interface'],
  ...['--oauth2-bearer', '--dump-header', '--config', '--retry-delay', '--retry-max-time'],
]);

/** Whether an option of curl, such as `-H` or `--header`, takes the next word as its value. */
export const isTakingValue = (option: string): boolean =>
  option.startsWith('--') ? long.has(option) : short.has(option.slice(1));
