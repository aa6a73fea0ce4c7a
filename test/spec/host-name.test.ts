import { expect, it } from '@jest/globals';
import { hostNameOf, isLoopbackName, writtenHostName } from '../../src/spec/host-name.ts';

it.each([
  ['box.example', 'box.example'],
  ['BOX.Example:4600', 'box.example'],
  ['box.example.', 'box.example'],
  ['box.example.:80', 'box.example'],
  ['my_service:8080', 'my_service'],
  ['[FD12:0:0::1]:4600', '[fd12::1]'],
  ['[::ffff:10.0.0.1]', '[::ffff:a00:1]'],
  ['10.0.0.1', '10.0.0.1'],
  ['xn--ksa-qla.example', 'xn--ksa-qla.example'],
])('reads the host %s as %s', (header, name) => expect(hostNameOf(header)).toBe(name));

it.each([
  undefined,
  '',
  ' ',
  '.',
  'a b',
  'a@localhost',
  'localhost/x',
  'localhost?x',
  'localhost#x',
  'localhost\\x',
  'local%68ost',
  'localhost:99999999',
  'localhost:80:80',
  '127.0.0.256',
  '[::1',
  '::1',
  '[::1]x',
  '[zz]',
])('reads no name in the host %j', (header) => expect(hostNameOf(header)).toBeUndefined());

it.each([
  ['Box.Example.', 'box.example'],
  ['fd12::1', '[fd12::1]'],
  ['[FD12::1]', '[fd12::1]'],
  ['192.168.1.20', '192.168.1.20'],
  ['käse.example', 'xn--kse-qla.example'],
])('takes the configured %s for %s', (written, name) => expect(writtenHostName(written)).toBe(name));

it.each(['box.example:4600', '[::1]:80', 'https://box.example', 'box/x', '', 'box:'])(
  'takes the configured %j for no name',
  (written) => expect(writtenHostName(written)).toBeUndefined(),
);

it.each(['localhost', '127.0.0.1', '127.255.3.4', '[::1]'])('finds %s on this machine', (name) =>
  expect(isLoopbackName(name)).toBe(true),
);

it.each(['localhost.evil', '128.0.0.1', '[::2]', '0.0.0.0', '127.0.0.1.evil', 'app.localhost'])(
  'does not find %s on this machine',
  (name) => expect(isLoopbackName(name)).toBe(false),
);
