/** How the snippet of one language is run together with the harness beside this file. */
export interface Runtime {
  /** The language of the code fence in docs/signing.md. */
  readonly fence: string;
  readonly harness: string;
  /** Where the snippet goes in the folder that it is run in. */
  readonly snippet: string;
  /** Compilers first; the last command reads the cases. */
  readonly commands: readonly (readonly [string, ...string[]])[];
  /** `ci`: needed where CI=true, on other machines the test is skipped when it is missing. */
  readonly needed: 'always' | 'ci';
  readonly packages: string;
  /** Files that the commands need, besides their programs. */
  readonly libraries: readonly string[];
  /** Whether 10.50 is signed as it came, and not as 10.5. */
  readonly numbers: 'as-sent' | 'reprinted';
}

const jackson = ['databind', 'core', 'annotations'].map((part) => `/usr/share/java/jackson-${part}.jar`);
const classPath = ['.', ...jackson].join(':');
const newtonsoft = '/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll';

export const runtimes: readonly Runtime[] = [
  {
    fence: 'php',
    harness: 'harness.php',
    snippet: 'signing.php',
    commands: [['php', 'harness.php']],
    needed: 'always',
    packages: 'php-cli',
    libraries: [],
    numbers: 'reprinted',
  },
  {
    fence: 'go',
    harness: 'harness.go',
    snippet: 'signing/signing.go',
    commands: [
      ['go', 'mod', 'init', 'snippet'],
      ['go', 'run', '.'],
    ],
    needed: 'always',
    packages: 'golang-go',
    libraries: [],
    numbers: 'as-sent',
  },
  {
    fence: 'python',
    harness: 'harness.py',
    snippet: 'signing.py',
    commands: [['python3', 'harness.py']],
    needed: 'always',
    packages: 'python3',
    libraries: [],
    numbers: 'reprinted',
  },
  {
    fence: 'js',
    harness: 'harness.mjs',
    snippet: 'signing.mjs',
    commands: [['node', 'harness.mjs']],
    needed: 'always',
    packages: 'nodejs',
    libraries: [],
    numbers: 'reprinted',
  },
  {
    fence: 'java',
    harness: 'Harness.java',
    snippet: 'Signing.java',
    commands: [
      ['javac', '-encoding', 'UTF-8', '-cp', classPath, 'Signing.java', 'Harness.java'],
      ['java', '-XX:TieredStopAtLevel=1', '-cp', classPath, 'Harness'],
    ],
    needed: 'ci',
    packages: 'default-jdk-headless libjackson2-databind-java',
    libraries: jackson,
    numbers: 'as-sent',
  },
  {
    fence: 'csharp',
    harness: 'Harness.cs',
    snippet: 'Signing.cs',
    commands: [
      ['mcs', '-out:Harness.exe', `-r:${newtonsoft}`, 'Signing.cs', 'Harness.cs'],
      ['mono', 'Harness.exe'],
    ],
    needed: 'ci',
    packages: 'mono-mcs mono-runtime libnewtonsoft-json5.0-cil',
    libraries: [newtonsoft],
    numbers: 'as-sent',
  },
  {
    fence: 'ruby',
    harness: 'harness.rb',
    snippet: 'signing.rb',
    commands: [['ruby', 'harness.rb']],
    needed: 'ci',
    packages: 'ruby',
    libraries: [],
    numbers: 'reprinted',
  },
];
