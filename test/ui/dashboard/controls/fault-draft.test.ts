import {
  emptyFaultDraft,
  faultOrderOf,
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
