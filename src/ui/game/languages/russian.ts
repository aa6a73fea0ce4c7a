import type { PlayerSentenceForm } from '../../../spec/player-sentences.ts';
import type { Texts } from './english.ts';
import { numbersOf } from './numbers.ts';

const { count } = numbersOf('ru');

export const russian: Texts = {
  game: 'Игра',
  opening: 'Игра открывается…',
  demo: 'Демо: деньги игровые, ничего не сохраняется',
  page: 'Страница',
  forDevelopers: 'Разработчикам',
  home: 'На главную',
  notConnected: 'Связь с игрой прервана. Она восстанавливается.',
  connectedAgain: 'Связь восстановлена: игра продолжается.',

  gone: 'Эта игра закончена',
  goBack: 'Вернитесь в казино и откройте игру снова.',
  unreachable: 'Минутку, пожалуйста',
  noAnswer: 'Игра не отвечает. Всё сыгранное записано: попробуйте ещё раз.',
  tryAgain: 'Попробовать ещё раз',

  play: 'Управление',
  chooseSpin: 'Выберите ставку и нажмите «Крутить» или пробел.',
  chooseBet: 'Выберите ставку и нажмите «Поставить» или пробел.',
  waiting: 'Ждём ответа казино…',
  spin: 'Крутить',
  bet: 'Поставить',
  freeSpin: 'Бесплатное вращение',
  cashOut: 'Забрать',
  cancel: 'Отменить раунд',
  cancelMeans: 'ставка вернётся',
  askAgain: 'Спросить казино ещё раз',
  newBet: 'Новая ставка',

  balance: 'Баланс',
  balanceLastKnown: 'Последний известный баланс',
  refresh: 'Обновить',
  refreshWhat: ' баланс',
  stake: 'Ставка',
  stakeOfFreeSpins: 'Ставка бесплатных вращений',
  raiseStake: 'Увеличить ставку',
  lowerStake: 'Уменьшить ставку',

  autoplay: 'Автоигра',
  autoplayLeft: (left) => `Автоигра: ещё ${count(left, { one: 'раунд', few: 'раунда', other: 'раундов' })}`,
  autoplayUntilStopped: 'Автоигра: пока не остановите',
  stop: 'Стоп',
  untilStopped: 'До остановки',
  rounds: (rounds) => count(rounds, { one: 'раунд', few: 'раунда', other: 'раундов' }),
  autoCashOut: 'Забирать автоматически на',
  never: 'никогда',
  autoCashOutRange: 'от 1,01 до 1000',
  autoCashOutWrong: 'Автоматический вывод: введите число от 1,01 до 1000.',

  spinning: 'Барабаны вращаются',
  reels: (symbols) => `Барабаны: ${symbols}`,
  symbols: {
    cherry: 'вишня',
    bell: 'колокол',
    star: 'звезда',
    lemon: 'лимон',
    seven: 'семёрка',
    crown: 'корона',
  },
  freeSpinsToCome: (total) =>
    `Для вас ${count(total, {
      one: 'бесплатное вращение',
      few: 'бесплатных вращения',
      other: 'бесплатных вращений',
    })}`,
  freeSpinsPlayed: (played, total, won) => `Бесплатное вращение ${played} из ${total}, выигрыш ${won}`,

  flight: {
    ready: 'Поставьте — и полетели',
    climbing: 'Растёт',
    out: 'Выигрыш забран',
    burst: 'Взрыв',
  },
  inTheAir: 'В полёте. Заберите выигрыш до взрыва.',
  burstAt: (multiplier) => `Взрыв на ${multiplier}.`,
  noWin: 'На этот раз без выигрыша.',
  noWinOnFreeSpin: 'Это бесплатное вращение без выигрыша.',
  youWin: (win) => `Вы выиграли ${win}.`,
  outAndWin: (multiplier, win) => `Забрали на ${multiplier}: вы выиграли ${win}.`,
  lastFreeSpin: 'Это было последнее бесплатное вращение.',
  lastFreeSpinInAll: (total) => `Это было последнее бесплатное вращение: всего ${total}.`,
  roundCancelled: 'Раунд отменён.',
  stakeIsBack: 'Раунд отменён: ставка возвращена.',
  roundAbandoned: 'Раунд отменён, потому что вас не было: ставка возвращена.',
  roundForfeited: 'Раунд закрыт как проигранный, потому что вас не было.',
  roundUnclear: 'Казино не сообщило, чем закончился раунд. Ваш баланс мог измениться.',

  history: 'Раунды',
  historyEmpty: 'Пока нет.',
  historyOrder: 'Раунды, сначала новые',
  pastFreeSpin: 'бесплатно',
  pastOut: (multiplier) => `забрали на ${multiplier}×`,
  pastBurst: (multiplier) => `взрыв на ${multiplier}×`,
  pastInTheAir: 'в полёте',
  pastBonus: 'бонус',
  pastNoWin: 'без выигрыша',
  pastState: { open: 'открыт', 'rolled-back': 'отменён', unclear: 'неясно' },
};

