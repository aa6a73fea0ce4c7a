import { readFile } from 'node:fs/promises';
import { editorLine } from '../formats/editor-line.ts';
import { packagePath } from '../formats/package-files.ts';
import type { CiName, Project } from './detect-project.ts';

/** A file that `init` writes. */
export interface FirstFile {
  readonly path: string;
  readonly text: string;
}

export const configurationFile = 'walletproof.config.yaml';
export const scenarioFile = 'scenarios/first.yaml';

/** What a project begins with: configuration, a scenario, a job for its CI. */
export const firstFiles = async (project: Project): Promise<readonly FirstFile[]> => {
  const configuration = await readFile(packagePath(`fixtures/agents/${configurationFile}`), 'utf8');
  return [
    { path: configurationFile, text: `${editorLine('configuration')}\n${configuration}` },
    { path: scenarioFile, text: scenario },
    ...project.ci.map((name) => ({ path: ciPaths[name], text: ciTexts[name](project) })),
  ];
};

const scenario = `${editorLine('scenario', '../node_modules/walletproof/docs')}
# walletproof play ${scenarioFile} --settle
scenario: A bet that is sent twice is applied once
fund: 100
steps:
  - getBalance: {}
  - makeBet: { id: first, bet: 5, win: 2 }
  - resend: first
  - resend: { call: first, as: new-request-id }   # the same transaction_id, signed again
  - rollback: { of: first }
  - getBalance: {}
`;

/** Where each CI's job is written. */
export const ciPaths: Readonly<Record<CiName, string>> = {
  github: '.github/workflows/walletproof.yml',
  gitlab: 'walletproof.gitlab-ci.yml',
  jenkins: 'walletproof.Jenkinsfile',
  circleci: 'walletproof.circleci.yml',
};

/** Stands in the CI file for a command that nobody can guess. */
export const unknownStart = 'START-YOUR-AGENT';

/** What is to be looked at in the file, as a comment of it. */
const notice = ({ start }: Project): string =>
  start === undefined
    ? `Fill in the command that starts your agent, in place of ${unknownStart}.`
    : `${start} is to start the agent at the callback URL of ${configurationFile}.`;

const run = ({ start = unknownStart }: Project, reporters: string): string =>
  `npx --no-install walletproof test --start '${start}' --wait 30s --reporter pretty ${reporters}`;

/** GitHub reads them from the output of a step, which belongs to the report. */
export const annotations = 'walletproof-annotations.txt';

const junit = '--reporter junit=walletproof.xml';

/** What an image of Node lacks, and then what every CI installs. */
const installs = ({ packages, install }: Project, apt: string): readonly string[] => [
  ...(packages.length === 0 ? [] : [`${apt} update && ${apt} install --yes ${packages.join(' ')}`]),
  ...install,
];

const ciTexts: Readonly<Record<CiName, (project: Project) => string>> = {
  github: (project) => `# ${notice(project)}
name: walletproof
on: [push, pull_request]
jobs:
  wallet:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
${[...project.install, run(project, `--reporter github=${annotations}`)].map((line) => `      - run: ${line}\n`).join('')}      - run: cat ${annotations}
        if: always()
`,
  gitlab: (project) => `# ${notice(project)}
# In .gitlab-ci.yml: include: { local: walletproof.gitlab-ci.yml }
walletproof:
  image: node:22
  script:
${[...installs(project, 'apt-get'), run(project, junit)].map((line) => `    - ${line}\n`).join('')}  artifacts:
    when: always
    reports: { junit: walletproof.xml }
`,
  jenkins: (project) => `// ${notice(project)}
// A stage for your Jenkinsfile; its machine needs ${['Node 20', ...project.packages].join(', ')}
stage('walletproof') {
  steps {
${project.install.map((line) => `    sh '${line}'\n`).join('')}    sh "${run(project, junit)}"
  }
  post { always { junit 'walletproof.xml' } }
}
`,
  circleci: (project) => `# ${notice(project)}
# A job for .circleci/config.yml
walletproof:
  docker: [{ image: cimg/node:22.0 }]
  steps:
    - checkout
${[...installs(project, 'sudo apt-get'), run(project, junit)].map((line) => `    - run: ${line}\n`).join('')}    - store_test_results: { path: walletproof.xml }
`,
};
