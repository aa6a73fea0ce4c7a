import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Run } from '../../src/formats/run.ts';
import type { FoundBreach } from '../../src/fuzz/follow-lead.ts';
import type { FuzzOrder, FuzzResult } from '../../src/fuzz/fuzz.ts';
import type { ExitCode } from '../../src/spec/walletproof-error.ts';

/** What the example agent is made to do. */
export interface Deviation {
  readonly defect?: string;
  readonly variant?: string;
}

export interface PlayedRun extends Pick<Run, 'verdict' | 'requirements'> {
  readonly code: ExitCode;
  /** Where the stored run was judged otherwise. */
  readonly otherwise: readonly string[];
  /** What its calls are charged with as live traffic, and the run says nothing of. */
  readonly liveAlone: readonly string[];
}

/** What sequences that nobody wrote have come to. */
export interface FuzzedAgent extends Pick<FuzzResult, 'runs' | 'judged' | 'seen'> {
  /** Undefined where none broke anything. */
  readonly found: (Pick<FoundBreach, 'text' | 'finding'> & { readonly steps: number }) | undefined;
}

/** How long sequences are drawn by the clock of the run, and which. */
export type FuzzToPlay = Pick<FuzzOrder, 'seed' | 'budgetMs' | 'runs'>;

/** Plays the suite against the example agent, or the scenarios that show a requirement: what `demo --strict` does, quicker. */
export interface Player {
  play(deviation: Deviation, requirement?: string): Promise<PlayedRun>;
  /** What `fuzz` does, quicker. */
  fuzz(deviation: Deviation, order: FuzzToPlay): Promise<FuzzedAgent>;
  close(): Promise<void>;
}

/** What is asked of the process that plays; `number` tells its answer from one that came too late. */
export interface PlayOrder {
  readonly number: number;
  readonly deviation: Deviation;
  readonly requirement?: string | undefined;
  /** Sequences are drawn, and no scenarios played. */
  readonly fuzz?: FuzzToPlay;
}

/** What it answers; `number` is 0 when it is ready. */
export interface PlayAnswer {
  readonly number: number;
  readonly run?: PlayedRun;
  readonly fuzzed?: FuzzedAgent;
  readonly problem?: string;
}

const besides = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** How many runs go on at once: what one waits for, and a fifth of a run is waiting, the other uses. */
const together = 2;

/** Starts processes that play; jest.config.js lets as many tests go on at once. */
export const openPlayers = async (): Promise<Player> => {
  const players = await Promise.all(Array.from({ length: together }, openPlayer));
  let count = 0;
  const next = (): Player => {
    count += 1;
    return players[count % together] as Player;
  };
  return {
    play: async (...order) => await next().play(...order),
    fuzz: async (...order) => await next().fuzz(...order),
    close: async () => {
      await Promise.all(players.map(async (player) => await player.close()));
    },
  };
};

/** Starts a process that plays; one run at a time. */
const openPlayer = async (): Promise<Player> => {
  const child = fork(besides('./player-process.ts'), {
    execArgv: ['--no-warnings', `--import=${besides('../setup/load-typescript.js')}`],
    silent: true,
  });
  // The agent tells of its own crashes, which are what is tested.
  child.stdout?.resume();
  const said = tail(child);
  const ended = once(child, 'exit').then(() => ({ problem: `It ended: ${said()}` }));
  const answerTo = async (number: number): Promise<Partial<PlayAnswer>> => {
    const answers = new Promise<Partial<PlayAnswer>>((resolve) => {
      const hear = (answer: PlayAnswer): void => {
        if (answer.number !== number) return;
        child.off('message', hear);
        resolve(answer);
      };
      child.on('message', hear);
    });
    const answer: Partial<PlayAnswer> = await Promise.race([answers, ended]);
    if (answer.problem !== undefined) throw new Error(answer.problem);
    return answer;
  };
  let number = 0;
  await answerTo(number);
  const ask = async (order: Omit<PlayOrder, 'number'>): Promise<Partial<PlayAnswer>> => {
    number += 1;
    child.send({ number, ...order } satisfies PlayOrder);
    return await answerTo(number);
  };
  return {
    play: async (deviation, requirement) => {
      const { run } = await ask({ deviation, requirement });
      if (run === undefined) throw new Error('It answered no run.');
      return run;
    },
    fuzz: async (deviation, order) => {
      const { fuzzed } = await ask({ deviation, fuzz: order });
      if (fuzzed === undefined) throw new Error('It answered no fuzz.');
      return fuzzed;
    },
    close: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
};

/** The last lines of what it says on stderr. */
const tail = ({ stderr }: ChildProcess) => {
  let text = '';
  stderr?.on('data', (chunk: Buffer) => {
    text = `${text}${chunk.toString()}`.slice(-2_000);
  });
  return () => text;
};