/** What the game says of itself, in Russian. */
export const russianSentences: Readonly<Record<PlayerSentenceForm, string>> = {
  'This link does not lead to a game.': 'По этой ссылке игры нет.',
  'This game was idle for too long.': 'Игра слишком долго оставалась без внимания.',
  'Type the stake as a number, such as 10 or 2.50.': 'Введите ставку числом, например 10 или 2,50.',
  'The smallest stake is {amount} {currency}.': 'Наименьшая ставка: {amount} {currency}.',
  '{currency} has {count} digits after the point, not more.':
    'Знаков после запятой у {currency} не больше чем {count}.',
  'Cash out between 1.01 and 1000, such as 1.80.': 'Забирайте от 1,01 до 1000, например на 1,80.',
  'Type what the stake is multiplied with, such as 2 or 2.50.':
    'Введите, на что умножается ставка, например 2 или 2,50.',
  'Type the bonus as a number above 0, such as 10 or 2.50.': 'Введите бонус числом больше 0, например 10 или 2,50.',
  '{currency} has {count} digits after the point.': 'Знаков после запятой у {currency}: {count}.',
  'There is no such outcome. There are {outcomes}.': 'Такого исхода нет. Есть {outcomes}.',
  'The last round is not over yet: cash out first.': 'Прошлый раунд ещё не окончен: сначала заберите выигрыш.',
  'There is no such round.': 'Такого раунда нет.',
  'This round is over.': 'Этот раунд окончен.',
  'This round is cashed out: wait for its win.': 'Выигрыш уже забран: подождите его выплаты.',
  'The casino has not confirmed the bet yet. Try again.': 'Казино ещё не подтвердило ставку. Попробуйте ещё раз.',
  'The casino did not take the bet back: the round goes on.': 'Казино не вернуло ставку: раунд продолжается.',
  'There is no round to roll back.': 'Нет раунда, который можно отменить.',
  'A demo sends no callbacks. Open the game with get_game_link for this.':
    'Демо не отправляет запросов. Откройте для этого игру через get_game_link.',
  'Too many requests at once: wait for the ones in progress.':
    'Слишком много сразу: дождитесь того, что уже выполняется.',
  'The casino has not confirmed the end of this round. Try again.':
    'Казино не подтвердило конец раунда. Попробуйте ещё раз.',
  'The next free spin waits until this win is paid.':
    'Следующее бесплатное вращение подождёт, пока не выплачен этот выигрыш.',
  'The free spins are over. Bet again to play with your own money.':
    'Бесплатные вращения закончились. Поставьте снова, чтобы играть на свои деньги.',
  'The win of your free spins is not paid yet. It will be sent again.':
    'Выигрыш бесплатных вращений ещё не выплачен. Он будет отправлен снова.',
  'There is not enough money for this stake.': 'Для этой ставки не хватает денег.',
  'The casino does not know this player.': 'Казино не знает этого игрока.',
  'The casino has no account in this currency for this player.': 'У игрока нет в казино счёта в этой валюте.',
  'The casino did not accept that this request came from the game.': 'Казино не признало, что запрос пришёл от игры.',
  'The casino does not know this round.': 'Казино не знает этого раунда.',
  'The casino reports an error.': 'Казино сообщает об ошибке.',
  'The casino sent a balance that makes no sense.': 'Казино прислало баланс, который невозможен.',
  'The casino did not answer as it should. Your balance may have changed.':
    'Казино ответило не так, как должно. Ваш баланс мог измениться.',
  'The casino is not connected to this game: nothing was sent.':
    'Казино не подключено к этой игре: ничего не отправлено.',
  'The bet was cancelled.': 'Ставка отменена.',
  'The balance is not known yet.': 'Баланс ещё не известен.',
};
