import type { HostileAgent } from '../hostile-agent.ts';
import { type Call, openSpeaking } from '../open-hostile-agent.ts';
import { answerBytes, plainHeaders, sayRight } from '../write-answer.ts';

/** What a terminal, a CI log, a page, a table or a parser would obey, or break at. */
const texts = {
  'what terminals obey': [
    '\u001b[2J\u001b[5;31mred\u001b]0;title\u0007\u001b]52;c;cHduZWQ=\u0007\u001bP+q\u001b\\',
    '\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\ \u009b31m\u009d52;c;cHduZWQ=\u009c',
    '\u0007\u0008\u000b\u000c\u000e\u007f\u0085back\rover',
  ].join(' '),
  'text in the wrong direction': '\u202egnp.exe\u202c\u2066a\u2069\u200e\u200f\u061c\u200b\ufeff\u2028\u2029',
  'towers of marks': `Z${'\u0300\u0316\u035c'.repeat(300)}`,
  'commands of CI at line starts': [
    'x',
    '::set-env name=PWNED::1',
    '::stop-commands::pause',
    '##vso[task.setvariable variable=PWNED]1',
    '##[error]injected',
    "##teamcity[testFailed name='injected']",
    'not ok 99 - injected',
    'Bail out! injected',
    '',
  ].join('\n'),
  'commands of CI behind what hides them':
    'x\r::set-env name=PWNED::1\u2028##vso[task.complete]\u0085::error::y\n\u200b::error::z\n  ::error::z',
  'markup that runs': [
    '</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>',
    '<svg/onload=window.pwned=1></textarea></style></title><iframe src="javascript:alert(1)">',
    '"onmouseover="window.pwned=1" \'onfocus=\'window.pwned=1\' javascript:window.pwned=1 -->',
  ].join(' '),
  'what breaks XML': ']]></failure><system-out>\ufffe\uffff\u0000\u0001\ud800 &#0; &bad; <![CDATA[',
  'what breaks Markdown':
    '| a | b |\n|---|---|\n```\n# head <!-- [x](javascript:alert(1)) ![i](http://evil.example/i.png)',
  'formulas of tables': '=HYPERLINK("http://evil.example","x")\n+1+cmd|\' /C calc\'!A0\n@SUM(1)',
} as const;

const everything = Object.values(texts).join('\n');

const isRead = ({ text }: Call): boolean => text.includes('"getBalance"');

/** Answers what reads the balance rightly, everything else so. */
const exceptReads = (say: (call: Call) => void) => () =>
  openSpeaking(() => (call) => {
    if (isRead(call)) sayRight(call);
    else say(call);
  });

const refusesInTexts = Object.entries(texts).map(
  ([name, text]): HostileAgent => ({
    name: `an error of ${name}`,
    does: `refuses what moves money; error, message and an unknown field are ${name}`,
    verdicts: ['nonconformant'],
    named: /422/,
    open: exceptReads(({ socket }) => {
      const body = JSON.stringify({ error: text, message: text, [text]: text });
      socket.write(answerBytes({ line: 'HTTP/1.1 422 No', body }));
    }),
  }),
);

/** Every byte that HTTP lets into a header: the second half is C1 in Latin-1. */
const headerText = Buffer.from(
  '::set-env name=A::1 ##vso[x] \u009b31m\u009d52;c;cHduZWQ=\u009c <script>alert(1)</script> \u00ff',
  'latin1',
);

const withHeaders = (headers: readonly (string | Buffer)[], body: string): Buffer =>
  Buffer.concat([
    Buffer.from('HTTP/1.1 200 OK\r\n'),
    ...headers.flatMap((line) => [Buffer.from(line as string), Buffer.from('\r\n')]),
    Buffer.from(`${plainHeaders(body).join('\r\n')}\r\n\r\n${body}`),
  ]);

const elsewhere: readonly HostileAgent[] = [
  {
    name: 'every text, from the first call on',
    does: 'refuses everything with error, message and a field of every hostile text',
    verdicts: ['inconclusive'],
    named: /refuses a signed getBalance/,
    open: () =>
      openSpeaking(() => ({ socket }) => {
        const body = JSON.stringify({ error: everything, message: everything });
        socket.write(answerBytes({ line: 'HTTP/1.1 403 No', body }));
      }),
  },
  {
    name: 'a body of raw bytes',
    does: 'answers what moves money with every hostile text as it is, instead of JSON',
    verdicts: ['nonconformant'],
    named: /not JSON/,
    open: exceptReads(({ socket }) => {
      socket.write(answerBytes({ body: everything }));
    }),
  },
  {
    name: 'a balance of text',
    does: 'answers what moves money with every hostile text as the balance',
    verdicts: ['nonconformant'],
    named: /must be a JSON number/,
    open: exceptReads(({ socket }) => {
      const body = JSON.stringify({ content: { balance: everything } });
      socket.write(answerBytes({ body }));
    }),
  },
  {
    name: 'a status message that terminals obey',
    does: 'refuses what moves money with ESC, OSC 52 and a CI command in the status message',
    verdicts: ['nonconformant'],
    named: /422|not HTTP/,
    open: exceptReads(({ socket }) => {
      const line = 'HTTP/1.1 422 ::set-env name=A::1 \u001b[31m\u001b]52;c;cHduZWQ=\u0007\u009b2J';
      socket.write(answerBytes({ line, body: '{"error":"no","message":"no"}' }));
    }),
  },
  {
    name: 'header values of text',
    does: 'answers rightly, with C1, CI commands and markup in values of headers',
    verdicts: ['conformant'],
    open: () =>
      openSpeaking(() => ({ socket, right }) => {
        const names = ['X-Powered-By: ', 'Set-Cookie: a=', 'Location: ', '__proto__: ', 'toString: '];
        const lines = names.map((name) => Buffer.concat([Buffer.from(name), headerText]));
        const { status, body } = right;
        const line = Buffer.from(`HTTP/1.1 ${status} `);
        socket.write(Buffer.concat([line, withHeaders(lines, body).subarray(13)]));
      }),
  },
  {
    name: 'control characters in a header',
    does: 'answers with ESC and NUL in the value of a header, which HTTP forbids',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /not HTTP/,
    open: () =>
      openSpeaking(() => ({ socket, right: { body } }) => {
        socket.write(withHeaders(['X-A: \u001b[31m\u0000'], body));
      }),
  },
  {
    name: 'a content coding of text',
    does: 'names a content coding with C1 and a CI command',
    verdicts: ['inconclusive', 'nonconformant'],
    named: /content coding is unknown/,
    open: () =>
      openSpeaking(() => ({ socket, right: { body } }) => {
        const line = Buffer.concat([Buffer.from('Content-Encoding: '), headerText]);
        socket.write(withHeaders([line], body));
      }),
  },
];

/** Agents that write to whoever reads about them. */
export const agentsOfTexts: readonly HostileAgent[] = [...refusesInTexts, ...elsewhere];
