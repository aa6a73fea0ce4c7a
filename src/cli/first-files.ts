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
  - rollback: { of: first }
  - getBalance: {}
`;

const ciPaths: Readonly<Record<CiName, string>> = {
  github: '.github/workflows/walletproof.yml',
  gitlab: 'walletproof.gitlab-ci.yml',
  jenkins: 'walletproof.Jenkinsfile',
  circleci: 'walletproof.circleci.yml',
};

/** The tarball of \`npm pack\`, kept in the repository. */
export const tarball = 'walletproof.tgz';

const install = ({ isNode }: Project): string =>
  isNode ? 'npm ci' : `npm install --no-save --ignore-scripts ./${tarball}`;

const run = ({ start }: Project, reporters: string): string =>
  `npx --no-install walletproof test --start '${start}' --wait 30s --reporter pretty ${reporters}`;

const junit = '--reporter junit=walletproof.xml';

const ciTexts: Readonly<Record<CiName, (project: Project) => string>> = {
  github: (project) => `name: walletproof
on: [push, pull_request]
jobs:
  wallet:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: ${install(project)}
      - run: ${run(project, '--reporter github')}
`,
  gitlab: (project) => `# In .gitlab-ci.yml: include: { local: walletproof.gitlab-ci.yml }
walletproof:
  image: node:22
  script:
    - ${install(project)}
    - ${run(project, junit)}
  artifacts:
    when: always
    reports: { junit: walletproof.xml }
`,
  jenkins: (project) => `// A stage for your Jenkinsfile
stage('walletproof') {
  steps {
    sh '${install(project)}'
    sh "${run(project, junit)}"
  }
  post { always { junit 'walletproof.xml' } }
}
`,
  circleci: (project) => `# A job for .circleci/config.yml
walletproof:
  docker: [{ image: cimg/node:22.0 }]
  steps:
    - checkout
    - run: ${install(project)}
    - run: ${run(project, junit)}
    - store_test_results: { path: walletproof.xml }
`,
};
