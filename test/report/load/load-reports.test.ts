import { describe, expect, it } from '@jest/globals';
import { unseen } from '../../../src/base/visible-text.ts';
import { type LoadReport, loadReportSchema } from '../../../src/formats/load-report.ts';
import { loadReporters } from '../../../src/report/load/load-reporters.ts';
import { loadView } from '../../../src/report/load/load-view.ts';
import { plainPage } from '../../../src/report/plain-page.ts';
import { breachOf, emptyLoad, loadOf, partsOf, spikedLoad } from '../../load/made-up-load.ts';

const page = plainPage(100);

const pretty = async (report: LoadReport): Promise<string> => await loadReporters.pretty.render(report, page);

const html = async (report: LoadReport): Promise<string> => await loadReporters.html.render(report);

const junit = async (report: LoadReport): Promise<string> => await loadReporters.junit.render(report);

/** What an agent said that is to harm a report. */
const hostile = '</title><script>alert(1)</script>\u001b[31m\u202e]]>&amp;';

const hostileLoad = (): LoadReport =>
  loadOf({
    agent: { id: 17, callbackUrl: `http://127.0.0.1/${hostile}` },
    errors: [{ type: 'makeBet', said: hostile, count: 1 }],
    breaches: [breachOf({ message: hostile, activity: hostile, player: hostile })],
    breachCounts: { 'lost-update': 1 },
    doubts: [{ reason: hostile, count: 1, parked: 1, player: hostile, evidence: [] }],
    activities: { [hostile]: 2 },
  });

describe('the text of a load', () => {
  it('begins with the verdict and its reasons', async () => {
    expect((await pretty(spikedLoad())).split('\n').slice(0, 3)).toEqual([
      'NOT CONFORMANT  34,650 answers judged in 1 min 1 s: 9 breaches.',
      '  9 breaches: lost-update 9',
      '  a balance differs by 5.00 (2 times; 1 player not called any more)',
    ]);
  });

  it('tells rate, latency of each type, money with its drift, faults and goals', async () => {
    const text = await pretty(spikedLoad());
    expect(text).toContain('asked 588/s, reached 538/s (91.5 %)');
    expect(text).toMatch(/callback +answers +p50 +p90 +p99 +p99\.9 +max/);
    expect(text).toMatch(/makeBet from when it was due +400 +6 ms/);
    expect(text).toMatch(/USD +20 +100\.10 +90\.20 +1\.00 +0\.00/);
    expect(text).toContain('duplicates 310, races 287');
    expect(text).toMatch(/makeBet p99<200ms {2}✓ met {3}makeBet p99 38\.43 ms/);
    expect(text).toMatch(/37 {2}makeBet {3}HTTP 503 internal_error/);
    expect(text).toContain('  .walletproof/load-n1/lost-update-1.yaml');
  });

  it('counts only seconds in which callbacks were due for the rate', async () => {
    const { seconds } = spikedLoad();
    const [second] = seconds;
    if (second === undefined) throw new Error('no second');
    const quiet = { ...second, asked: 0, sent: 1 };
    const text = await pretty({ ...spikedLoad(), seconds: [...seconds, quiet, quiet] });

    expect(text).toContain('asked 588/s, reached 538/s');
  });

  it('tells a breach with its calls and what to change', async () => {
    const text = await pretty(spikedLoad());
    expect(text).toContain('── breach 1 of 1 ──');
    expect(text).toContain('\nCON-01: ');
    expect(text).toContain('finding        lost-update, 9 times');
    expect(text).toMatch(/2 {2}makeBet +t-1 +0\.04 +0\.00 +999\.80/);
    expect(text).toContain('where to look  Change the balance relative to itself');
  });
});

describe('the text of a load that is unlike others', () => {
  it('is short where nothing was sent', async () => {
    const text = await pretty(emptyLoad());
    expect(text).toContain('INCONCLUSIVE');
    expect(text).toContain('no callback was due');
    expect(text).toContain('No callback was answered.');
  });

  it('says why no latency is judged', async () => {
    const lateness = loadOf().latency.makeBet ?? '';
    const report = loadOf({ health: { ...partsOf().health, lateness } });
    expect(await pretty(report)).toContain('No latency is held against the agent: the generator');
  });

  it('shows nothing that a terminal obeys', async () => {
    const text = await pretty(hostileLoad());
    expect(text).not.toMatch(unseen);
  });
});

describe('the JSON of a load', () => {
  it('is what load merge reads', async () => {
    const text = await loadReporters.json.render(spikedLoad());
    expect(loadReportSchema.parse(JSON.parse(text))).toEqual(spikedLoad());
  });
});

