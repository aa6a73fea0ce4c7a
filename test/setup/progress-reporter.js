// @ts-check
const pauseMs = 10_000;

/** Says every ten seconds what is under way and how much is left, and what failed as soon as it did. */
// biome-ignore lint/style/noDefaultExport: Jest asks for one
export default class ProgressReporter {
  #startedAt = 0;
  #toldAt = 0;
  #failed = 0;
  #ended = 0;
  #files = { ended: 0, total: 0 };

  /** @param {{ numTotalTestSuites: number }} results */
  onRunStart({ numTotalTestSuites }) {
    this.#startedAt = Date.now();
    this.#toldAt = this.#startedAt;
    this.#files.total = numTotalTestSuites;
    console.error(`tests: ${numTotalTestSuites} bundles`);
  }

  /**
   * @param {{ path: string }} _test
   * @param {{ status: string, fullName: string }} result
   */
  onTestCaseResult(_test, { status, fullName }) {
    this.#ended += 1;
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
      `${ended} of ${total} bundles`,
      `${this.#ended} tests`,
      ...(this.#failed === 0 ? [] : [`${this.#failed} FAILED`]),
    ];
    console.error(`tests: ${parts.join(' · ')}`);
  }
}
