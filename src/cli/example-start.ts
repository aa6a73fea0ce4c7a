/** The start of the example agent, which comes after the platform listens. */
export interface ExampleStart {
  /** What waits for its end; undefined once it is over, or where no such agent is started. */
  wait(): Promise<void> | undefined;
  end(): void;
}

/** Pages that are open over a restart ask for balances before there is an agent to ask. */
export const startOfExample = (isExample: boolean): ExampleStart => {
  let end = (): void => undefined;
  let waiting: Promise<void> | undefined = isExample
    ? new Promise((resolve) => {
        end = resolve;
      })
    : undefined;
  return {
    wait: () => waiting,
    end: () => {
      waiting = undefined;
      end();
    },
  };
};
