import type { HostileAgent, Verdict } from '../hostile-agent.ts';
import { type Call, openSpeaking } from '../open-hostile-agent.ts';
import { answerBytes, sayRight } from '../write-answer.ts';

/** The balance of the right answer, as it was written. */
const balanceIn = ({ right: { body } }: Call): string => /"balance":([^,}]*)/.exec(body)?.[1] ?? '0';

/** Answers rightly what is refused, and every balance in this way. */
const sayingBalances = (write: (balance: string) => string | Uint8Array) => () =>
  openSpeaking(() => (call) => {
    if (call.right.status !== 200) sayRight(call);
    else call.socket.write(answerBytes({ body: write(balanceIn(call)) }));
  });

const broken: readonly Verdict[] = ['inconclusive', 'nonconformant'];

interface OddJson {
  readonly named: RegExp;
  readonly write: (balance: string) => string | Uint8Array;
}

const content = (balance: string): string => `{"content":{"balance":${balance}}}`;

const deep = (open: string, inner: string, close: string): string =>
  `${open.repeat(10_000)}${inner}${close.repeat(10_000)}`;

const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

const none = /no JSON|not JSON|not UTF-8|not a JSON object|no content\.balance|must be a JSON number/;

const bodies: Readonly<Record<string, OddJson>> = {
  'arrays 10,000 deep': { named: none, write: () => deep('[', '', ']') },
  'objects 10,000 deep': { named: none, write: () => deep('{"content":', '1', '}') },
  'a balance 10,000 deep': { named: none, write: () => content(deep('[', '', ']')) },
  'a field 10,000 deep': {
    named: /no JSON/,
    write: (balance) => `{"content":{"balance":${balance}},"x":${deep('[', '', ']')}}`,
  },
  'a balance of 1e999999': { named: /./, write: () => content('1e999999') },
  'a balance of 1e-999999': { named: /./, write: () => content('1e-999999') },
  'a balance of 100,000 digits': { named: /./, write: () => content('9'.repeat(100_000)) },
  'a balance of 100,000 decimals': { named: /./, write: () => content(`0.${'3'.repeat(100_000)}`) },
  'a balance of -0': { named: /./, write: () => content('-0') },
  'a balance of NaN': { named: /no JSON|not JSON/, write: () => content('NaN') },
  'a balance in quotes': { named: /must be a JSON number/, write: (it) => content(`"${it}"`) },
  'a balance in an array': { named: /must be a JSON number/, write: (it) => content(`[${it}]`) },
  'a balance twice': {
    named: /./,
    write: (it) => `{"content":{"balance":1,"balance":${it},"balance":2}}`,
  },
  'names of what every object has': {
    named: none,
    write: (it) => `{"__proto__":{"content":{"balance":${it}}},"constructor":{"prototype":{"balance":1}}}`,
  },
  'balance and error': {
    named: /both error and content\.balance/,
    write: (it) => `{"error":"__proto__","message":{},"content":{"balance":${it}}}`,
  },
  'a byte order mark': { named: /byte order mark/, write: (it) => `\ufeff${content(it)}` },
  'UTF-16': { named: none, write: (it) => utf16(content(it)) },
  'invalid UTF-8': {
    named: none,
    write: (it) =>
      Buffer.concat([
        Buffer.from(`{"content":{"balance":${it},"a":"`),
        Buffer.of(0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80),
        Buffer.from('"}}'),
      ]),
  },
  nothing: { named: /no JSON|empty/, write: () => '' },
  null: { named: /not a JSON object/, write: () => 'null' },
  'JSON and more': { named: /no JSON|not JSON/, write: (it) => `${content(it)}${content('1')}` },
  'JSON with a warning before it': {
    named: /not JSON/,
    write: (it) => `<br />\n<b>Warning</b>: Undefined variable $x in /srv/a.php\n${content(it)}`,
  },
  'an array of 100,000 zeros': { named: none, write: () => `[${'0,'.repeat(100_000)}0]` },
  '20,000 fields': {
    named: none,
    write: () => `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":0`).join()}}`,
  },
  'a string of 250,000 characters': { named: none, write: () => content(`"${'x'.repeat(250_000)}"`) },
};

const ofBodies = Object.entries(bodies).map(
  ([name, { named, write }]): HostileAgent => ({
    name: `a body of ${name}`,
    does: `answers ${name} where a balance belongs`,
    verdicts: broken,
    named,
    open: sayingBalances(write),
  }),
);

const kinds = ['1', '"1"', '[]', '{}', 'true', 'null', '{"content":1}', '{"content":null}'];

const changing: HostileAgent = {
  name: 'another JSON type each time',
  does: 'answers a number, a string, an array, an object, true and null by turns',
  verdicts: broken,
  open: () =>
    openSpeaking(() => ({ socket, number }) => {
      socket.write(answerBytes({ body: kinds[number % kinds.length] ?? '' }));
    }),
};

const longError: HostileAgent = {
  name: 'an error of 250,000 characters',
  does: 'refuses what moves money in 250,000 characters',
  verdicts: ['nonconformant'],
  open: () =>
    openSpeaking(() => (call) => {
      if (call.text.includes('"getBalance"')) return sayRight(call);
      const body = JSON.stringify({ error: 'x'.repeat(125_000), message: 'y'.repeat(125_000) });
      call.socket.write(answerBytes({ line: 'HTTP/1.1 403 No', body }));
    }),
};

/** Agents whose bodies are odd JSON, or none. */
export const agentsOfJson: readonly HostileAgent[] = [...ofBodies, changing, longError];
