// Explains signatures that match nothing, beside the bare HMACs of the same texts; prints rounds as JSON.
import { createHmac } from 'node:crypto';
import { attemptsOf, explainSignature } from '../../src/signing/doctor/explain-signature.ts';
import { findMatch } from '../../src/signing/doctor/find-match.ts';
import { openSituation } from '../../src/signing/doctor/situation.ts';
import { sign } from '../../src/signing/sign.ts';

const token = 'Qm9-tok/en+42';

const launch = {
  ...{ timestamp: 1_700_000_000, agent_id: 1001, game_id: 101, player_id: 'player-1' },
  ...{ player_username: 'Zoë O’Neil ', language: 'en', currency: 'USD', ip: '203.0.113.7' },
  ...{ home_url: 'https://casino.example/lobby?a=1&b=2', agent_session_id: 'session-1' },
};

const bet = {
  ...{ type: 'makeBet', agent_id: 1001, session_id: 'session-1', player_id: 'player-1' },
  ...{ bet: 12.5, win: 0, currency: 'USD', language: 'en', player_username: 'Player One' },
  ...{ transaction_id: 't-1', game_round_id: 'g-1', round_finished: true, request_id: 'r-1' },
  freespins: { played: 1, total: 10, isFinish: false, accumulated_win: 2.5 },
};

const questions = [
  { body: JSON.stringify(launch), direction: 'request' },
  { body: JSON.stringify(bet), direction: 'callback' },
].map((question) => ({ ...question, token, header: 'ab'.repeat(32) }));

/** What the search signs: each text as often as it is signed. */
const signedTexts = (question) => {
  const situation = openSituation(question, question.body);
  const texts = [];
  let last = '';
  function* watched() {
    for (const attempt of attemptsOf(situation)) {
      last = attempt.subject;
      yield attempt;
    }
  }
  const spend = ({ macs }) => {
    for (let count = 0; count < macs; count += 1) texts.push(last);
    return true;
  };
  const found = findMatch(watched(), situation, { spend });
  if (found.kind !== 'missed') throw new Error(`the search ended with ${found.kind}`);
  return texts;
};

const texts = questions.flatMap(signedTexts);

const cpuOf = (work) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const explainAll = () => {
  for (const question of questions) {
    const { valid, mistake } = explainSignature(question);
    if (valid || mistake !== 'unknown') throw new Error('this signature should match nothing');
  }
};

const bareHmacs = () => {
  for (const text of texts) createHmac('sha256', token).update(text).digest('hex');
};

const ownHmacs = () => {
  for (const text of texts) sign(typeof text === 'string' ? text : text.toString('latin1'), token);
};

const repeated = (work) => () => {
  for (let count = 0; count < 3; count += 1) work();
};

const rounds = [];
for (let round = 0; round < Number(process.argv[2]); round += 1) {
  const [doctor, bare, own] = [explainAll, bareHmacs, ownHmacs].map((work) => cpuOf(repeated(work)));
  rounds.push({ doctor: doctor / 3, bare: bare / 3, own: own / 3 });
}
console.log(JSON.stringify({ hmacs: texts.length, searches: questions.length, rounds }));
