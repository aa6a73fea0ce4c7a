import { renderToString } from 'preact-render-to-string';
import { VerdictMark } from '../../src/components/verdict-mark.tsx';
import { callVerdicts, verdicts } from '../../src/spec/verdict.ts';

const shown = (verdict: Parameters<typeof VerdictMark>[0]['verdict']): string =>
  renderToString(<VerdictMark verdict={verdict} />);

test.each([
  ['right', 'good', '✓'],
  ['wrong', 'bad', '✗'],
  ['risky', 'warn', '!'],
  ['nonconformant', 'bad', '✗'],
  ['failed', 'bad', '✗'],
  ['warned', 'warn', '!'],
  ['inconclusive', 'unsure', '–'],
  ['blocked', 'none', '–'],
  ['passed', 'good', '✓'],
  ['unjudged', 'none', '–'],
] as const)('%s is %s, with the sign %s', (verdict, tone, sign) => {
  expect(shown(verdict)).toContain(`class="mark tone-${tone}"`);
  expect(shown(verdict)).toContain(`>${sign}</span>`);
});

test('no verdict is without a word, and what has none is not there', () => {
  for (const verdict of [...callVerdicts, ...verdicts]) expect(shown(verdict)).toMatch(/> \w+</);
  expect(shown(undefined)).toBe('');
});
