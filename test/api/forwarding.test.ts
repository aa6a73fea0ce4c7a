import { expect, it } from '@jest/globals';
import { forwardingOf } from '../../src/api/forwarding.ts';

it.each([
  'via',
  'forwarded',
  'forwarded-for',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-anything',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'cf-ray',
  'cdn-loop',
  'fastly-client-ip',
  'fly-client-ip',
  'x-original-host',
  'x-original-forwarded-for',
  'x-azure-clientip',
  'x-appengine-user-ip',
  'x-envoy-external-address',
  'ngrok-auth-user-email',
  'tailscale-user-login',
  'tailscale-funnel-request',
])('takes a request with %s for one of a proxy', (header) => {
  expect(forwardingOf({ [header]: '203.0.113.9' })).toEqual({
    kind: 'forwarded',
    header,
    isFromHere: false,
  });
});

it('takes what curl and browsers send for nobody else', () => {
  const headers = {
    ...{ host: 'localhost:4600', accept: '*/*', 'user-agent': 'curl/8', cookie: 'a=b' },
    ...{ origin: 'http://localhost:4600', 'sec-fetch-site': 'same-origin', connection: 'close' },
    ...{ 'x-request-id': '1', traceparent: '00-1', 'x-requested-with': 'x', dnt: '1' },
  };
  expect(forwardingOf(headers)).toEqual({ kind: 'direct' });
});

it.each<Record<string, string>>([
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-for': '::1' },
  { 'x-forwarded-for': '127.0.0.1, ::1,::ffff:127.0.0.1 , 127.8.8.8' },
  { 'x-forwarded-for': '127.0.0.1:53311, [::1]:4711, [::1]' },
  { 'x-real-ip': '127.0.0.1', via: '1.1 dev' },
  {
    ...{ 'x-forwarded-for': '::ffff:127.0.0.1', 'x-forwarded-host': 'localhost:5173' },
    ...{ 'x-forwarded-proto': 'http', 'x-forwarded-port': '5173' },
  },
  { forwarded: 'for=127.0.0.1' },
  { forwarded: 'proto=http; For="[::1]:4711";host="localhost:5173", for=127.0.0.1:80;by=_x' },
])('believes a proxy of this machine alone: %j', (headers) => {
  expect(forwardingOf(headers)).toMatchObject({ kind: 'forwarded', isFromHere: true });
});

it.each<Record<string, string>>([
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' },
  { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
  { 'x-forwarded-for': '' },
  { 'x-forwarded-for': '127.0.0.1,' },
  { 'x-forwarded-for': 'unknown' },
  { 'x-forwarded-for': 'localhost' },
  { 'x-forwarded-for': '192.168.1.7' },
  { 'x-forwarded-for': '127.0.0.1.evil' },
  { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example' },
  { 'x-forwarded-for': '127.0.0.1', 'x-original-host': 'evil.example' },
  { 'x-forwarded-for': '127.0.0.1', 'cf-ray': '8' },
  { 'x-forwarded-for': '127.0.0.1', 'tailscale-user-login': 'a@b' },
  { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-by': '203.0.113.9' },
  { via: '1.1 squid' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'localhost' },
  { forwarded: 'proto=https' },
  { forwarded: 'for=203.0.113.9' },
  { forwarded: 'for=127.0.0.1, for=203.0.113.9' },
  { forwarded: 'for=127.0.0.1, proto=http' },
  { forwarded: 'for=127.0.0.1;host=evil.example' },
  { forwarded: 'for=unknown' },
  { forwarded: 'for=_hidden' },
])('takes %j for somebody else, or nobody knows who', (headers) => {
  expect(forwardingOf(headers)).toMatchObject({ kind: 'forwarded', isFromHere: false });
});
