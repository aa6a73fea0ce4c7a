import type { Call } from './open-hostile-agent.ts';

/** An HTTP answer, part by part as it goes over the line: nothing is escaped, checked or added. */
interface WrittenAnswer {
  /** `HTTP/1.1 200 OK` when absent. */
  readonly line?: string;
  /** Header lines; a Content-Type of JSON and the length of the body when absent. */
  readonly headers?: readonly string[];
  /** Header lines besides. */
  readonly more?: readonly string[];
  readonly body?: string | Uint8Array;
}

/** The bytes of an answer. Text of the head is UTF-8, as is that of the body. */
export const answerBytes = ({
  line = 'HTTP/1.1 200 OK',
  body = '',
  headers = plainHeaders(body),
  more = [],
}: WrittenAnswer): Buffer =>
  Buffer.concat([Buffer.from(`${[line, ...headers, ...more].join('\r\n')}\r\n\r\n`), Buffer.from(body as string)]);

export const plainHeaders = (body: string | Uint8Array): string[] => [
  'Content-Type: application/json',
  `Content-Length: ${Buffer.byteLength(body)}`,
];

/** What a right wallet says, written otherwise. */
export const sayRight = ({ socket, right }: Call, { body = right.body, ...written }: WrittenAnswer = {}): void => {
  socket.write(answerBytes({ line: statusLine(right.status), ...written, body }));
};

export const statusLine = (status: number): string => `HTTP/1.1 ${status} ${status}`;
