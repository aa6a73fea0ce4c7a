import { readFileSync } from 'node:fs';

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../fixtures/signing/${name}.json`, import.meta.url), 'utf8')) as T;

/** What real serialisers made of one body: `outgoing` as agents, `verify` of a callback. */
export interface Vector {
  readonly id: string;
  readonly direction: 'outgoing' | 'verify';
  readonly body_as_sent: string;
  readonly signature: string;
  /** Absent where the serialiser's output is not UTF-8. */
  readonly canonical?: string;
  readonly libraries: readonly string[];
}

/** A deliberate mistake in signing, and the header that it leads to. */
export interface Mistake {
  readonly id: string;
  readonly mistake: string;
  readonly body_as_sent: string;
  readonly header: string;
}

const vectors = read<readonly Vector[]>('vectors');

export const outgoing = vectors.filter(({ direction }) => direction === 'outgoing');
export const toVerify = vectors.filter(({ direction }) => direction === 'verify');
export const mistakes = read<readonly Mistake[]>('mistakes');

/** What all of them are signed with. */
export const token = 'test-token-0f2f';
