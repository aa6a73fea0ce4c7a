import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createLoad } from '../create-load.js';
import { openBusyLoop, openPlatform } from '../open-platform.js';
import { checkIntegrity, readJournal } from '../read-journal.js';
import { compareAnswers } from './compare-answers.js';
import { openControl } from './open-control.js';

/** The latest moment after ready; most come much earlier. */
const latestMs = 2_000;
/** A process that is asked to end has ended after this long. */
const longestEndMs = 10_000;
/** What the control did this long before the end counts. */
const controlMs = 1_000;
/** Of so many rounds one looks through the whole file. */
const integrityEvery = 5;
/** Old rows leave, so that looking through the file stays quick; a round answers fewer. */
const maxExchanges = 100_000;

const unixNow = () => performance.timeOrigin + performance.now();

/** What a round does, drawn at once: the same seed draws the same rounds. */
const drawRound = (dice) => {
  const draw = dice.integer(0, 9);
  const fraction = dice.integer(0, 1000) / 1000;
  return {
    signal: draw === 0 ? 'SIGTERM' : draw === 1 ? 'SIGHUP' : 'SIGKILL',
    afterMs: latestMs * fraction ** 3,
    clients: dice.integer(1, 8),
    operation: dice.integer(0, 1) === 0 ? 'list' : 'get_game_link',
    isBusy: dice.integer(0, 1) === 1,
  };
};

const openBusyLoops = (isBusy) => (isBusy ? Array.from({ length: availableParallelism() }, openBusyLoop) : []);

/** Asks from the first moment, ends the process, and gives what was answered and how it ended. */
const play = async (platform, { signal, afterMs, clients, operation }) => {
  const answered = [];
  const load = createLoad({
    ...{ port: platform.port, clients, operation },
    onAnswer: (status, id) => {
      if (status === 200) answered.push({ id, at: performance.now() });
    },
  });
  await delay(Math.max(0, platform.at + afterMs - performance.now()));
  const ending = platform.close(signal);
  const endedAt = performance.now();
  const { ms } = await ending;
  load.stop();
  await load.ended;
  return { answered, endedAt, endMs: ms };
};

const sentenceOf = (round) =>
  `${round.signal} ${round.afterMs.toFixed(0)} ms after ready, ${round.clients} clients with ` +
  `${round.operation}, ${round.isBusy ? 'busy' : 'quiet'}`;

/** Starts on the journal of the round before; a start that fails is a find. */
const start = async ({ given, journal }) => {
  const { product, folder } = given;
  return await openPlatform({ product, folder, journal, maxExchanges });
};

const judge = (context, { round, number, played, compared }) => {
  const { finds } = context.given;
  const reproduction = `round ${number} of the seed: ${sentenceOf(round)}`;
  if (compared.fault > 0) {
    const detail = `${compared.fault} of ${played.answered.length} answered requests are missing, the oldest answered ${compared.oldest.toFixed(0)} ms before the end (control ${compared.controlMs.toFixed(0)} ms)`;
    finds.add({ kind: `rows lost by ${round.signal}`, detail, reproduction });
  }
  if (round.signal !== 'SIGKILL' && played.endMs > longestEndMs) {
    const detail = `it took ${played.endMs.toFixed(0)} ms to end`;
    finds.add({ kind: `no end by ${round.signal}`, detail, reproduction });
  }
};

const checkFile = (context, number) => {
  if (number % integrityEvery !== 0) return;
  const said = checkIntegrity(context.journal);
  if (said !== 'ok') context.given.finds.add({ kind: 'a damaged journal', detail: said });
};

const addUp = (context, { round, played, compared }) => {
  const { sums } = context;
  sums.rounds[round.signal] += 1;
  sums.answered += played.answered.length;
  sums.young += compared.young;
  sums.machine += compared.machine;
  sums.fault += compared.fault;
  sums.oldest = Math.max(sums.oldest, compared.oldest);
  sums.control = Math.max(sums.control, compared.controlMs);
};

/** One life of the platform: it ends as drawn, the next one starts on its journal, which is compared. */
const playRound = async (context, platform, number) => {
  const round = drawRound(context.given.dice.fork(`round ${number}`));
  const busy = openBusyLoops(round.isBusy);
  try {
    const played = await play(platform, round);
    const worst = await context.control.worstSince(unixNow() - (performance.now() - played.endedAt) - controlMs);
    const next = await start(context);
    const { ids, last } = readJournal(context.journal, context.lastSeq);
    context.lastSeq = last;
    const kept = new Set(ids);
    const isKilled = round.signal === 'SIGKILL';
    const compared = {
      ...compareAnswers({ ...played, kept, controlMs: worst, isKilled }),
      controlMs: worst,
    };
    judge(context, { round, number, played, compared });
    addUp(context, { round, played, compared });
    checkFile(context, number);
    return next;
  } finally {
    await Promise.all(busy.map((loop) => loop.close()));
  }
};

const playRounds = async (context, until) => {
  let platform = await start(context);
  try {
    for (let number = 1; performance.now() < until && !context.given.signal.aborted; number += 1) {
      platform = await playRound(context, platform, number);
    }
  } finally {
    await platform.close();
  }
};

const summary = ({ rounds, answered, young, machine, fault, oldest, control }) => ({
  tried: [
    [rounds.SIGKILL, 'kills'],
    [rounds.SIGTERM + rounds.SIGHUP, 'ends by SIGTERM and SIGHUP'],
    [answered, 'answered'],
  ],
  worst: `${fault} lost that are promised, ${machine} late by the machine, ${young} younger than 50 ms; oldest ${oldest.toFixed(0)} ms, control ${control.toFixed(0)} ms`,
});

/** `serve` is ended at any moment, and goes on with its journal: what was answered must be in it. */
export const runKills = async (given) => {
  const { folder, ms } = given;
  const until = performance.now() + ms;
  mkdirSync(folder, { recursive: true });
  const control = await openControl(join(folder, 'control.db'));
  const sums = {
    rounds: { SIGKILL: 0, SIGTERM: 0, SIGHUP: 0 },
    ...{ answered: 0, young: 0, machine: 0, fault: 0, oldest: 0, control: 0 },
  };
  const context = { given, control, sums, journal: join(folder, 'journal.db'), lastSeq: 0 };
  try {
    await playRounds(context, until);
  } finally {
    await control.close();
  }
  return summary(sums);
};
