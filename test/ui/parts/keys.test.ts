import { areSingleKeysOn, hearKeys, setSingleKeys } from '../../../src/ui/parts/keys.ts';

const keeping = (storage: () => Partial<Storage>): Window => {
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: storage });
  return new EventTarget() as Window;
};

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'localStorage');
  areSingleKeysOn.value = true;
});

test('whether single keys work is kept between visits', () => {
  const kept = new Map<string, string>();
  const page = keeping(() => ({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
  }));
  setSingleKeys(false);
  areSingleKeysOn.value = true;
  hearKeys(page);
  expect([areSingleKeysOn.value, [...kept]]).toEqual([false, [['walletproof keys', 'off']]]);
});

test('keys work in a browser that lets pages keep nothing', () => {
  const page = keeping(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  hearKeys(page);
  setSingleKeys(false);
  expect(areSingleKeysOn.value).toBe(false);
});
