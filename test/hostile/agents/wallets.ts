import { createHash } from 'node:crypto';
import { type HostileAgent, hostileToken } from '../hostile-agent.ts';
import { type Call, openSpeaking, type Speak } from '../open-hostile-agent.ts';
import { answerBytes, sayRight } from '../write-answer.ts';

const sayBalance = ({ socket }: Call, balance: number | string): void => {
  socket.write(answerBytes({ body: `{"content":{"balance":${balance}}}` }));
};

/** A number that nobody foresees, the same in every test. */
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE();

const lying = (createSpeak: () => Speak) => () => openSpeaking(createSpeak);

const liars: readonly HostileAgent[] = [
  {
    name: 'a random balance each time',
    does: 'answers another balance each time, whatever is asked',
    verdicts: ['nonconformant', 'inconclusive'],
    open: lying(() => (call) => sayBalance(call, numberOf(call.text + call.number) / 100)),
  },
  {
    name: 'a balance below zero',
    does: 'answers that every player owes money',
    verdicts: ['nonconformant', 'inconclusive'],
    open: lying(() => (call) => sayBalance(call, -1000 - call.number)),
  },
  {
    name: 'a balance that grows by itself',
    does: 'adds one with each callback that it answers',
    verdicts: ['nonconformant', 'inconclusive'],
    open: lying(() => (call) => sayBalance(call, 1000 + call.number)),
  },
  {
    name: 'a balance that doubles',
    does: 'doubles the balance with each callback, beyond all numbers',
    verdicts: ['nonconformant', 'inconclusive'],
    open: lying(() => (call) => sayBalance(call, `1e${call.number}`)),
  },
  {
    name: 'one balance for ever',
    does: 'answers the same balance to everything',
    verdicts: ['nonconformant'],
    open: lying(() => (call) => sayBalance(call, 1000)),
  },
  {
    name: "another player's balance",
    does: 'answers each callback with the balance that the one before should have had',
    verdicts: ['nonconformant', 'inconclusive'],
    open: lying(() => {
      let before: Call['right'] | undefined;
      return (call) => {
        const { right } = call;
        sayRight({ ...call, right: before ?? right });
        before = right;
      };
    }),
  },
];

/** The ways in which a careless agent writes what it knows. */
export const spellingsOfToken = [
  hostileToken,
  JSON.stringify(hostileToken),
  encodeURIComponent(hostileToken),
  hostileToken.replaceAll('/', '\\/'),
  ...(['base64', 'base64url', 'hex'] as const).map((way) => Buffer.from(hostileToken).toString(way)),
];

const echoing: readonly HostileAgent[] = [
  {
    name: 'an echo',
    does: 'answers with the callback that it was sent',
    verdicts: ['nonconformant', 'inconclusive'],
    open: lying(() => ({ socket, text }) => {
      socket.write(answerBytes({ body: text }));
    }),
  },
  {
    name: 'an echo of the callback in an error',
    does: 'refuses what moves money, and quotes the whole callback',
    verdicts: ['nonconformant'],
    open: lying(() => (call) => {
      if (call.text.includes('"getBalance"')) return sayRight(call);
      const body = JSON.stringify({ error: 'cannot', message: `${call.text}\n`.repeat(50) });
      call.socket.write(answerBytes({ line: 'HTTP/1.1 400 No', body }));
    }),
  },
  {
    name: 'the token, told to everybody',
    does: 'refuses what moves money, and shows its token in status, headers and body',
    verdicts: ['nonconformant'],
    open: lying(() => (call) => {
      if (call.text.includes('"getBalance"')) return sayRight(call);
      const message = `the token is ${spellingsOfToken.join(' ')}`;
      const body = JSON.stringify({
        error: hostileToken,
        message,
        [hostileToken]: [spellingsOfToken],
      });
      const more = [`X-Token: ${hostileToken}`, `Set-Cookie: t=${encodeURIComponent(hostileToken)}`];
      call.socket.write(answerBytes({ line: `HTTP/1.1 403 ${hostileToken}`, body, more }));
    }),
  },
  {
    name: 'the token instead of an answer',
    does: 'answers its token as a body, and in the name of a content coding',
    verdicts: ['nonconformant', 'inconclusive'],
    open: lying(() => ({ socket, number }) => {
      const more = number % 2 === 0 ? [`Content-Encoding: ${hostileToken}`] : [];
      socket.write(answerBytes({ body: hostileToken, more }));
    }),
  },
];

/** Agents whose wallet lies, or that say what they should not. */
export const agentsOfWallets: readonly HostileAgent[] = [...liars, ...echoing];
