import { describe, expect, it } from '@jest/globals';
import type { ReportedExchange, Run } from '../../../src/formats/run.ts';
import { renderHtml } from '../../../src/report/html/render-html.tsx';
import { aFinding, anExchange, aRequirement, aRun, aScenario } from '../run-builder.ts';
import { aCallback, aDoubleDebit } from './report-builder.ts';

const render = (run: Run): string => renderHtml(run, { css: '', js: '' });

/** The text of an element by the id of its heading, without tags; undefined where there is none. */
const sectionOf = (html: string, heading: string): string | undefined =>
  new RegExp(`<(section|header)[^>]*"${heading}"[\\s\\S]*?</\\1>`)
    .exec(html)?.[0]
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** The double debit, its calls changed. */
const withCalls = (change: (call: ReportedExchange, index: number) => ReportedExchange): string => {
  const run = aDoubleDebit();
  return render({ ...run, exchanges: run.exchanges.map(change) });
};

describe('the calls of a breach', () => {
  it('name the account of each call only where there are several', () => {
    const second = '{"player_id":"player-2","currency":"EUR","transaction_id":"tx_17","bet":1}';
    const several = withCalls((call, index) => (index === 2 ? { ...call, requestBody: second } : call));
    expect(several).toContain('<th scope="col">Account</th>');
    expect(several).toMatch(/<text class="note"[^>]*>first again, player-2 EUR<\/text>/);
    expect(render(aDoubleDebit())).not.toContain('<th scope="col">Account</th>');
  });

  it('have what the account held before, as an earlier call of the scenario said', () => {
    const run = aDoubleDebit();
    const [read] = run.exchanges;
    const before = { ...(read ?? anExchange()), id: 'x0' };
    const html = render({ ...run, exchanges: [before, ...run.exchanges] });
    expect(html).toMatch(/<tr class="before">.*>1,000\.00</);
    expect(render(run)).not.toContain('class="before"');
  });

  it('agree with what was due and differ from it by a sign', () => {
    const html = render(aDoubleDebit());
    expect(html.match(/>balance [\d,.]+ ✓</g)).toHaveLength(2);
    expect(html).toMatch(/>balance 979.52 ✗<.*>due: 989.76</);
  });

  it('end in a cross where no answer came', () => {
    const html = withCalls((call, index) =>
      index === 2 ? { ...call, status: null, failure: 'timeout', answerBody: '' } : call,
    );
    expect(html).toMatch(/<g class="lost".*?no answer: timeout.*?class="cross"/);
    expect(html).toContain('<strong>No answer:</strong> timeout');
  });
});

describe('the head of the report', () => {
  it('counts what there is, and nothing that there is not', () => {
    const counts = /<ul class="counts">(.*?)<\/ul>/.exec(render(aRun()))?.[1];
    expect(counts).toBe('<li class="passed"><strong>1</strong> passed</li>');
  });

  it('tells what was selected, and that a warning fails a strict run', () => {
    const { setup } = aRun();
    const run = aRun({ setup: { ...setup, only: ['IDEM'], skip: ['IDEM-08'], strict: true } });
    expect(render(run)).toContain(
      '<dt>Selected</dt><dd>only IDEM; without IDEM-08; strict: a warning fails the run</dd>',
    );
    expect(render(aRun())).not.toContain('Selected');
  });

  it('draws the verdicts in proportion', () => {
    const requirements = [aRequirement(), aRequirement({ id: 'A-01', verdict: 'failed' })];
    const bar = /<svg class="verdict-bar".*?<\/svg>/.exec(render(aRun({ requirements })))?.[0];
    expect(bar).toContain('<rect class="passed" x="0" y="0" width="50" height="4">');
    expect(bar).toContain('<rect class="failed" x="50" y="0" width="50" height="4">');
  });
});

