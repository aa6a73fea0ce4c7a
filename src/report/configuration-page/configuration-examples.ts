/** A whole configuration for each key at the top, as the reference page shows it; a test reads every one. */
export const configurationExamples: Readonly<Record<string, string>> = {
  agents: `agents:
  - id: 1001
    token: \${WALLETPROOF_TOKEN}
    callbackUrl: http://127.0.0.1:8080/callback
    keepsData: true
    unavailableGames: [104, 105]
    players:
      - { id: alice, username: Alice, currencies: [USD, EUR], language: en }
      - { id: bob, currencies: [USD] }
  - id: 1002
    token: another-token
    callbackUrl: https://agent.test:8443/callback
    dialect: php
    ca: certificates/agent.pem`,
  games: 'games: games.json',
  hooks: `hooks:
  restart: docker compose restart agent
  launch:
    url: http://127.0.0.1:8080/open-game
    body: { player: "{player_id}", game: "{game_id}", currency: "{currency}", language: "{language}" }`,
  callbacks: `callbacks:
  timeout: 10s
  delivery: retry-only
  ca: certificates/authority.pem`,
  journal: `journal:
  maxExchanges: 100000
  maxBytes: 64MiB`,
  admin: `admin:
  hosts: [walletproof.internal]
  token: \${ADMIN_TOKEN}`,
  hosts: 'hosts: [play.example.com, walletproof]',
  currencyScales: 'currencyScales: { USDT: 6, POINTS: 0 }',
  quirks: `quirks:
  accept: [minimal, php]
  futureTimestamp: past-only
  retries: [1s, 5s, 30s]`,
};

/** A file of games, which a test reads, too. */
export const gamesExample = [
  {
    id: 201,
    title: 'Paper Dragons',
    brand: 'Northlight',
    image_url: 'https://games.example/images/201.png',
    demo: true,
    kind: 'crash',
    freespins: false,
  },
];
