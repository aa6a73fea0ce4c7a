import { areSingleKeysOn, hearKeys, keyMap, setSingleKeys } from '../../../src/ui/parts/keys.ts';

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

test('a key that ends a sequence does nothing else', () => {
  const done: string[] = [];
  const key = (press: string) => ({ press, what: press, act: () => done.push(press) });
  const event = new Event('keydown', { cancelable: true }) as KeyboardEvent;
  for (const hear of Object.values(keyMap([key('p'), key('g p')]))) hear(event);
  expect(done).toEqual(['g p']);
});
