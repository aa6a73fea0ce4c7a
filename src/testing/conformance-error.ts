import type { Finding } from '../formats/judgement.ts';
import { packagePath } from '../formats/package-files.ts';

/** What an assertion throws: its message is the text of the terminal report. */
export class ConformanceError extends Error {
  override readonly name = 'ConformanceError';
  readonly #findings: readonly Finding[];

  constructor(message: string, findings: readonly Finding[] = []) {
    super(message);
    this.#findings = findings;
    this.stack = `${this.name}: ${message}${framesOf(this, message)}`;
  }

  /** No field of the object: test runners print those, and the message tells of them already. */
  get findings(): readonly Finding[] {
    return this.#findings;
  }
}

const library = ['src', 'dist'].map((folder) => packagePath(folder));

/** The calls of the test: those inside the library tell nobody anything. */
const framesOf = ({ stack = '' }: Error, message: string): string =>
  stack
    .slice(stack.indexOf(message) + message.length)
    .split('\n')
    .filter((line) => !library.some((folder) => line.includes(folder)))
    .join('\n');
