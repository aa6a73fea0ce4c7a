/** Where in a text something is; lines and columns count from 1, a column is a UTF-16 unit. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** Text that is not JSON, or JSON that is nested too deeply. The message names the place. */
export class JsonError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(reason: string, { line, column }: TextPosition) {
    super(`${reason} at line ${line}, column ${column}`);
    this.name = 'JsonError';
    this.line = line;
    this.column = column;
  }
}
