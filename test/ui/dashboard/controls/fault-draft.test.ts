import { callbackFaults, operationFaults } from '../../../../src/spec/fault.ts';
import {
  callsOf,
  emptyFaultDraft,
  faultOrderOf,
  faultsOf,
  faultText,
  lessonOf,
  turned,
} from '../../../../src/ui/dashboard/controls/fault-draft.ts';

test('an order has only the fields of its fault', () => {
  expect(faultOrderOf({ ...emptyFaultDraft, on: 'makeBet', times: '3' })).toEqual({
    direction: 'callback',
    fault: 'answer-lost',
    on: 'makeBet',
    times: 3,
  });
});

test('a refusal has its code, a delay its milliseconds', () => {
  const draft = { ...emptyFaultDraft, direction: 'operation', times: ' ' } as const;
  expect(faultOrderOf({ ...draft, fault: 'refused', code: 'game_not_found' })).toEqual({
    direction: 'operation',
    fault: 'refused',
    code: 'game_not_found',
  });
  expect(faultOrderOf({ ...draft, fault: 'delayed', delayMs: '250' })).toEqual({
    direction: 'operation',
    fault: 'delayed',
    delayMs: 250,
  });
});

test('the other direction has a fault of its own, on every call', () => {
  const draft = turned({ ...emptyFaultDraft, on: 'makeBet' }, 'operation');
  expect(draft).toMatchObject({ direction: 'operation', fault: 'refused', on: '' });
});

test('a fault that both directions have stays', () => {
  expect(turned({ ...emptyFaultDraft, fault: 'delayed' }, 'operation').fault).toBe('delayed');
});

test.each([
  [{ direction: 'callback', fault: 'answer-lost', on: 'makeBet', times: 1 }, 'answer-lost on makeBet, once more'],
  [
    { direction: 'callback', fault: 'delayed', delayMs: 250, times: 4 },
    'delayed on every callback, 250 ms, 4 more times',
  ],
  [
    { direction: 'operation', fault: 'refused', code: 'game_not_found' },
    'refused with game_not_found on every request of the agent, until it is switched off',
  ],
] as const)('%j', (fault, text) => {
  expect(faultText(fault)).toBe(text);
});

test.each([
  ['callback', Object.keys(callbackFaults)],
  ['operation', Object.keys(operationFaults)],
] as const)('every fault of the %s has a lesson', (direction, faults) => {
  for (const fault of faults as (keyof typeof callbackFaults)[]) {
    expect(lessonOf({ ...emptyFaultDraft, direction, fault })).not.toBe('');
  }
  expect(Object.keys(faultsOf(direction))).toEqual(faults);
});

test('a fault of one direction can be kept to calls of that direction', () => {
  expect(callsOf('callback')).toContain('makeBet');
  expect(callsOf('operation')).toContain('get_game_link');
  expect(callsOf('operation')).not.toContain('makeBet');
});
