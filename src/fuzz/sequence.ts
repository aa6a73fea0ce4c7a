import type { Printable, PrintableMap } from '../formats/document/print-document.ts';

/** A step as a scenario file has it: one action, options beside it. */
export type WrittenStep = PrintableMap;

/** What has a name: a makeBet, that of a pack, a rollback. */
type Call = 'makeBet' | 'pack' | 'rollback';

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** The name of the n-th call that has one, from 0. */
export const ordinalName = (place: number): string => ordinals[place] ?? `call-${place + 1}`;

/**
 * What later steps of a sequence may refer to, while it is written. An earlier call is named by a number modulo how many
 * there are, the last one first: so whatever becomes of the others, a step that is left has something to name.
 */
export class Sequence {
  readonly #named: { readonly name: string; readonly is: Call }[] = [];
  readonly #likenesses = new Map<string, Printable>();

  /** A name for a call that later ones may refer to. */
  name(is: Call): string {
    const name = ordinalName(this.#named.length);
    this.#named.push({ name, is });
    return name;
  }

  has(is: 'makeBet' | 'rollback'): boolean {
    return this.#ofKind(is).length > 0;
  }

  /** The name of an earlier call. Throws a TypeError where there is none of that kind. */
  earlier(is: 'makeBet' | 'rollback', number: number): string {
    const name = chosen(this.#ofKind(is), number);
    if (name === undefined) throw new TypeError(`No ${is} comes before.`);
    return name;
  }

  /** That of a makeBet of its own, which may have any id; undefined where there is none. */
  earlierAlone(number: number): string | undefined {
    return chosen(
      this.#named.filter(({ is }) => is === 'makeBet'),
      number,
    );
  }

  #ofKind(is: 'makeBet' | 'rollback') {
    return this.#named.filter((each) => (each.is === 'rollback') === (is === 'rollback'));
  }

  /** How ids are like that of the call: an id is made for one likeness. */
  likeness(name: string, wanted: Printable): Printable {
    const likeness = this.#likenesses.get(name) ?? wanted;
    this.#likenesses.set(name, likeness);
    return likeness;
  }
}

const chosen = (named: readonly { readonly name: string }[], number: number): string | undefined =>
  named.at(-1 - (number % Math.max(1, named.length)))?.name;
