import type { LookupAddress } from 'node:dns';
import { afterEach, expect, it } from '@jest/globals';
import { checkTarget, isNearAddress, isPublicHost, type LookupAll } from '../../src/wire/check-target.ts';
import { type OpenAgent, openAgent } from './open-agent.ts';
import { messageTo, type OpenCourier, openCourier } from './open-courier.ts';

let agent: OpenAgent | undefined;
let courier: OpenCourier | undefined;

afterEach(async () => {
  courier?.close();
  await agent?.close();
  agent = undefined;
});

/** A resolver that gives these addresses in turn, whatever the name. */
const resolvingTo = (...answers: readonly (readonly string[])[]): LookupAll => {
  let asked = 0;
  return (_hostname, _options, callback) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    const family = (address: string): number => (address.includes(':') ? 6 : 4);
    const found: LookupAddress[] = addresses.map((address) => ({
      address,
      family: family(address),
    }));
    setImmediate(() => callback(null, found));
  };
};

const guarded = { allowPublicTarget: false };

it.each([
  '127.0.0.1',
  '127.255.0.9',
  '::1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.65.254',
  'fd12:3456::1',
  '100.64.0.7',
  '0.0.0.0',
  '::ffff:127.0.0.1',
  '::ffff:a00:1',
])('takes %s for near', (address) => {
  expect(isNearAddress(address)).toBe(true);
});

it.each([
  '8.8.8.8',
  '172.32.0.1',
  '192.169.0.1',
  '11.0.0.1',
  '169.254.169.254',
  'fe80::1',
  '2606:4700::1111',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '224.0.0.1',
  '255.255.255.255',
  'localhost',
  '',
])('does not take %j for near', (address) => {
  expect(isNearAddress(address)).toBe(false);
});

it.each([
  'http://127.0.0.1:8080/callback',
  'http://[::1]:8080/',
  'http://10.1.2.3/',
  'http://169.254.10.1/',
  'http://[fe80::1]/',
  'http://[fd12:3456::1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://localhost:8080/',
  'http://agent:8080/callback',
  'http://my.localhost/',
  'http://Printer.LOCAL/',
  'http://host.docker.internal:8080/',
  'http://casino.test./callback',
])('takes the host of %s for one that is not public', (url) => {
  expect(isPublicHost(new URL(url))).toBe(false);
});

it.each([
  'http://casino.example/callback',
  'http://mylocal.example.com/',
  'http://notlocal.notinternal/',
  'http://203.0.113.7:8080/',
  'http://[2606:4700::1111]/',
  'http://134744072/',
])('takes the host of %s for a public one', (url) => {
  expect(isPublicHost(new URL(url))).toBe(true);
});

it.each([
  'http://127.0.0.1:8080/callback',
  'https://[::1]/callback',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://[::ffff:127.0.0.1]/',
])('lets %s pass without asking a resolver', async (url) => {
  const lookup: LookupAll = () => {
    throw new Error('asked');
  };
  expect(await checkTarget(url, { ...guarded, lookup })).toBeUndefined();
});

it.each(['http://8.8.8.8/', 'http://134744072/', 'http://[::ffff:8.8.8.8]/', 'https://[2606:4700::1111]/'])(
  'refuses %s with a remedy',
  async (url) => {
    const error = await checkTarget(url, guarded);
    expect(error).toMatchObject({ code: 'target' });
    expect(error?.message).toMatch(/is neither this machine nor in a private network\.$/);
    expect(error?.remedy).toContain('--allow-public-target');
    expect(await checkTarget(url, { allowPublicTarget: true })).toBeUndefined();
  },
);

/** What clouds document, and other spellings of it. */
const metadata = [
  '169.254.169.254',
  '169.254.170.2',
  '169.254.42.42',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'fd00:c1::a9fe:a9fe',
  'fd00:42::42',
  'fd00:a9fe:a9fe::1',
  'fd00:100::100:200',
  'fe80::a9fe:a9fe',
  '::ffff:169.254.169.254',
  '::ffff:6464:64c8',
  '::a9fe:a9fe',
  '::ffff:0:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::6464:64c8',
  '64:ff9b:1::a9fe:a9fe',
  '64:ff9b:1:a9fe:a9:fe00::',
  '2002:a9fe:a9fe::1',
];

