import { createProgram } from '../../src/cli/create-program.ts';

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
  for (const argv of [['help', 'list'], ['lst'], ['--no-color', 'list']]) {
    const texts = asCalled(...argv).commands.map((command) => command.helpInformation());
    expect(texts).toEqual(whole.commands.map((command) => command.helpInformation()));
  }
});