describe('what to fix', () => {
  it('leaves out what the baseline knows, which has a part of its own', () => {
    const run = aDoubleDebit();
    const known = run.requirements.map((result) => ({
      ...result,
      known: true as const,
      findings: result.findings.map((finding) => ({ ...finding, known: 'PAY-17' })),
    }));
    const html = render({ ...run, requirements: known });
    expect(render(run)).toContain('<h2 id="fails">What to fix</h2>');
    expect(html).not.toContain('id="fails"');
    expect(html).toContain('1 known breach, excused by the baseline');
    expect(html).toContain('Known: PAY-17');
  });

  it('tells the sightings after the first in short, with their calls up to the third', () => {
    const ids = ['x1', 'x2', 'x3', 'x4', 'x5'];
    const findings = ids.map((id) => aFinding({ message: `Seen in ${id}.`, exchanges: [id] }));
    const exchanges = ids.map((id) => aCallback({ id }));
    const html = render(aRun({ requirements: [aRequirement({ verdict: 'failed', findings })], exchanges }));
    expect(html).toContain('<summary>Seen 4 more times</summary>');
    expect(html.match(/<table class="calls">/g)).toHaveLength(4);
  });

  it('lays out a body that is JSON, and shows what went over the line below', () => {
    const html = render(aDoubleDebit()).replaceAll('&quot;', '"');
    expect(html).toContain('{\n  "content": {\n    "balance": 979.52\n  }\n}');
    expect(html).toContain(
      '<figcaption>Its body as it went over the line</figcaption><pre class="scroll" tabindex="0">{"content":{"balance":979.52}}</pre>',
    );
  });
});

describe('the specification, section by section', () => {
  const html = render(
    aRun({
      requirements: [
        aRequirement({ id: 'SIG-01', section: '5' }),
        aRequirement({ id: 'BET-01', section: '3 and 6', verdict: 'warned' }),
      ],
    }),
  );

  it('opens where there is one thing that is not well, and stays closed elsewhere', () => {
    const sections = [...html.matchAll(/<details class="covered"( open)?[^>]*>.*?<h3>(.*?)<\/h3>/g)];
    const open = sections.filter(([, isOpen]) => isOpen !== undefined).map(([, , title]) => title);
    expect(open).toEqual(['<span class="number">3</span> States and transitions']);
  });

  it('says what each requirement rests on', () => {
    expect(html).toMatch(/id="requirement-SIG-01".*?<span class="quiet">must, section 5<\/span>/);
    expect(html).toMatch(/id="requirement-BET-01".*?<span class="quiet">must, sections 3 and 6<\/span>/);
  });
});

describe('what else is told', () => {
  it('is what the agent does where the specification is silent, each thing once', () => {
    const note = aFinding({ weight: 'note', code: 'observed', message: 'It takes both.' });
    const noted = aRequirement({ verdict: 'observed', findings: [note, { ...note }] });
    const told = sectionOf(render(aRun({ requirements: [noted] })), 'observations');
    expect(told?.match(/It takes both\./g)).toHaveLength(1);
    expect(sectionOf(render(aDoubleDebit()), 'observations')).toBeUndefined();
  });

  it('is what is left with the players, where something is', () => {
    const left = aRun({ scenarios: [aScenario({ residue: ['player-1 USD: 3.00 more'] })] });
    expect(sectionOf(render(left), 'residue')).toContain('player-1 USD: 3.00 more');
    expect(sectionOf(render(aRun()), 'residue')).toBeUndefined();
  });

  it('is how long answers took, with longer marks at powers of ten', () => {
    const exchanges = [1, 9, 10, 95].map((durationMs, index) => aCallback({ id: `x${index}`, durationMs }));
    const html = render(aRun({ exchanges }));
    expect(sectionOf(html, 'latency')).toContain('half within 9.5 ms , 95 of 100 within 82 ms');
    const marks = [...html.matchAll(/y1="108" y2="(\d+)"/g)].map(([, y]) => y);
    expect(marks.filter((y) => y === '114')).toHaveLength(3);
    expect(marks).toContain('111');
  });
});
