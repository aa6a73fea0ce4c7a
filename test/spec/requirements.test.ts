import { describe, expect, it } from '@jest/globals';
import { type FindingRecord, findings } from '../../src/spec/finding.ts';
import { findRequirement, requirements, sections } from '../../src/spec/requirements/catalogue.ts';
import { situations } from '../../src/spec/situation.ts';

const numbered = (group: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${group}-${String(index + 1).padStart(2, '0')}`);

const idsWhere = (test: (requirement: (typeof requirements)[number]) => boolean): string[] =>
  requirements.filter(test).map(({ id }) => id);

describe('the catalogue of requirements', () => {
  it('numbers the requirements of each group from 01 on, the groups one after another', () => {
    const groups = [...new Set(requirements.map(({ id }) => id.split('-')[0] ?? ''))];
    const counts = groups.map((group) => idsWhere(({ id }) => id.startsWith(`${group}-`)).length);
    expect(idsWhere(() => true)).toEqual(groups.flatMap((group, index) => numbered(group, counts[index] ?? 0)));
  });

  it("has the agent's own requests judged by themselves, and by no scenario", () => {
    expect(idsWhere(({ judgedBy }) => judgedBy === 'requests')).toEqual(idsWhere(({ id }) => id.startsWith('REQ-')));
  });

  it('names a section of the specification', () => {
    expect(idsWhere(({ section }) => !/^[1-9]$/.test(section))).toEqual([]);
  });

  it('says each requirement in one sentence about the agent', () => {
    expect(idsWhere(({ title }) => !/^[a-z][ -~]{11,89}[^.\s]$/.test(title))).toEqual([]);
    expect(new Set(requirements.map(({ title }) => title)).size).toBe(requirements.length);
  });

  it('says why each requirement is there, in its own words', () => {
    expect(idsWhere(({ why }) => !/^[A-Za-z0-9][ -~]{58,218}[.]$/.test(why))).toEqual([]);
    expect(idsWhere(({ why, title }) => why.includes(title))).toEqual([]);
    expect(new Set(requirements.map(({ why }) => why)).size).toBe(requirements.length);
  });

  it('finds a requirement by its id', () => {
    expect(findRequirement('IDEM-01')?.title).toBe('applies a repeated makeBet once');
    expect(findRequirement('IDEM-99')).toBeUndefined();
  });
});

const written = requirements.flatMap(({ id, level, source }) =>
  source.kind === 'specification' ? [{ id, level, ...source }] : [],
);
const unwritten = requirements.flatMap(({ id, level, source }) =>
  source.kind === 'soundness' ? [{ id, level, reason: source.reason }] : [],
);

describe('what a requirement rests on', () => {
  it('is a sentence of a section that is there', () => {
    expect(written.filter(({ section }) => !(section in sections))).toEqual([]);
    expect(written.filter(({ sentence }) => !/^[A-Za-z_][ -~]{11,160}$/.test(sentence))).toEqual([]);
  });

  it('is quoted from one section, whichever requirements rest on it', () => {
    const sectionOf = new Map<string, string>();
    for (const { sentence, section } of written) {
      expect(sectionOf.get(sentence) ?? section).toBe(section);
      sectionOf.set(sentence, section);
    }
  });

  it('is soundness for what no wallet may do though no sentence says so', () => {
    const musts = unwritten.filter(({ level }) => level === 'must');
    expect(musts.filter(({ reason }) => !/\bno (wallet|answer) may\b/.test(reason))).toEqual([]);
  });

  it('is never a sentence of the specification where it is only looked at', () => {
    expect(written.filter(({ level }) => level === 'observe')).toEqual([]);
    const observed = unwritten.filter(({ level }) => level === 'observe');
    expect(observed.filter(({ reason }) => !reason.includes('the specification'))).toEqual([]);
  });
});

describe('what shows a requirement', () => {
  it('is a known situation, named once', () => {
    expect(
      idsWhere(
        ({ situations: shown }) => new Set(shown).size !== shown.length || shown.some((each) => !(each in situations)),
      ),
    ).toEqual([]);
  });

  it('is there for every requirement that scenarios judge, and for none judged on every answer', () => {
    expect(idsWhere(({ judgedBy, situations: shown }) => judgedBy === 'scenarios' && shown.length === 0)).toEqual([]);
    expect(idsWhere(({ judgedBy, situations: shown }) => judgedBy === 'every-answer' && shown.length > 0)).toEqual([]);
  });

  it('uses every situation', () => {
    const used = new Set(requirements.flatMap((requirement) => requirement.situations));
    expect(Object.keys(situations).filter((each) => !used.has(each as never))).toEqual([]);
  });
});

describe('the findings of a requirement', () => {
  const always = Object.entries<FindingRecord>(findings).flatMap(([code, { breaks }]) =>
    breaks === undefined ? [] : [{ code, breaks }],
  );

  it.each(always)('$code breaks $breaks, which takes it', ({ code, breaks }) => {
    const requirement = findRequirement(breaks);
    // One that lists no codes takes any.
    expect(requirement?.codes ?? [code]).toContain(code);
    expect(requirement).toBeDefined();
  });

  it('are listed for every requirement that is judged on every answer', () => {
    expect(idsWhere(({ judgedBy, codes }) => judgedBy === 'every-answer' && codes === undefined)).toEqual([]);
  });
});
