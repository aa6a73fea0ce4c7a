import { useRef, useState } from 'preact/hooks';

/** What an action has come to. */
export interface ActionState {
  readonly busy: boolean;
  /** What the last one threw. */
  readonly error: unknown;
}

/**
 * Runs one action at a time; what it throws is kept for an ErrorNote. While one is under way further
 * calls do nothing.
 */
export const useAction = (): readonly [
  act: (action: () => Promise<void>) => void,
  state: ActionState,
] => {
  const [state, setState] = useState<ActionState>({ busy: false, error: undefined });
  const busy = useRef(false);
  const act = async (action: () => Promise<void>): Promise<void> => {
    if (busy.current) return;
    busy.current = true;
    setState({ busy: true, error: undefined });
    const error = await failureOf(action);
    busy.current = false;
    setState({ busy: false, error });
  };
  return [(action) => void act(action), state];
};

const failureOf = async (action: () => Promise<void>): Promise<unknown> => {
  try {
    await action();
    return undefined;
  } catch (error) {
    return error;
  }
};
