import { expect, it } from '@jest/globals';
import { readTests } from './read-tests.ts';

const namesOf = (source: string): string[] => readTests(source).map(({ name }) => name);

const ordinary = (source: string): boolean[] => readTests(source).map(({ isOrdinary }) => isOrdinary);

it('reads the titles around a test and its own', () => {
  const source = `
    describe('a wallet', () => {
      describe('that is empty', () => {
        it('pays nothing', async () => { expect(it('no test')).toBe(1); });
      });
      test("is one", () => {});
    });
    it(\`stands \${alone} here\`, () => {});
    it(named, () => {});`;
  expect(namesOf(source)).toEqual(['a wallet that is empty pays nothing', 'a wallet is one', 'stands {} here', '{}']);
});

it('leaves the places of a table open, and knows what stands in it', () => {
  const source = `it.each<[string, number]>([['one', 1], ['two', -2], [three, f('four')]])('%s is %d', () => {});`;
  const [test] = readTests(source);
  expect([test?.name, [...(test?.rows ?? [])]]).toEqual(['%s is %d', ['one', '1', 'two', '2', 'four']]);
});

it('reads a table of a whole group', () => {
  const source = `describe.each(all)('of %s', (one) => { it('is right', () => {}); });`;
  expect(namesOf(source)).toEqual(['of %s is right']);
});

it.each([
  "it.skip('a', () => {});",
  "it.only('a', () => {});",
  "it.todo('a');",
  "xit('a', () => {});",
  "it.failing('a', () => {});",
  "describe.skip('a', () => { it('b', () => {}); });",
])('knows a test that does not run, or hides the others: %s', (source) => {
  expect(ordinary(source)).toEqual([false]);
});

it('knows that the others run', () => {
  const source = `it('a', () => {}); it.each([1])('b', () => {}); it.concurrent('c', () => {});`;
  expect(ordinary(source)).toEqual([true, true, true]);
});
