import { openAgent } from './open-agent.js';

/** So many transactions are remembered: none comes again later than that. */
const mostTransactions = 10_000;

const fieldOf = (text, name) => new RegExp(`"${name}":("[^"]*"|[^,}]+)`).exec(text)?.[1];

/** A plain right agent of one player, in this process: it forgets old transactions, and nothing else. */
export const openRightAgent = async () => {
  const processed = new Set();
  let cents = 100_000_000;
  let count = 0;

  const apply = (text) => {
    const id = fieldOf(text, 'transaction_id');
    if (fieldOf(text, 'type') !== '"makeBet"' || processed.has(id)) return;
    processed.add(id);
    const [oldest] = processed;
    if (processed.size > mostTransactions) processed.delete(oldest);
    cents += Math.round((Number(fieldOf(text, 'win')) - Number(fieldOf(text, 'bet'))) * 100);
  };

  const { url, close } = await openAgent((text, response) => {
    apply(text);
    count += 1;
    const body = `{"content":{"balance":${(cents / 100).toFixed(2)}}}`;
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length,
    });
    response.end(body);
  });
  return { url, close, count: () => count };
};
