import type {} from 'expect';
import { matchers, type WalletMatchers } from './matchers.ts';

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: as @types/jest declares it
    interface Matchers<R, T = {}> extends WalletMatchers<R> {}
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends WalletMatchers<R> {}
}

interface Expecting {
  extend(added: typeof matchers): void;
}

/** Adds the matchers to an `expect`; where Jest injects its globals, importing this file is enough. */
export const addMatchers = (expecting: Expecting): void => expecting.extend(matchers);

const own = (globalThis as { readonly expect?: Expecting }).expect;
if (own !== undefined) addMatchers(own);
