// `node check-report.js FOLDER EXIT-CODE`: what four slices have seen of an agent that loses updates.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , folder, code] = process.argv;
const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));

let failed = false;
const check = (what, isRight, actual) => {
  console.log(isRight ? `ok ${what}` : `not ok ${what}: ${JSON.stringify(actual)}`);
  failed ||= !isRight;
};

const { slices, breachCounts, money } = report;
check('four slices are merged', slices.length === 4 && slices.every(({ count }) => count === 4), slices);
check('the lost update is found by its name', breachCounts['lost-update'] > 0, breachCounts);
// Two bets that the balance covers once, of which neither sees the other: the same mistake, named by what it costs.
const codes = new Set(['lost-update', 'overspent']);
check(
  'nothing else is found but what it lets through',
  Object.keys(breachCounts).every((code) => codes.has(code)),
  breachCounts,
);
check('all forty players are in the report', money[0].players === 40, money);
check('all money is given back', money[0].residues.length === 0, money[0].residues);
const left = readdirSync('.walletproof').filter((name) => name.endsWith('.jsonl'));
check('no file of opening balances is left', left.length === 0, left);
check('the exit code says that the agent does not conform', code === '1', code);
process.exitCode = failed ? 1 : 0;
