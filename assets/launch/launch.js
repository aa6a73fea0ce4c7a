// The page of a launch link. Everything shown comes from the API as data and goes into the page as
// text; the casino's and the player's strings are never read as HTML.

const synchronizeMs = 60_000;
const api = `${location.pathname.replace(/\/+$/, '')}/api`;

const $ = (id) => document.getElementById(id);
const controls = [$('play'), $('refresh')];

let currency = '';

const post = async (action, body = {}) => {
  const response = await fetch(`${api}/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.message);
  return answer;
};

const showProblem = ({ message, code = '', detail = '' }) => {
  $('problem-message').textContent = message;
  $('problem-code').textContent = code;
  $('problem-detail').textContent = detail;
  $('problem').hidden = false;
};

const showBalance = (balance) => {
  if (balance.kind === 'problem') {
    showProblem(balance);
    return;
  }
  $('problem').hidden = true;
  $('balance').textContent = `${balance.amount} ${currency}`;
};

const showRound = (round) => {
  if (round === null) $('round').textContent = '';
  else if (Number(round.win) > 0) $('round').textContent = `You win ${round.win} ${currency}.`;
  else $('round').textContent = `You lose ${round.stake} ${currency}.`;
};

const showHome = (url) => {
  const link = document.createElement('a');
  link.href = url;
  link.textContent = 'Home';
  $('home').replaceChildren(link);
};

const showScene = (scene) => {
  currency = scene.currency;
  document.title = scene.game;
  $('game').textContent = scene.game;
  $('currency').textContent = scene.currency;
  const money = scene.mode === 'demo' ? 'play money, nothing is saved' : scene.currency;
  $('player').textContent = `${scene.player} · ${money}`;
  if (scene.homeUrl !== null) showHome(scene.homeUrl);
};

/** Runs one action at a time; whatever fails is told on the page. */
const act = async (action) => {
  for (const control of controls) control.disabled = true;
  try {
    await action();
  } catch (error) {
    showProblem({ message: 'The game cannot go on.', detail: error.message });
  }
  for (const control of controls) control.disabled = false;
};

const refresh = async () => showBalance(await post('balance'));

const bet = async () => {
  const played = await post('bet', { stake: $('stake').value });
  if (played.kind === 'no stake') {
    showProblem({ message: played.message, code: 'stake' });
    return;
  }
  showRound(played.round);
  showBalance(played.balance);
};

const start = async () => {
  const { scene, balance } = await post('start');
  showScene(scene);
  showBalance(balance);
  setInterval(() => {
    if (document.visibilityState === 'visible' && !$('play').disabled) void act(refresh);
  }, synchronizeMs);
};

$('refresh').addEventListener('click', () => act(refresh));
$('bet').addEventListener('submit', (event) => {
  event.preventDefault();
  void act(bet);
});
void act(start);
