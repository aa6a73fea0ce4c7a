import { describe, expect, it } from '@jest/globals';
import { recordScenario } from '../../src/recording/record-scenario.ts';
import type { RecordedCall } from '../../src/recording/recorded-call.ts';
import { parse } from '../formats/scenario/parse.ts';
import { at, balance, bet, called, rollback } from './calls.ts';
import { recordingOf, scenarioOf, stepsOf } from './recording.ts';

const requirementsOf = (...calls: readonly RecordedCall[]): readonly string[] => scenarioOf(...calls).requirements;

describe('the requirements of a recording', () => {
  const first = called(bet('t1', '10'));
  const lost = called(bet('t1', '10'), { lost: 'answer' });
  const resigned = called(bet('t1', '10', { requestId: 'r2' }));

  it('are those of the one way in which it repeats calls', () => {
    expect(requirementsOf(first)).toEqual([]);
    expect(requirementsOf(first, first)).toEqual(['IDEM-01']);
    expect(requirementsOf(lost, first)).toEqual(['IDEM-12']);
    expect(requirementsOf(first, resigned)).toEqual(['IDEM-02']);
    expect(requirementsOf(first, called(bet('t2', '1')), first)).toEqual(['IDEM-03']);
    const all = called(bet('t1', '10'), { balanceBefore: '10' });
    expect(requirementsOf(all, first)).toEqual(['IDEM-01']);
  });

  it('are none where there are several ways, or where the repeat shows nothing', () => {
    const refused = called(bet('t1', '10'), { balanceBefore: '5' });
    expect(requirementsOf(first, first, resigned)).toEqual([]);
    expect(requirementsOf(refused, refused)).toEqual([]);
    expect(requirementsOf(first, lost)).toEqual([]);
  });

  it('are those of duplicates at once, and of bad signatures', () => {
    const from = 1_000_000;
    const both = [at(from, 50), at(from + 5, 50)].map((when) => called(bet('t', '1'), when));
    expect(requirementsOf(...both)).toEqual(['IDEM-06']);
    expect(requirementsOf(called(balance(), { signature: 'none' }))).toEqual(['SIG-02']);
  });
});

describe('what a recording cannot say', () => {
  const notesOf = (...calls: readonly RecordedCall[]) => recordingOf(...calls).notes.join('\n');

  it('is told in notes, which stand above the scenario', () => {
    const { notes, yaml } = recordingOf(called(rollback('gone\n- x: 1')));
    expect(notes).toEqual([expect.stringMatching(/^The rollback of "gone - x: 1" names no bet/)]);
    expect(yaml).toMatch(/^# yaml-language-server: \$schema=\S+\n# The rollback of "gone - x: 1" names/);
  });

  it('are more than 500 calls, other agents, and bytes that are no text', () => {
    const many = Array.from({ length: 502 }, () => called(balance()));
    expect(notesOf(...many)).toMatch(/^2 older calls are left out/);
    const { yaml } = recordScenario(many, { title: 'T' });
    expect(parse(yaml).steps).toHaveLength(500);
    expect(notesOf(called(balance()), called(balance({ agentId: 2 })))).toMatch(/^1 calls to other/);
    expect(notesOf(called(undefined, { body: Buffer.from([0xff]) }))).toMatch(/no UTF-8/);
  });

  it('is an answer that was lost while another call was under way', () => {
    const from = 1_000_000;
    const calls = ['a', 'b'].map((id) => called(bet(id, '1'), { ...at(from, 50), lost: 'answer' }));
    expect(notesOf(...calls)).toMatch(/one after another/);
    expect(stepsOf(...calls).join('\n')).not.toContain('together');
  });

  it('leaves a title of one line', () => {
    const titleOf = (title: string) => parse(recordScenario([], { title }).yaml).title;
    expect(titleOf('a: b\n# c\u0000 "')).toBe('a: b # c "');
    expect(titleOf(' \n')).toBe('A recorded session');
  });
});
