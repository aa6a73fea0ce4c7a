import type { HostileAgent } from '../hostile-agent.ts';
import { openSpeaking } from '../open-hostile-agent.ts';
import { answerBytes } from '../write-answer.ts';

/** What a terminal, a CI log, a page, a table or a parser would obey, or break at. */
const texts = {
  'what terminals obey': [
    '\u001b[2J\u001b[31mred\u001b[0m\u001b]0;title\u0007\u001b]52;c;cHduZWQ=\u0007\u001bP+q\u001b\\',
    '\u001b]8;;http://evil.example\u001b\\link\u001b]8;;\u001b\\ \u009b31m\u009d52;c;cHduZWQ=\u009c\u0090x',
    '\u0007\u0008\u000b\u000c\u000e\u007f\u0085back\rover',
  ].join(' '),
  'text in the wrong direction':
    '\u202egnp.exe\u202c\u2066a\u2069\u200e\u200f\u061c\u200b\ufeff\u2028\u2029',
  'towers of marks': `Z${'\u0300\u0316\u035c'.repeat(300)}`,
  'commands of CI at line starts': [
    'x',
    '::set-env name=PWNED::1',
    '::error file=a.js::injected',
    '::stop-commands::pause',
    '##vso[task.setvariable variable=PWNED]1',
    '##[error]injected',
    "##teamcity[testFailed name='injected']",
    'not ok 99 - injected',
    'Bail out! injected',
    '',
  ].join('\n'),
  'commands of CI behind carriage returns':
    'x\r::set-env name=PWNED::1\r##vso[task.complete]\r\n::error::y',
  'markup that runs': [
    '</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>',
    '<svg/onload=window.pwned=1></textarea></style></title><iframe src="javascript:alert(1)">',
    '"onmouseover="window.pwned=1" \'onfocus=\'window.pwned=1\' javascript:window.pwned=1 -->',
  ].join(' '),
  'what breaks XML': ']]></failure><system-out>\ufffe\uffff\u0000\u0001\ud800 &#0; &bad; <![CDATA[',
  'what breaks Markdown':
    '| a | b |\n|---|---|\n```\n# head <!-- [x](javascript:alert(1)) ![i](http://evil.example/i.png) @everyone',
  'formulas of tables':
    '=HYPERLINK("http://evil.example","x")\n+1+cmd|\' /C calc\'!A0\n@SUM(1)\n-2',
} as const;

/** Refuses every callback, with the text wherever the specification has one. */
const refusing = (text: string) => () =>
  openSpeaking(() => ({ socket }) => {
    const body = JSON.stringify({ error: text, message: text, [text]: text });
    socket.write(answerBytes({ line: 'HTTP/1.1 422 No', body }));
  });

export const refusesInTexts: readonly HostileAgent[] = Object.entries(texts).map(
  ([name, text]) => ({
    name: `error texts: ${name}`,
    does: `refuses everything; error, message and an unknown field are ${name}`,
    verdicts: ['nonconformant', 'inconclusive'],
    open: refusing(text),
  }),
);
