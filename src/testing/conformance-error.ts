import type { Finding } from '../formats/judgement.ts';

/** What an assertion throws: its message is the text of the terminal report. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError';
  readonly findings: readonly Finding[];

  constructor(message: string, findings: readonly Finding[] = []) {
    super(message);
    this.findings = findings;
  }
}
