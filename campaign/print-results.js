import { renderTable } from '../src/text/text-table.ts';
import { visibleText } from '../src/text/visible-text.ts';

const verdictOf = ({ finds, skipped }) => {
  if (finds.length > 0) return 'FOUND';
  return skipped === undefined ? 'nothing found' : 'not tried';
};

const cellsOf = (result) => {
  const { name, tried, finds, worst, skipped, seconds } = result;
  return [
    name,
    tried.map(([count, what]) => `${count.toLocaleString('en')} ${what}`).join(', '),
    `${seconds.toFixed(0)} s`,
    String(finds.length),
    worst ?? skipped ?? '',
    verdictOf(result),
  ];
};

const heads = ['part', 'tried', 'time', 'found', 'worst', 'verdict'];

const printFind = ({ kind, times, detail, reproduction }) => {
  console.log(visibleText(`  ${kind} (${times} times): ${detail}`));
  if (reproduction !== undefined) console.log(visibleText(`    again: ${reproduction}`));
};

/** The table of a campaign; before it every find with its smallest reproduction. */
export const printResults = (results, { seed }) => {
  const found = results.filter(({ finds }) => finds.length > 0);
  for (const { name, finds } of found) {
    console.log(`\n${name}, seed ${seed}:`);
    for (const find of finds) printFind(find);
  }
  for (const { name, notes = [] } of results) {
    for (const note of notes) console.log(`\n${name}: ${note}`);
  }
  const rows = results.map(cellsOf);
  const columns = heads.map((head, column) => ({
    head,
    align: head === 'found' || head === 'time' ? 'right' : 'left',
    cells: rows.map((cells) => cells[column]),
  }));
  console.log(`\n${renderTable(columns).join('\n')}`);
};
