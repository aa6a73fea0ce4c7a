/** A message of the stream: its number counts on, its text is JSON. */
export interface Message {
  readonly number: number;
  readonly text: string;
}

/** The last messages, for listeners that come back. */
export interface Ring {
  /** Number of the last message; 0 before the first. */
  last(): number;
  add(text: string, events: number): Message;
  /** What was said after that message; undefined where part of it is forgotten, or it never was. */
  since(number: number): readonly Message[] | undefined;
  /** Forgets all: something was missed. */
  cut(): void;
}

/** In characters: the ring must not outgrow everything else, whatever an event holds. */
const longest = 16 * 1024 * 1024;

/** A ring of messages with `mostEvents` events at most. */
export const createRing = (mostEvents: number): Ring => {
  let messages: (Message & { readonly events: number })[] = [];
  let events = 0;
  let length = 0;
  let last = 0;
  /** Messages after this number are there. */
  let forgotten = 0;

  const forget = (): void => {
    while (events > mostEvents || length > longest) {
      const [oldest] = messages.splice(0, 1);
      if (oldest === undefined) return;
      events -= oldest.events;
      length -= oldest.text.length;
      forgotten = oldest.number;
    }
  };
  return {
    last: () => last,
    add: (text, count) => {
      last += 1;
      const message = { number: last, text, events: count };
      messages.push(message);
      events += count;
      length += text.length;
      forget();
      return message;
    },
    since: (number) =>
      number < forgotten || number > last
        ? undefined
        : messages.slice(messages.length - (last - number)),
    cut: () => {
      last += 1;
      [messages, events, length, forgotten] = [[], 0, 0, last];
    },
  };
};
