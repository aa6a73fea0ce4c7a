import type { IncomingMessage, ServerResponse } from 'node:http';
import { BoundedMap } from '../../src/platform/kept-map.ts';
import { bodyOf, type OpenAgent, openAgent } from '../wire/open-agent.ts';

/** A callback as it arrived. */
export interface Arrived {
  readonly text: string;
  readonly signature: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any body.
  readonly json: any;
}

/** An agent with a right wallet in memory, in cents: 100.00 for everybody. It checks no signature. */
export interface Wallet extends OpenAgent {
  /** In the order of their arrival. */
  readonly arrived: readonly Arrived[];
  /** Answers the next callback instead of the wallet, which still works. */
  next(answer: Answering | 'never'): void;
}

type Answering = (response: ServerResponse) => void;

export const openWallet = async (): Promise<Wallet> => {
  const arrived: Arrived[] = [];
  const answers: (Answering | 'never')[] = [];
  const book = createBook();
  const agent = await openAgent((request, response) => {
    void take(request).then((letter) => {
      arrived.push(letter);
      const balance = book.handle(letter.json);
      const answer = answers.shift() ?? say(200, { content: { balance } });
      if (answer !== 'never') answer(response);
    });
  });
  return { ...agent, arrived, next: (answer) => answers.push(answer) };
};

/** Answers with that status and JSON. */
export const say =
  (status: number, body: unknown): Answering =>
  (response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const take = async (request: IncomingMessage): Promise<Arrived> => {
  const text = (await bodyOf(request)).toString();
  const signature = request.headers['x-signature'];
  return {
    text,
    signature: signature === undefined ? undefined : String(signature),
    json: JSON.parse(text),
  };
};

const createBook = () => {
  const cents = new Map<string, number>();
  const moved = new BoundedMap<number>(1_000);
  const undone = new Set<string>();
  return {
    // biome-ignore lint/suspicious/noExplicitAny: whatever was sent.
    handle: (body: any): number => {
      const key = `${body.player_id} ${body.currency}`;
      const before = cents.get(key) ?? 10_000;
      const id = String(body.transaction_id);
      let change = 0;
      if (body.type === 'makeBet' && moved.get(id) === undefined) {
        change = Math.round((body.win - body.bet) * 100);
        moved.set(id, change);
      }
      if (body.type === 'rollback' && !undone.has(id)) {
        change = -(moved.get(id) ?? 0);
        undone.add(id);
      }
      cents.set(key, before + change);
      return (before + change) / 100;
    },
  };
};
