/** A whole scenario for each step, as the reference page shows it; a test plays every one. */
export const stepExamples: Readonly<Record<string, string>> = {
  getBalance: `scenario: The balance can be read
steps:
  - getBalance: {}
  - getBalance:
      freespins: { played: 3, total: 10, accumulated_win: 2.5 }`,
  makeBet: `scenario: A round of two calls
steps:
  - makeBet: { bet: 10, round: r1, round_finished: false }
  - makeBet: { bet: 0, win: 25.50, round: r1 }
  - makeBet: { bet: balance - 5 }
  - makeBet: { bet: balance + 0.01 }`,
  rollback: `scenario: A bet is cancelled, and an unknown one moves nothing
steps:
  - makeBet: { id: first, bet: 10 }
  - rollback: { of: first }
  - rollback: { of: first }
  - rollback: {}`,
  resend: `scenario: A bet that is sent again moves the money once
steps:
  - makeBet: { id: first, bet: 10, win: 3 }
  - resend: first
  - resend: { call: first, as: new-request-id }
  - resend: { call: first, as: conflict, bet: 20 }
  - resend: { call: first, as: stale }`,
  raw: `scenario: What is no JSON is answered with an error
steps:
  - raw: '{"type":"getBalance"'
  - raw: { body: 'hello', content_type: text/plain, signed: false }
  - getBalance: {}`,
  together: `scenario: Ten bets at the same time, and bets beside their rollbacks
steps:
  - together:
      count: 10
      step: { makeBet: { bet: 1 } }
  - together:
      steps:
        - makeBet: { bet: 2 }
        - makeBet: { bet: 3 }
          player: 2
  - together:
      count: 5
      step: { makeBet: { bet: 1 } }
      beside:
        a balance that is read:
          count: 5
          step: { getBalance: {} }`,
  pack: `scenario: Five free spins, of which two win
steps:
  - pack: { total: 5, wins: [0, 1.5, 0, 2] }
  - pack: { total: 2, bets: [1] }
  - getBalance: {}`,
  others: `scenario: A bet is known again after twenty others
steps:
  - makeBet: { id: first, bet: 10 }
  - others: 20
  - resend: first`,
  earlier: `scenario: A bet of an earlier run is a duplicate
steps:
  - earlier: {}
  - getBalance: {}`,
  wait: `scenario: A bet is known again a moment later
steps:
  - makeBet: { id: first, bet: 10 }
  - wait: 20ms
  - resend: first`,
  repeat: `scenario: A hundred bets of a cent add up exactly
steps:
  - repeat:
      count: 100
      step: { makeBet: { bet: 0.01 } }
  - repeat:
      count: 2
      steps:
        - makeBet: { bet: 5, win: 4 }
        - getBalance: {}`,
  restart: `scenario: A bet is known again after a restart
steps:
  - makeBet: { id: first, bet: 10 }
  - restart: {}
  - resend: first`,
  launch: `scenario: The agent asks for a launch link, and takes an error for an error
steps:
  - launch: {}
  - launch: { username: "  Alice  " }
  - launch: { fault: error-like-success }`,
  clock: `scenario: The session expires, its rollback still comes
steps:
  - launch: {}
  - makeBet: { id: first, bet: 10 }
  - clock: { advance: 24h }
  - rollback: { of: first }
  - clock: { freeze: true, set: 2030-01-01T00:00:00Z }
  - launch: {}
  - clock: { resume: true }
  - makeBet: { bet: 1, win: 2 }`,
};

/** A whole scenario for each key at the top of a file. */
export const topExamples: Readonly<Record<string, string>> = {
  scenario: `scenario: A bet and a win move the balance
steps:
  - makeBet: { bet: 10, win: 25 }`,
  description: `scenario: A late win is credited
description: The provider settles some rounds after the session is closed.
steps:
  - makeBet: { bet: 0, win: 25 }`,
  requirements: `scenario: A repeated bet moves the money once, as our ticket 4711 says
requirements: [IDEM-01]
steps:
  - makeBet: { id: first, bet: 10 }
  - resend: first`,
  players: `scenario: Two players do not touch each other's money
players: 2
steps:
  - makeBet: { bet: 10 }
  - makeBet: { bet: 20 }
    player: 2
  - getBalance: {}`,
  currencies: `scenario: Two currencies of one player are two accounts
currencies: 2
steps:
  - makeBet: { bet: 10 }
  - makeBet: { bet: 20 }
    currency: second
  - getBalance: {}`,
  patience: `scenario: A bet is known again when much time has passed
patience: 1ms
steps:
  - makeBet: { id: first, bet: 10 }
  - wait: patience
  - resend: first`,
  fund: `scenario: A bet of two hundred is covered
fund: 200
steps:
  - makeBet: { bet: 200 }
  - getBalance: {}`,
  steps: `scenario: Three calls, one after another
steps:
  - getBalance: {}
  - makeBet: { bet: 10 }
  - getBalance: {}`,
};
