// @ts-check
import { defects } from '../../fixtures/agents/example/defects.js';
import { variants } from '../../fixtures/agents/example/variants.js';

/** Files whose tests are counted one by one: each of them is a whole run. */
const runs = [
  { name: 'defects', file: '/test/defects/defects.test.ts', total: defects.length },
  { name: 'variants', file: '/test/defects/variants.test.ts', total: variants.length },
];
const pauseMs = 10_000;

/** Says every ten seconds what is under way and how much is left, and what failed as soon as it did. */
// biome-ignore lint/style/noDefaultExport: Jest asks for one
export default class ProgressReporter {
  #startedAt = 0;
  #toldAt = 0;
  #failed = 0;
  /** @type {Map<string, number>} tests that ended, by file */
  #ended = new Map();
  #files = { ended: 0, total: 0 };
  /** @type {Set<string>} */
  #underWay = new Set();

  /** @param {{ numTotalTestSuites: number }} results */
  onRunStart({ numTotalTestSuites }) {
    this.#startedAt = Date.now();
    this.#toldAt = this.#startedAt;
    this.#files.total = numTotalTestSuites;
    console.error(`tests: ${numTotalTestSuites} files`);
  }

  /** @param {{ path: string }} test */
  onTestFileStart({ path }) {
    this.#underWay.add(path);
  }

  /**
   * @param {{ path: string }} test
   * @param {{ status: string, fullName: string }} result
   */
  onTestCaseResult({ path }, { status, fullName }) {
    this.#ended.set(path, (this.#ended.get(path) ?? 0) + 1);
    if (status === 'failed') {
      this.#failed += 1;
      console.error(`FAILED: ${fullName}`);
    }
    this.#tell();
  }

  /**
   * @param {{ path: string }} test
   * @param {{ failureMessage?: string | null }} result
   */
  onTestFileResult({ path }, { failureMessage }) {
    this.#underWay.delete(path);
    this.#files.ended += 1;
    if (failureMessage) console.error(`FAIL ${path}\n${failureMessage}`);
    this.#tell();
  }

  onRunComplete() {
    this.#tell(true);
  }

  #tell(isLast = false) {
    const now = Date.now();
    if (!isLast && now - this.#toldAt < pauseMs) return;
    this.#toldAt = now;
    const seconds = Math.round((now - this.#startedAt) / 1000);
    const { ended, total } = this.#files;
    const parts = [
      `${seconds} s`,
      `${ended} of ${total} files`,
      ...runs.flatMap((each) => this.#progressOf(each)),
      ...(this.#failed === 0 ? [] : [`${this.#failed} FAILED`]),
    ];
    console.error(`tests: ${parts.join(' · ')}`);
  }

  /** @param {(typeof runs)[number]} run */
  #progressOf({ name, file, total }) {
    const [, ended] = [...this.#ended].find(([path]) => path.endsWith(file)) ?? [];
    const isUnderWay = [...this.#underWay].some((path) => path.endsWith(file));
    return isUnderWay ? [`${name} ${ended ?? 0} of ${total}`] : [];
  }
}
