import { useEffect, useRef, useState } from 'preact/hooks';

/** What an action has come to. */
interface ActionState {
  readonly busy: boolean;
  /** What the last one threw. */
  readonly error: unknown;
}

/**
 * Runs one action at a time; what it throws is kept for an ErrorNote. While one is under way further
 * calls do nothing.
 */
export const useAction = (): readonly [act: (action: () => Promise<void>) => void, state: ActionState] => {
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

/** Something that is read from the platform. */
export type LoadState<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Reads once for each `key`, a text that names what is read. While it is read again under another
 * key of the same `subject` the old value stays; what nobody wants any more is ended by the signal.
 */
export const useLoaded = <T>(load: (signal: AbortSignal) => Promise<T>, key: string, subject = key): LoadState<T> => {
  const [held, setHeld] = useState<{ readonly subject: string; readonly loaded: LoadState<T> }>();
  useEffect(() => {
    const wanted = new AbortController();
    const show = (loaded: LoadState<T>): void => {
      if (!wanted.signal.aborted) setHeld({ subject, loaded });
    };
    load(wanted.signal).then(
      (value) => show({ kind: 'loaded', value }),
      (error: unknown) => show({ kind: 'failed', error }),
    );
    return () => wanted.abort();
  }, [key]);
  return held?.subject === subject ? held.loaded : { kind: 'loading' };
};
