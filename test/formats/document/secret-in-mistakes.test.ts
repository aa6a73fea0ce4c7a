import { expect, it } from '@jest/globals';
import { parseConfiguration } from '../../../src/formats/configuration.ts';
import { errorOf } from './error-of.ts';

const messageOf = (text: string): string =>
  errorOf(() => parseConfiguration({ text, file: 'c.yaml', env: {} })).message;

it.each([
  'agents:\n  - { id: 1, token:hush-hush }\n',
  'agents:\n  - { id: 1, token=hush-hush }\n',
  'agents:\n  - { id: 1, token hush-hush }\n',
  'agents:\n  - id: 1\n    token:hush-hush\n',
  'agents:\n  - id: 1\n    token=hush-hush\n',
  'agents:\n  - id: 1\n    token hush-hush\n',
  'agents:\n  - id: 1\n   token: hush-hush\n',
  'agents:\n  - id: 1\n  token: hush-hush\n',
  'agents:\n  - id: 1\n    token: hush-hush: x\n',
  'agents:\n  - id: 1\n    token: @hush-hush\n',
  'agents:\n  - id: 1\n    token: "hush-hush" more\n',
  'agents:\n  - id: 1\n    callbackUrl:http://u:hush-hush@h/\n',
])('a token is starred out of the sentence about its mistake, too: %j', (text) => {
  const message = messageOf(text);
  expect(message).toMatch(/^c\.yaml:\d+:\d+: /);
  expect(message).not.toContain('hush');
});
