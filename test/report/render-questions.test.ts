import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { renderQuestions } from '../../src/report/render-questions.ts';
import { namesOf } from '../../src/spec/closed-list.ts';
import { costs, openPoints } from '../../src/spec/open-points.ts';

const file = new URL('../../docs/questions.md', import.meta.url);

const page = renderQuestions();

/** Every question with what is assumed, as they stand in the mail. */
const asked = [...page.matchAll(/^(\d+)\. (.+)\n\n +walletproof assumes: (.+)$/gm)].map(
  ([, number, question = '', assumed = '']) => ({ number: Number(number), question, assumed }),
);

const plain = (text: string): string => text.replaceAll('`', '');

it('docs/questions.md is made of the open points', () => {
  // UPDATE=1 writes it again, to be read in the diff.
  if (process.env['UPDATE'] === '1') writeFileSync(file, page);
  expect(readFileSync(file, 'utf8')).toBe(page);
});

describe('the mail to the manager', () => {
  it('has one question for every open point, counted through', () => {
    expect(asked.map(({ number }) => number)).toEqual(openPoints.map((_, index) => index + 1));
    expect(new Set(asked.map(({ question }) => plain(question)))).toEqual(
      new Set(openPoints.map(({ question }) => plain(question))),
    );
  });

  it.each(openPoints)('asks, says what is assumed, and names the settings: $id', (point) => {
    expect(point.question).toMatch(/^[A-Z].+\?( One .+\.)?$/);
    const { assumed = '' } = asked.find((each) => plain(each.question) === plain(point.question)) ?? {};
    expect(plain(assumed)).toMatch(/^[A-Z0-9].+\.$/);
    expect(plain(assumed)).toContain(plain(point.assumes ?? point.choice ?? 'nothing'));
    for (const key of point.settings) expect(assumed).toContain(`\`${key}\` (`);
  });

  it('begins with what costs most: money, then players, then work', () => {
    const order = asked.map(
      ({ question }) => openPoints.find((point) => plain(point.question) === plain(question))?.costs,
    );
    expect(namesOf(costs)).toEqual(['money', 'players', 'work', 'looks']);
    const places = order.map((each) => namesOf(costs).indexOf(each ?? 'looks'));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings).toEqual(Object.values(costs));
  });
});
