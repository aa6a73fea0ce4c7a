import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../run-command.js';

/** Groups of requirements that are about the money of bets, duplicates, rollbacks, packs and calls at once. */
const groups = /^(?:BET|IDEM|RB|FS|CON)-/;

/** What a load does not do, and so cannot show; `test` does. */
const beyond = [
  ['amounts that no player of a load has', /float32|int32|^column-full$|^ten-digits/],
  ['ids that look alike', /^(?:ids-(?:without|as|cut)|leading-zeros|rollback-without-case)/],
  ['several currencies of a player', /purse|currenc/],
  [
    'what belongs to two players',
    /foreign|^ids-by-player$|^batch-of-two|opened-the-round$|last-of-the-round$|^round-saved/,
  ],
  [
    'a repeated call that differs in amounts, game, round, language or name; players of several games or names',
    /^duplicate-by-(?:amounts|game|round|language|username|finish|body)$|^zero-not|^last-amounts|^(?:username|game)-/,
  ],
  ['a restart of the agent', /^ids-in-memory$/],
  ['a debt of the player', /^debt-blocks|^refund-stops/],
  ['an error of the server, after which a load sends the call again', /^error-after-commit$/],
  [
    'a refusal, which a load tells as what it could not judge',
    /^(?:zero|whole-balance|is-finish|empty-pack)-refused$|^closed-round|-code$|-broken$/,
  ],
];

/** Names that are as right where a load meets them: what was written over, and what was undone with another. */
const asRight = {
  'win-written-over': ['lost-update'],
  'whole-round-rolled-back': ['not-applied'],
};

const expected = JSON.parse(
  readFileSync(fileURLToPath(new URL('../../fixtures/agents/example/defect-findings.json', import.meta.url)), 'utf8'),
);

/** The racy and sequential defects of the registry that a load can show. */
const shownByLoad = async (given) => {
  const { output } = await runCommand({
    ...given,
    args: ['list', 'defects', '--json'],
    longestMs: 60_000,
  });
  return JSON.parse(output).defects.filter(
    ({ name, requirement }) => groups.test(requirement) && !beyond.some(([, names]) => names.test(name)),
  );
};

/** Ten seconds of 200 callbacks a second. */
const loadOf = (name, file, seed) => [
  ...['load', '--example-agent', '--defect', name, '--out', file, '--seed', seed],
  ...['--rate', '200/s', '--ramp', '1s', '--for', '9s'],
];

const tryOne = async (given, { name }) => {
  const file = join(given.folder, `${name}.json`);
  const args = loadOf(name, file, String(given.dice.integer(1, 1e9)));
  const { output, code } = await runCommand({ ...given, args, longestMs: 60_000 });
  const report = await readFile(file, 'utf8').then(JSON.parse, () => undefined);
  if (report === undefined) {
    given.finds.add({ kind: 'a load gave no report', detail: `${name}: exit ${code}\n${output}` });
    return { name, isFound: false, codes: [] };
  }
  const codes = Object.keys(report.breachCounts);
  return { name, codes, isFound: codes.some((each) => namesOf(name).includes(each)) };
};

const namesOf = (defect) => [...(expected[defect] ?? []), ...(asRight[defect] ?? [])];

const leastFound = 0.9;
/** Fewer say nothing of a share. */
const leastTried = 20;

/** As many of them as there is time for, each once; at most two at a time. */
export const findDefects = async (given, isOver) => {
  const queue = given.dice.shuffle(await shownByLoad(given));
  const tried = [];
  const work = async () => {
    while (!isOver() && queue.length > 0) tried.push(await tryOne(given, queue.shift()));
  };
  await Promise.all([work(), work()]);
  const missed = tried.filter(({ isFound }) => !isFound);
  const share = 1 - missed.length / tried.length;
  const told = missed.map(({ name, codes }) => `${name} (${codes.join(', ') || 'nothing'})`);
  if (tried.length >= leastTried && share < leastFound) {
    given.finds.add({ kind: 'too few defects are found', detail: told.join(', ') });
  }
  return { tried: tried.length, found: tried.length - missed.length, missed: told };
};
