/** The environment variables that a report looks at; `process.env` is one. */
export interface Environment {
  /** Anything but nothing turns colours off (no-color.org). */
  readonly NO_COLOR?: string | undefined;
  readonly TERM?: string | undefined;
  /** The file of the step's summary in GitHub Actions. */
  readonly GITHUB_STEP_SUMMARY?: string | undefined;
}
