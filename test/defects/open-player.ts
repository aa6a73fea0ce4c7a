import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Run } from '../../src/formats/run.ts';
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

/** Plays the suite against the example agent, or the scenarios that show a requirement: what `demo --strict` does, quicker. */
export interface Player {
  play(deviation: Deviation, requirement?: string): Promise<PlayedRun>;
  close(): Promise<void>;
}

/** What is asked of the process that plays; `number` tells its answer from one that came too late. */
export interface PlayOrder {
  readonly number: number;
  readonly deviation: Deviation;
  readonly requirement?: string | undefined;
}

/** What it answers; `number` is 0 when it is ready. */
export interface PlayAnswer {
  readonly number: number;
  readonly run?: PlayedRun;
  readonly problem?: string;
}

const besides = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** How many runs go on at once: what one waits for, and a fifth of a run is waiting, the other uses. */
const together = 2;

/** Starts processes that play; jest.config.js lets as many tests go on at once. */
export const openPlayers = async (): Promise<Player> => {
  const players = await Promise.all(Array.from({ length: together }, openPlayer));
  let next = 0;
  return {
    play: async (...order) => {
      const player = players[next % together] as Player;
      next += 1;
      return await player.play(...order);
    },
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
  const answerTo = async (number: number): Promise<PlayedRun | undefined> => {
    const answers = new Promise<Partial<PlayAnswer>>((resolve) => {
      const hear = (answer: PlayAnswer): void => {
        if (answer.number !== number) return;
        child.off('message', hear);
        resolve(answer);
      };
      child.on('message', hear);
    });
    const { run, problem }: Partial<PlayAnswer> = await Promise.race([answers, ended]);
    if (problem !== undefined) throw new Error(problem);
    return run;
  };
  let number = 0;
  await answerTo(number);
  return {
    play: async (deviation, requirement) => {
      number += 1;
      child.send({ number, deviation, requirement } satisfies PlayOrder);
      const run = await answerTo(number);
      if (run === undefined) throw new Error('It answered no run.');
      return run;
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
