/** Makes the ids of one scenario: `[A-Za-z0-9_-]`, never the same in two runs (section 2). */
export interface Names {
  next(kind: 'tx' | 'round' | 'req'): string;
  /** The session of that name: the same name, the same id. */
  session(name: string): string;
}

export interface NameSpace {
  /** Different for each run. */
  readonly nonce: string;
  /** Different for each scenario of a run: its place, or a letter for calls outside of scenarios. */
  readonly scenario: number | string;
}

/** Names of a scenario: the same nonce and scenario give the same ids in the same order. */
export const createNames = ({ nonce, scenario }: NameSpace): Names => {
  const counts = { tx: 0, round: 0, req: 0 };
  const prefix = `${nonce}-${scenario}`;
  return {
    next: (kind) => {
      counts[kind] += 1;
      return `${kind}-${prefix}-${counts[kind]}`;
    },
    session: (name) => `s-${prefix}-${name.replaceAll(/[^A-Za-z0-9_-]/g, '_')}`,
  };
};
