import { renderToString } from 'preact-render-to-string';
import { Waterfall } from '../../../../src/ui/dashboard/sessions/waterfall.tsx';
import { bet, row } from './rows.ts';

const rounds = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    bet(index + 1, index * 100, { transactionId: `t-${index}`, gameRoundId: `r-${index}` }),
  );

test('a long session shows its last rounds, and a button for earlier ones', () => {
  const markup = renderToString(<Waterfall rows={rounds(100)} />);
  expect(markup.match(/<section/g)).toHaveLength(60);
  expect(markup).toContain('Round r-99');
  expect(markup).not.toContain('Round r-39<');
  expect(markup).toContain('Show 40 earlier');
});

test('calls between rounds stand between them', () => {
  const [first, second] = rounds(2);
  if (first === undefined || second === undefined) throw new Error('two rounds are needed');
  const markup = renderToString(<Waterfall rows={[first, row(9, 50), { ...second, seq: 10 }]} />);
  const places = ['Round r-0', 'getBalance', 'Round r-1'].map((text) => markup.indexOf(text));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places).not.toContain(-1);
});
