import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Body, launch, now, type OpenPlatform, openPlatform, sign, signUntrimmed } from './open-platform.ts';

let open: OpenPlatform;
let fieldsFirst: OpenPlatform;
beforeAll(async () => {
  open = await openPlatform();
  fieldsFirst = await openPlatform({ checkOrder: 'fields-first' });
});
afterAll(async () => {
  await open.close();
  await fieldsFirst.close();
});

/** A launch of this player, with the signature over one form of its strings. */
const post = ({ post: send }: OpenPlatform, fields: Body, signOf: (body: Body) => string) => {
  const body = { agent_id: 1001, timestamp: now, ...launch, ...fields };
  const headers = { 'content-type': 'application/json', 'x-signature': signOf(body) };
  return send('/api/games/get_game_link', JSON.stringify(body), headers);
};

const playerOf = ({ platform }: OpenPlatform, url: unknown): unknown => {
  const opened = platform.sessions.open(String(url).slice(-36));
  return opened.kind === 'open' ? opened.session.launch.playerId : opened.kind;
};

const edges = ['\u00a0', '\ufeff', '\u2028', '\f'];

it.each(edges)('a player between %j that was signed without them is used so', async (edge) => {
  const { json } = await post(open, { player_id: `${edge} Player${edge}` }, sign);
  expect(playerOf(open, json.content['url'])).toBe('Player');
  expect(open.exchanges.at(-1)?.subject.playerId).toBe('Player');
});

it.each(edges)('a player between %j that was signed with them is used so', async (edge) => {
  const playerId = `${edge}Player${edge}`;
  const { json } = await post(open, { player_id: playerId }, signUntrimmed);
  expect(playerOf(open, json.content['url'])).toBe(playerId);
  expect(open.exchanges.at(-1)?.subject.playerId).toBe(playerId);
});

it('a player that was signed as empty text is refused as empty, whatever the order of the checks', async () => {
  for (const platform of [open, fieldsFirst]) {
    const { status, json } = await post(platform, { player_id: '\u00a0' }, sign);
    expect([status, json.message]).toEqual([422, 'player_id: must not be empty']);
  }
});

it('a player is used as signed where the fields are checked first, too', async () => {
  const { json } = await post(fieldsFirst, { player_id: '\u00a0Player' }, sign);
  expect(playerOf(fieldsFirst, json.content['url'])).toBe('Player');
});
