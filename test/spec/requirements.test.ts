import { describe, expect, it } from '@jest/globals';
import { type FindingRecord, findings } from '../../src/spec/finding.ts';
import { findRequirement, requirements, sections } from '../../src/spec/requirements/catalogue.ts';
import { situations } from '../../src/spec/situation.ts';

const groups = {
  SIG: 19,
  BAL: 9,
  BET: 20,
  IDEM: 17,
  RB: 18,
  FS: 10,
  CON: 10,
  ISO: 4,
  ROB: 13,
  ERR: 4,
  TIME: 3,
  REQ: 9,
};

const shoulds = `SIG-14 BAL-05 BAL-06 BAL-07 BAL-08 BET-07 BET-17 BET-20 RB-12 RB-16 ISO-04
  ROB-05 ROB-06 ROB-07 ROB-08 ROB-13 ERR-03 ERR-04 TIME-02 REQ-06 REQ-07 REQ-09`.split(/\s+/);
const observes = 'SIG-16 BET-13 BET-16 IDEM-11 RB-08 RB-13 CON-10 ROB-09 ROB-10 TIME-03'.split(' ');

const unwrittenMusts = 'BET-18 RB-09 CON-04 CON-08 ROB-01 ROB-02 ROB-03 ROB-04 ROB-11 ROB-12 ERR-02 TIME-01'.split(' ');

const everyAnswer = `BAL-01 BAL-06 BAL-08 ROB-11 ERR-01 ERR-02 ERR-03 ERR-04
  TIME-01 TIME-02 TIME-03`.split(/\s+/);

const numbered = (group: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${group}-${String(index + 1).padStart(2, '0')}`);

const idsWhere = (test: (requirement: (typeof requirements)[number]) => boolean): string[] =>
  requirements.filter(test).map(({ id }) => id);

describe('the catalogue of requirements', () => {
  it('has the ids of every group, each once, in the order of the document', () => {
    expect(idsWhere(() => true)).toEqual(Object.entries(groups).flatMap(([group, count]) => numbered(group, count)));
  });

  it('has the levels of the document', () => {
    expect(idsWhere(({ level }) => level === 'should')).toEqual(shoulds);
    expect(idsWhere(({ level }) => level === 'observe')).toEqual(observes);
    expect(idsWhere(({ level }) => level === 'must')).toHaveLength(104);
  });

  it('tells what judges each requirement', () => {
    expect(idsWhere(({ judgedBy }) => judgedBy === 'every-answer')).toEqual(everyAnswer);
    expect(idsWhere(({ judgedBy }) => judgedBy === 'requests')).toEqual(numbered('REQ', 9));
    expect(idsWhere(({ judgedBy }) => judgedBy === 'scenarios')).toHaveLength(116);
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
    expect(unwritten.filter(({ level }) => level === 'must').map(({ id }) => id)).toEqual(unwrittenMusts);
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
