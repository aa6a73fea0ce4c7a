/** A number that is printed with exactly these digits. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
