/** A whole scenario for each option, as the reference page shows it; a test plays every one. */
export const optionExamples: Readonly<Record<string, string>> = {
  expect: `scenario: What is not covered is refused, with the code of section 7
steps:
  - makeBet: { bet: balance + 1 }
    expect: refused
  - makeBet: { bet: balance + 1 }
    expect: { refused: insufficient_balance }
  - getBalance: {}
    fields: { agent_id: 900001 }
    expect: any`,
  signature: `scenario: A call that is signed wrongly is refused
steps:
  - makeBet: { id: first, bet: 10 }
  - getBalance: {}
    signature: none
  - getBalance: {}
    signature: { forged: empty-key }
  - makeBet: { bet: 5 }
    signature: { forged: reused, of: first }`,
  tamper: `scenario: A bet that was altered on its way is refused
steps:
  - makeBet: { bet: 10 }
    tamper: { bet: 1 }
  - getBalance: {}`,
  fields: `scenario: A bet that is text, or no number at all, is refused
steps:
  - makeBet: { bet: 0 }
    fields: { bet: "5" }
  - makeBet: { bet: 0 }
    fields: { win: { raw: NaN } }
  - makeBet: { bet: 1 }
    fields: { transaction_id: { characters: 60 } }
    expect: any`,
  changed: `scenario: A bet that is sent again in another round is still the same bet
steps:
  - makeBet: { id: first, bet: 10 }
  - resend: first
    changed: { game_round_id: another-round }
  - resend: { call: first, as: new-request-id }
    changed: { round_finished: false }`,
  without: `scenario: A bet without its id is refused
steps:
  - makeBet: { bet: 10 }
    without: [transaction_id]
  - getBalance: {}`,
  wire: `scenario: The order of the keys means nothing
steps:
  - makeBet: { bet: 10 }
    wire: shuffled
  - makeBet: { bet: 10 }
    wire: sorted`,
  lose: `scenario: A bet whose answer was lost is sent again
steps:
  - makeBet: { id: first, bet: 10 }
    lose: answer
  - resend: first
  - getBalance: {}`,
  twice: `scenario: A key that is written twice moves no other money
steps:
  - makeBet: { bet: 10 }
    twice: { bet: 1 }
    expect: any
  - getBalance: {}`,
  player: `scenario: Players are told apart to the letter
steps:
  - makeBet: { bet: 10 }
    player: 2
  - getBalance: {}
    player: unknown
  - getBalance: {}
    player: { alike: space, of: 1 }`,
  session: `scenario: A bet is known again in another session
steps:
  - makeBet: { id: first, bet: 10 }
    session: morning
  - resend: first
    session: evening`,
  game: `scenario: The balance is one for all games
steps:
  - makeBet: { bet: 10 }
  - makeBet: { bet: 5 }
    game: other
  - getBalance: {}`,
  currency: `scenario: A currency that the player does not have is refused
steps:
  - makeBet: { bet: 10 }
    currency: second
  - getBalance: {}
    currency: XTS`,
  http: `scenario: A body in chunks is a body
steps:
  - makeBet: { bet: 10 }
    http: chunked
  - getBalance: {}
    http: lower-case`,
  about: `scenario: The smallest and the largest bet
steps:
  - makeBet: { bet: 0.01 }
    about: the smallest bet
  - makeBet: { bet: balance }
    about: all there is`,
};

/** Likenesses stand inside a call, and have an example of their own. */
export const alikeExample = `scenario: Ids that look alike are two ids
steps:
  - makeBet: { id: first, bet: 10 }
  - makeBet: { bet: 5, transaction_of: first, alike: case }
  - makeBet: { id: second, bet: 3 }
  - makeBet: { bet: 2, transaction_of: second, alike: { prefix: 64 } }`;
