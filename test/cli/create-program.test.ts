import { createProgram } from '../../src/cli/create-program.ts';
import { commanderOption } from '../../src/cli/option.ts';
import { allCommands } from '../../src/cli/render-commands.ts';

const whole = createProgram(() => undefined);

const asCalled = (...argv: string[]) => createProgram(() => undefined, argv);

test.each([[['--help']], [['-h']], [[]], [['list', 'requirements']]])(
  'the help of the program is the same where only what %j needs is declared',
  (argv) => {
    expect(asCalled(...argv).helpInformation()).toBe(whole.helpInformation());
  },
);

test.each(whole.commands.map((command) => [command.name(), command] as const))(
  '%s is declared whole where it is called',
  (name, command) => {
    const called = asCalled(name).commands.find((each) => each.name() === name);
    expect(called?.helpInformation()).toBe(command.helpInformation());
    expect(called?.commands.map((each) => each.helpInformation())).toEqual(
      command.commands.map((each) => each.helpInformation()),
    );
  },
);

test('all are declared whole for the help of one and for a name that nobody has', () => {
  for (const argv of [['help', 'list', '--all'], ['lst'], ['--no-color', 'list']]) {
    const texts = asCalled(...argv).commands.map((command) => command.helpInformation());
    expect(texts).toEqual(whole.commands.map((command) => command.helpInformation()));
  }
});

/** As a terminal of 80 columns shows it, examples included. */
const helpOf = async (...argv: string[]): Promise<string> => {
  let text = '';
  const writeOut = (part: string): void => {
    text += part;
  };
  const program = asCalled(...argv);
  for (const command of [program, ...program.commands]) {
    command.configureOutput({ writeOut, getOutHelpWidth: () => 80 });
  }
  await program.parseAsync(argv, { from: 'user' }).catch(() => undefined);
  return text;
};

const large = ['demo', 'test', 'play', 'trigger', 'load', 'serve'];

test.each(large)('the help of %s fits in one screen, and --all adds the options that it counts', async (name) => {
  const [short, all] = [await helpOf(name, '--help'), await helpOf(name, '--help', '--all')];
  expect(short.split('\n').length).toBeLessThanOrEqual(41);
  const flagsIn = (text: string) => text.match(/^ {2}-.*?(?= {2}|$)/gm) ?? [];
  const count = flagsIn(all).length - flagsIn(short).length;
  expect(count).toBeGreaterThanOrEqual(10);
  expect(short).toContain(`walletproof ${name} --help --all shows ${count} more options.`);
  expect(all).not.toContain('more options.');
});

/** What is told of a wrong command line, without the line on help. */
const toldOf = async (...argv: string[]): Promise<string> => {
  let told = '';
  const writeErr = (part: string): void => {
    told += part;
  };
  const program = asCalled(...argv);
  for (const command of [program, ...program.commands]) command.configureOutput({ writeErr });
  await program.parseAsync(argv, { from: 'user' }).catch(() => undefined);
  return told.replace(/\(walletproof --help.*\n/, '');
};

test.each([
  [['test', '--tokn', 'x'], "error: unknown option '--tokn'\n(Did you mean --token?)\n"],
  [['test', '--max-stak', '1'], "error: unknown option '--max-stak'\n(Did you mean --max-stake?)\n"],
  [['load', '--users', '5'], "error: unknown option '--users'\n(Did you mean --players?)\n"],
  [['load', '--concurrency=5'], "error: unknown option '--concurrency=5'\n(Did you mean --players?)\n"],
  [['test', '--url', 'x'], "error: unknown option '--url'\n(Did you mean the argument [callback-url]?)\n"],
  [['list', '--all'], "error: unknown option '--all'\n"],
  [['list', '--vus'], "error: unknown option '--vus'\n"],
  [['load', '--vus', '5', '--players', '5'], "error: option '--vus <n>' cannot be used with option '--players <n>'\n"],
  [
    ['load', '--for', '5s', '--duration', '5s'],
    "error: option '--duration <duration>' cannot be used with option '--for <duration>'\n",
  ],
])('%j is told with the option that was meant, where there is one', async (argv, told) => {
  expect(await toldOf(...argv)).toBe(told);
});

test.each([
  ['doctor', /walletproof explain .* walletproof test --only SIG /],
  ['record', /walletproof serve .*"Save as scenario"/],
  ['replay', /walletproof test --failed RUN\.json/],
])('%s is answered with what it is called here', (name, remedy) => {
  expect(() => asCalled(name)).toThrow(
    expect.objectContaining({
      code: 'usage',
      message: `There is no command ${name}.`,
      remedy: expect.stringMatching(remedy),
    }),
  );
});

test('the key of an option is the name that its value has', () => {
  const keys = allCommands().flatMap(({ record }) =>
    Object.entries(record.options).map(([key, option]) => [key, commanderOption(key, option).attributeName()]),
  );
  expect(keys.filter(([key, name]) => key !== name)).toEqual([]);
});
