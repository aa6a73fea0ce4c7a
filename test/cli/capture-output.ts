/** What was written to each stream. */
export type WrittenOutput = Record<'stdout' | 'stderr', string>;

interface CapturedOutput {
  readonly written: WrittenOutput;
  /** The streams are those of this process again. */
  end(): void;
}

/** Takes what is written to both streams of this process from now on. */
export const captureOutput = (): CapturedOutput => {
  const written = { stdout: '', stderr: '' };
  const endings = [capture('stdout', written), capture('stderr', written)];
  return {
    written,
    end: () => {
      for (const end of endings) end();
    },
  };
};

const capture = (name: keyof WrittenOutput, written: WrittenOutput): (() => void) => {
  const stream = process[name];
  const { write } = stream;
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    written[name] += Buffer.from(chunk as string).toString();
    const done = rest.find((each) => typeof each === 'function');
    if (done !== undefined) process.nextTick(done as () => void);
    return true;
  }) as typeof write;
  return () => {
    stream.write = write;
  };
};
