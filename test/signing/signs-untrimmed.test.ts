import { createHmac } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { signsUntrimmed } from '../../src/signing/verify-request.ts';

const token = 'test-token';
const text = '{"player_username":"Player One ","agent_id":1001}';
const signed = (canonical: string): string => createHmac('sha256', token).update(canonical).digest('hex');

it.each([
  ['compact', '{"agent_id":1001,"player_username":"Player One "}'],
  ['with spaces between', '{"agent_id": 1001, "player_username": "Player One "}'],
])('knows a signature over the spaces around a value, written %s', (_, canonical) => {
  expect(signsUntrimmed({ text, header: signed(canonical), token })).toBe(true);
});

it.each([
  ['over the trimmed values', signed('{"agent_id":1001,"player_username":"Player One"}')],
  ['over unsorted keys', signed(text)],
  ['of nothing', ''],
])('knows no signature %s', (_, header) => {
  expect(signsUntrimmed({ text, header, token })).toBe(false);
});

it('takes a text that is no JSON for unsigned', () => {
  expect(signsUntrimmed({ text: '{"a":', header: signed('{"a":'), token })).toBe(false);
});