it.each(metadata)('never takes %s for near: clouds keep credentials there', async (address) => {
  expect(isNearAddress(address)).toBe(false);
  const host = address.includes(':') ? `[${address}]` : address;
  for (const allowPublicTarget of [false, true]) {
    const literal = await checkTarget(`http://${host}/latest/`, { allowPublicTarget });
    expect(literal?.message).toMatch(/ is where clouds keep the credentials of a machine\.$/);
    expect(literal?.remedy).toContain('even with --allow-public-target');
    const lookup = resolvingTo([address]);
    const named = await checkTarget('http://metadata.test/', { allowPublicTarget, lookup });
    expect(named?.message).toBe(`metadata.test (${address}) is where clouds keep the credentials of a machine.`);
  }
});

it.each(['100.100.100.201', 'fd00:ec3::254', 'fd20:ce::255', 'fd00:42::43', 'fd00:c2::a9fe:a9fe'])(
  'takes %s beside it for near as ever',
  (address) => expect(isNearAddress(address)).toBe(true),
);

it.each(['http://100.100.100.200/', 'http://[fd00:ec2::254]/', 'http://metadata.test/'])(
  'sends nothing to %s, whatever is allowed',
  async (url) => {
    const lookup = resolvingTo(['169.254.169.254']);
    courier = openCourier({ allowPublicTarget: true, lookup });
    const { answer } = await courier.send(messageTo(url, { timeoutMs: 200 }));
    expect(answer).toMatchObject({
      failure: 'forbidden-target',
      message: expect.stringContaining('where clouds keep the credentials'),
    });
  },
);

it('judges a name by its addresses', async () => {
  const check = (...addresses: string[]) =>
    checkTarget('http://agent.test/', { ...guarded, lookup: resolvingTo(addresses) });
  expect(await check('10.0.0.5')).toBeUndefined();
  expect(await check('203.0.113.9', '10.0.0.5')).toBeUndefined();
  expect((await check('93.184.216.34'))?.message).toBe(
    'agent.test (93.184.216.34) is neither this machine nor in a private network.',
  );
});

it('leaves a name that cannot be resolved to the courier', async () => {
  const lookup: LookupAll = (_hostname, _options, callback) =>
    callback(Object.assign(new Error('none'), { code: 'ENOTFOUND' }), []);
  expect(await checkTarget('http://agent.test/', { ...guarded, lookup })).toBeUndefined();
});

it.each(['', 'callback', 'ftp://127.0.0.1/', 'file:///etc/passwd', '127.0.0.1:8080/callback'])(
  'refuses %j as no URL of an agent',
  async (url) => {
    const error = await checkTarget(url, guarded);
    expect(error?.message).toContain('is not a URL');
    expect(error?.remedy).toContain('http://127.0.0.1:8080/callback');
  },
);

it('sends nothing to a public address', async () => {
  courier = openCourier();
  const { answer } = await courier.send(messageTo('http://8.8.8.8/callback', { timeoutMs: 200 }));
  expect(answer).toEqual({
    kind: 'failed',
    failure: 'forbidden-target',
    message: '8.8.8.8 is neither this machine nor in a private network.',
  });
});

it('checks the address it connects to, whatever the name meant before', async () => {
  agent = await openAgent((_request, response) => {
    response.writeHead(200, { Connection: 'close' }).end('{}');
  });
  const lookup = resolvingTo(['127.0.0.1'], ['127.0.0.1'], ['93.184.216.34']);
  const url = `http://agent.test:${agent.port}/callback`;
  expect(await checkTarget(url, { ...guarded, lookup })).toBeUndefined();
  courier = openCourier({ lookup });
  const before = await courier.send(messageTo(url));
  expect(before.answer).toMatchObject({ kind: 'answered', status: 200 });
  const rebound = await courier.send(messageTo(url, { timeoutMs: 300 }));
  expect(rebound.answer).toMatchObject({ failure: 'forbidden-target' });
});

it('connects to the near one of several addresses', async () => {
  agent = await openAgent((_request, response) => response.end('{}'));
  courier = openCourier({ lookup: resolvingTo(['93.184.216.34', '127.0.0.1']) });
  const url = `http://agent.test:${agent.port}/callback`;
  const { answer } = await courier.send(messageTo(url, { timeoutMs: 300 }));
  expect(answer).toMatchObject({ kind: 'answered' });
});
