import { block, bullets, jsonBlock } from '../markdown-parts.ts';

/** Who the agents are and which games there are: what a manager of the platform sets up. */
export const agentChapter = (): readonly string[] => [
  '## Agents and games',
  'A real platform has a manager who opens agents and games. Here they stand in `walletproof.config.yaml`, beside the settings; [configuration.schema.json](configuration.schema.json) has every key.',
  block('yaml', configuration),
  bullets(agents),
  'The file of `games` is a JSON list of what `list` answers, with two fields of ours, which `list` does not tell:',
  jsonBlock(games),
  bullets(gamesTold),
];

const configuration = `agents:
  - id: 1001
    token: test-token
    callbackUrl: http://127.0.0.1:8080/callback
    dialect: minimal
    unavailableGames: [104]
    players:
      - { id: player-1, username: Player One, currencies: [USD, EUR], language: en }
games: games.json`;

const agents = [
  '`token` is the API token, the key of both signatures; without one requests are `api_token_not_found`.',
  '`callbackUrl` is where callbacks go; the command line can say it, too. Plain HTTP to a public host is named in the log of `serve` once, as section 2 asks for HTTPS. `unavailableGames` are not in `list`, and `game_not_available`.',
  '`players` are those that tests and callbacks by hand play as. `get_game_link` takes any player.',
  'Where there is no configuration: agent 1001 with the token `test-token`, the players `player-1` and `player-2`, and game 104 unavailable; agent 1002 without a token.',
  'While `serve` runs, agents are opened, changed and closed by [the manager\u2019s duties](dashboard.md#the-managers-duties).',
];

const games = [
  {
    id: 109,
    title: 'Paper Dragons',
    brand: 'Northlight',
    image_url: 'https://games.example/images/109.png',
    demo: true,
    kind: 'crash',
    freespins: true,
  },
];

const gamesTold = [
  '`kind` is `slot` or `crash`: how the game is played here. Left out, it is a slot. `freespins: false` means that the game has no free spins.',
  'Where no file is named there are 24 games, 101 to 124: slots, but 109 and 122 are crash games; 103, 111, 112, 113 and 124 have no demo.',
];
