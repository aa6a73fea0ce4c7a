import { expect, it } from '@jest/globals';
import { createDice } from '../../src/base/dice.ts';
import { sign, signBody } from '../../src/signing/sign.ts';
import { composeEdited, composeMessage } from '../../src/wire/compose-message.ts';
import { makeBet } from './sample-callbacks.ts';

const recipient = {
  ...{ agentId: 1001, url: 'http://127.0.0.1:8080/', token: 'test-token', timeoutMs: 1_000 },
};

const original = composeMessage(makeBet, {
  recipient,
  otherToken: 'other',
  dice: createDice('edited'),
});
const text = Buffer.from(original.body).toString();

const edited = (change: (body: string) => string) => composeEdited(change(text), recipient, original);

it('is what it was where nothing is edited', () => {
  const { headers, body, intent, kind, subject, dialect } = edited((body) => body);
  expect({ headers, body, intent, kind, subject, dialect }).toEqual({
    ...{ headers: original.headers, body: original.body, intent: original.intent },
    ...{ kind: original.kind, subject: original.subject, dialect: 'minimal' },
  });
});

it('means what it says, byte for byte, under its own signature', () => {
  const { body, headers, intent, subject } = edited((before) =>
    before.replace(/"transaction_id":"[^"]*"/, ' "transaction_id" : "tx-é"'),
  );
  expect(headers['x-signature']).toBe(signBody(Buffer.from(body).toString(), 'minimal', 'test-token'));
  expect(intent).toMatchObject({ kind: 'valid', callback: { transactionId: 'tx-é' } });
  expect(subject.transactionId).toBe('tx-é');
});

it.each([
  ['a field is missing', 'invalid', (body: string) => body.replace(/"currency":"[^"]*",/, '')],
  ['it is for another agent', 'invalid', (body: string) => body.replace('1001', '1002')],
  ['it is no JSON', 'malformed', (body: string) => body.slice(0, -1)],
  ['it is no object', 'malformed', () => '[1]'],
  ['it is empty', 'malformed', () => ''],
])('is no callback to this agent where %s: %s', (_, kind, change) => {
  const message = edited(change);
  expect(message.intent).toEqual({ kind });
  expect(message.subject.agentId).toBe(1001);
});

it('is signed as it is where it is no JSON', () => {
  const { headers, dialect } = edited(() => 'nothing');
  expect([headers['x-signature'], dialect]).toEqual([sign('nothing', 'test-token'), undefined]);
});

it('says so where a key stands twice', () => {
  const { intent } = edited((body) => body.replace('{', '{"bet":1,'));
  expect(intent.kind).toBe('repeated-keys');
});
