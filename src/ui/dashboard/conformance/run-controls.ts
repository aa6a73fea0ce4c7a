import type { RunOrderOfPage, RunView } from '../../../api/schemas/runs.ts';
import { callAdmin } from '../../parts/call-admin.ts';
import { useAction } from '../../parts/requests.ts';
import { hrefOf } from '../../parts/routes.ts';
import { store } from '../../parts/store.ts';

/** What starts and ends runs from a page. */
export interface RunControls {
  /** Plays the scenarios of these files; the whole suite where none are given. */
  readonly start: (files?: readonly string[]) => void;
  /** Draws sequences that nobody wrote. */
  readonly fuzz: () => void;
  readonly interrupt: () => void;
  /** Whether nothing can be started now: one run at a time. */
  readonly isBusy: boolean;
  /** What the last order was refused for. */
  readonly error: unknown;
}

/** So long the button draws. */
const fuzzSeconds = 60;

export const useRunControls = (): RunControls => {
  const [act, { busy, error }] = useAction();
  return {
    start: (files) => act(async () => void (await order(files === undefined ? {} : { scenarios: [...files] }))),
    fuzz: () => act(async () => void (await order({ fuzzSeconds }))),
    interrupt: () => act(() => callAdmin('DELETE', '/runs/current')),
    isBusy: busy || runUnderWay() !== undefined,
    error,
  };
};

export const runUnderWay = (): RunView | undefined => store.runs.value.find(({ state }) => state === 'running');

const order = (body: RunOrderOfPage): Promise<RunView> => callAdmin('POST', '/runs', body);

/** Starts a run and goes to its page. Throws an AdminRefusal. */
export const startRun = async (asked: RunOrderOfPage): Promise<void> => {
  const { id } = await order(asked);
  location.hash = hrefOf('runs', id);
};
