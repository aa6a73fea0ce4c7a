import { describe, expect, it } from '@jest/globals';
import { forceOrderOf, readDrawer, rememberDrawer } from '../../../src/ui/game/drawer.tsx';

describe('forceOrderOf', () => {
  it('sends an amount as it was typed', () => {
    expect(forceOrderOf('bonus', ' 10.50 ')).toEqual({ outcome: 'bonus', amount: '10.50' });
    expect(forceOrderOf('win', '2.5')).toEqual({ outcome: 'win', amount: '2.5' });
  });

  it('sends none with an outcome that takes none', () => {
    expect(forceOrderOf('lose', '5')).toEqual({ outcome: 'lose' });
  });
});

describe('the drawer', () => {
  it('is open where the browser keeps nothing', () => {
    Object.defineProperty(globalThis, 'localStorage', {
      configurable: true,
      get: () => {
        throw new Error('no storage here');
      },
    });
    rememberDrawer('closed');
    expect(readDrawer()).toBe('open');
  });

  it('is as it was left', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    };
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage });
    expect(readDrawer()).toBe('open');
    rememberDrawer('closed');
    expect(readDrawer()).toBe('closed');
  });
});
