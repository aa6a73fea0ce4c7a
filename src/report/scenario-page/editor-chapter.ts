import { editorLine } from '../../formats/editor-line.ts';
import { block } from '../markdown-parts.ts';

/** How an editor completes the keys. */
export const editorChapter: readonly string[] = [
  '## Editor set-up',
  'Editors with the YAML language server (VS Code with the extension "YAML" of Red Hat, JetBrains IDEs, Neovim, Zed and others) complete keys and values, show what each one means and underline mistakes, where the first line of the file names the schema:',
  block('yaml', `${editorLine('scenario')}\nscenario: A bet is debited\nsteps:\n  - makeBet: { bet: 10 }`),
  'The path starts from the folder of the file: write `../node_modules/…` where the file is one folder down. The line is a comment to walletproof. The configuration has one, too:',
  block('yaml', `${editorLine('configuration')}\ncallbacks:\n  timeout: 5s`),
  'A project without `node_modules` has no copy: take `scenario.schema.json` and `configuration.schema.json` from the folder `docs` of walletproof into your project, and name them: `# yaml-language-server: $schema=./scenario.schema.json`. Or name the folder for all files at once, in `.vscode/settings.json`:',
  block(
    'json',
    JSON.stringify(
      {
        'yaml.schemas': {
          './node_modules/walletproof/docs/scenario.schema.json': 'scenarios/**/*.yaml',
          './node_modules/walletproof/docs/configuration.schema.json': '*.config.yaml',
        },
      },
      null,
      2,
    ),
  ),
];

/** What `validate` says, and how scripts read it. */
export const mistakeChapter: readonly string[] = [
  '## Checking a file',
  '`walletproof validate FILE…` checks scenarios, folders of them and configurations without running anything. Every mistake is reported with its file, line and column, the line itself, a caret, and what to do:',
  block(
    'text',
    [
      'bet.yaml:3:21: `bet`: `10,5` has a decimal comma',
      '  |',
      '3 |   - makeBet: { bet: 10,5 }',
      '  |                     ^^^^ write 10.5',
    ].join('\n'),
  ),
  'In a file that is not YAML (indentation, quotes, brackets), only the first mistake is reported, because what follows cannot be read. All other mistakes are reported at once.',
  'Exit codes: 0 where all files are right, 2 where one is not.',
  '`walletproof validate --json FILE…` prints a list for editors and scripts, empty where all is right; the exit codes are the same. `line` and `column` count from 1 and are `null` where the file cannot be read at all; `severity` is always `error`.',
  block(
    'json',
    JSON.stringify(
      [
        {
          file: 'bet.yaml',
          line: 3,
          column: 21,
          message: '`bet`: `10,5` has a decimal comma',
          remedy: 'write 10.5',
          severity: 'error',
        },
      ],
      null,
      2,
    ),
  ),
];
