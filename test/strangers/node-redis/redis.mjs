import { connect } from 'node:net';

// The few lines of the RESP protocol that the wallet needs: arrays of strings out, replies in, in the same order.

/** Connects to Redis; returns {command, close}. */
export async function connectRedis(path) {
  const socket = connect(path);
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  const waiting = [];
  let unread = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    unread = settleReplies(Buffer.concat([unread, chunk]), waiting);
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    for (const { reject } of waiting.splice(0)) reject(new Error('the connection to Redis ended'));
  });
  const command = (...words) =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new Error('there is no connection to Redis'));
      waiting.push({ resolve, reject });
      socket.write(encode(words));
    });
  return { command, close: () => socket.destroy() };
}

function encode(words) {
  const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
  return `*${words.length}\r\n${parts.join('')}`;
}

/** Settles what has arrived whole and returns the rest. */
function settleReplies(bytes, waiting) {
  let at = 0;
  for (;;) {
    const reply = readReply(bytes, at);
    if (reply === undefined) return bytes.subarray(at);
    at = reply.end;
    const { resolve, reject } = waiting.shift();
    if (reply.value instanceof Error) reject(reply.value);
    else resolve(reply.value);
  }
}

/** One reply as {value, end}, or undefined when it has not arrived whole. */
function readReply(bytes, at) {
  const lineEnd = bytes.indexOf('\r\n', at);
  if (lineEnd < 0) return undefined;
  const line = bytes.toString('utf8', at + 1, lineEnd);
  const end = lineEnd + 2;
  switch (String.fromCharCode(bytes[at])) {
    case '$':
      return readString(bytes, end, Number(line));
    case '*':
      return readArray(bytes, end, Number(line));
    case '-':
      return { value: new Error(line), end };
    default: // a status or an integer
      return { value: line, end };
  }
}

function readString(bytes, at, length) {
  if (length < 0) return { value: null, end: at };
  const end = at + length;
  if (bytes.length < end + 2) return undefined;
  return { value: bytes.toString('utf8', at, end), end: end + 2 };
}

function readArray(bytes, at, length) {
  const value = [];
  let end = at;
  while (value.length < length) {
    const item = readReply(bytes, end);
    if (item === undefined) return undefined;
    value.push(item.value);
    end = item.end;
  }
  return { value, end };
}
