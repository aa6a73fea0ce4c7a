import type { Run } from '../../../src/formats/run.ts';
import { aFinding, aRequirement, aRun } from '../run-builder.ts';
import { aCallback, aPlayedScenario } from './report-builder.ts';

/** What would run, load or break out, were it not escaped; each sets `window.pwned`. */
export const attacks = [
  '<script>window.pwned = 1</script>',
  '</script><script>window.pwned = 2</script>',
  '</style><img src="http://evil.example/a.png" onerror="window.pwned = 3">',
  '"onload="window.pwned = 4" x="',
  "' onmouseover='window.pwned = 5",
  '--><svg onload=window.pwned=6>',
  ']]><svg/onload=window.pwned=7>',
  '</pre></textarea></title><iframe src="javascript:parent.pwned=8"></iframe>',
  'javascript:window.pwned=9',
  '\u2028window.pwned=10\u2029\u202e\u0000\u001b[31m',
  '&lt;img src=x onerror=window.pwned=11&gt;',
] as const;

/** Stands for any text that an agent or a scenario may bring. */
const attack = attacks.join(' ');

const otherId = '"><script>window.pwned=12</script>';

const finding = aFinding({
  message: attack,
  expected: attack,
  actual: attack,
  likelyCause: attack,
  scenario: attack,
  known: attack,
  exchanges: ['x1', otherId],
});

const exchange = aCallback({
  scenario: attack,
  kind: attack,
  label: attack,
  dialect: attack,
  url: 'javascript:window.pwned=13//"><script>window.pwned=13</script>',
  method: attack,
  requestHeaders: { 'x-signature': attack, [attack]: attack },
  requestBody: JSON.stringify({ player_id: attack, currency: attack, transaction_id: attack }),
  answerHeaders: { [attack]: attack },
  answerBody: JSON.stringify({ error: attack, message: attack, [attack]: attack }),
});

/** A run in which everything that comes from outside is an attack. */
export const aHostileRun = (): Run =>
  aRun({
    tool: { name: attack, version: attack },
    verdict: 'nonconformant',
    nonce: attack,
    agent: { id: 1001, callbackUrl: 'javascript:window.pwned=14//</title><script>' },
    root: { reason: attack, remedy: attack },
    baseline: {
      file: attack,
      known: 1,
      stale: [{ requirement: attack, code: attack, reason: attack, expires: attack }],
      expired: [],
    },
    requirements: [
      aRequirement({ verdict: 'failed', title: attack, findings: [finding] }),
      aRequirement({
        id: 'SIG-16',
        verdict: 'observed',
        findings: [aFinding({ weight: 'note', message: attack })],
      }),
      aRequirement({ id: attack, verdict: 'blocked', reason: attack }),
    ],
    scenarios: [aPlayedScenario({ file: attack, title: attack, source: attack, residue: [attack] })],
    exchanges: [
      exchange,
      { ...exchange, id: otherId, answerBody: attack },
      { ...exchange, id: 'x3', status: null, failure: attack },
    ],
  });
