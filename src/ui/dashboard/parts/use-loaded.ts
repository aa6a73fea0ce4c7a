import { useEffect, useState } from 'preact/hooks';

/** Something that is read from the platform. */
export type Loaded<T> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'loaded'; readonly value: T }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Reads once for each `key`, a text that names what is read. While it is read again under another
 * key of the same `subject` the old value stays; an answer that comes too late is dropped.
 */
export const useLoaded = <T>(load: () => Promise<T>, key: string, subject = key): Loaded<T> => {
  const [held, setHeld] = useState<{ readonly subject: string; readonly loaded: Loaded<T> }>();
  useEffect(() => {
    let isWanted = true;
    const show = (loaded: Loaded<T>): void => {
      if (isWanted) setHeld({ subject, loaded });
    };
    load().then(
      (value) => show({ kind: 'loaded', value }),
      (error: unknown) => show({ kind: 'failed', error }),
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return held?.subject === subject ? held.loaded : { kind: 'loading' };
};