describe('the JUnit XML of a load', () => {
  it('has a test for each breach code, goal and drift', async () => {
    const xml = await junit(spikedLoad());
    const names = [...xml.matchAll(/testcase name="([^"]*)"/g)].map(([, name]) => name);
    expect(names).toEqual([
      'the load could be judged',
      'lost-update',
      'makeBet p99&lt;200ms',
      'errors&lt;1%',
      'drift of USD',
    ]);
    expect(xml).toContain('tests="5" failures="1" errors="0"');
    expect(xml).toContain('makeBet t-1, bet 0.04, win 0.00, answered 999.80, due 999.79, 8 ms');
  });

  it('has a failure for a drift and for a missed goal, and an error for what was not judged', async () => {
    const money = partsOf().money.map((each) => ({ ...each, drift: '1.00' }));
    const failOn = ['makeBet p50<1ms', 'rollback p99<1s'];
    const xml = await junit(loadOf({ money, asked: { ...partsOf().asked, failOn } }));
    expect(xml).toContain('<failure message="the accounts differ by 1.00 in the end" type="drift of USD">');
    expect(xml).toMatch(/<failure message="makeBet p50 7\S* ms" type="makeBet p50&lt;1ms">/);
    expect(xml).toContain('<error message="nothing: no rollback was answered"');
  });

  it('has an error where nothing was judged', async () => {
    const xml = await junit(emptyLoad());
    expect(xml).toContain('<error message="The agent answered errors in the first second: HTTP 500"');
    expect(xml).toContain('<testcase name="no breach"');
  });

  it('keeps what an agent said from being markup', async () => {
    const xml = await junit(hostileLoad());
    expect(xml).not.toContain('<script');
    expect(xml).not.toMatch(unseen);
  });
});

describe('the page of a load', () => {
  it('has a chart of the rate, of each type, of what waits, and of errors', async () => {
    const text = await html(spikedLoad());
    const labels = [...text.matchAll(/<svg role="img" aria-label="([^"]*)"/g)].map(([, label]) => label);
    expect(labels).toEqual([
      'Callbacks a second: asked 588/s, reached 538/s (91.5 %).',
      expect.stringContaining('Latency of getBalance by second'),
      expect.stringContaining('Latency of makeBet by second'),
      expect.stringContaining('Latency of rollback by second'),
      'Callbacks that were due and waited, and those under way.',
      'Errors and breaches by second.',
    ]);
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('has breaches as cards, with the calls in full and as a diagram', async () => {
    const text = await html(spikedLoad());
    expect(text).toContain('id="breach-lost-update"');
    expect(text).toContain('Sequence diagram');
    expect(text).toContain('href="#exchange-1-t-1"');
    expect(text).toContain('id="exchange-1-t-1"');
    expect(text).toContain('and 7 more times: counted, and not kept.');
    expect(text).toContain('scenario: lost-update under load');
  });
});

describe('the page of any load', () => {
  it('runs no script and fetches nothing', async () => {
    const text = await html(hostileLoad());
    expect(text).not.toContain('<script');
    expect(text).toContain('default-src &#39;none&#39;'.replaceAll('&#39;', "'"));
    expect(text.replaceAll('href="data:,"', '')).not.toMatch(/(?:src|href)="(?!#)/);
  });

  it('says what is missing where nothing was sent', async () => {
    const text = await html(emptyLoad());
    expect(text).toContain('The load ended before its first second was over');
    expect(text).toContain('No callback was answered.');
    expect(text).toContain('No account was opened.');
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('is drawn for a single second, too', async () => {
    expect(await html(loadOf({ seconds: partsOf().seconds.slice(0, 1) }))).not.toMatch(/NaN|Infinity/);
  });
});

describe('the view of a load', () => {
  it('names residues up to a bound', () => {
    const residues = Array.from({ length: 25 }, (_, index) => ({
      player: `p${index}`,
      residue: '1.00',
    }));
    const money = partsOf().money.map((each) => ({ ...each, residues }));
    const left = loadView(loadOf({ money })).load.sections.find(({ id }) => id === 'left');
    expect(left?.notes.at(-1)).toBe('and 5 accounts more');
  });

  it('tells how many slices are in it', () => {
    const factOf = (slices: LoadReport['slices']) =>
      loadView(loadOf({ slices })).head.facts.find(({ name }) => name === 'Slices')?.text;
    expect(factOf([{ index: 1, count: 1 }])).toBeUndefined();
    expect(factOf([{ index: 3, count: 50 }])).toBe('3 of 50');
    expect(
      factOf([
        { index: 1, count: 3 },
        { index: 2, count: 3 },
      ]),
    ).toBe('2 of 3');
  });

  it('warns of a should that is broken, and fails for none', () => {
    const risk = breachOf({ code: 'money-at-risk', requirement: 'SIG-12', weight: 'note' });
    const report = loadOf({ breaches: [risk], breachCounts: { 'money-at-risk': 1 } });
    expect(report.verdict).toBe('conformant');
    expect(loadView(report).breaches[0]?.standing).toBe('warns');
  });
});
