/**
 * What a call is to the wallet, seen by the ledger. Requirements name the situations that show
 * them, so that a finding is charged to the right one and a requirement that no call has shown
 * is never passed.
 */
export const situations = {
  balance: 'a getBalance',
  'balance-with-freespins': 'a getBalance that carries free-spin progress',
  bet: 'a new makeBet with a bet and no win',
  'bet-and-win': 'a new makeBet with a bet and a win',
  win: 'a new makeBet with a win and no bet',
  'win-below-zero': 'a new makeBet without a bet, while the balance is below zero',
  zero: 'a new makeBet that moves nothing',
  'bet-above-balance': 'a new makeBet whose bet is above the balance',
  'amount-written-otherwise': 'a new makeBet with an amount that is written with an exponent or with zeros at its end',
  'fine-amount': "a new makeBet with an amount finer than the currency's scale",
  duplicate: 'a makeBet whose transaction is processed',
  'rolled-back-bet-again': 'a makeBet whose transaction is rolled back',
  'refused-bet-again': 'a makeBet that was refused before, with money there now',
  'late-bet': 'a makeBet that comes after its own rollback',
  'foreign-duplicate': "a makeBet with the id of another account's transaction",
  'rollback-of-bet': 'a rollback of a bet that won nothing',
  'rollback-of-bet-and-win': 'a rollback of a bet that won',
  'rollback-of-win': 'a rollback of a win without a bet',
  'rollback-of-spent-win': 'a rollback that would take the balance below zero',
  'rollback-again': 'a rollback of a transaction that is rolled back',
  'rollback-unknown': 'a rollback of a transaction never seen',
  'rollback-of-refused': 'a rollback of a bet that was refused',
  'rollback-in-other-currency': 'a rollback that names another currency than its transaction',
  'foreign-rollback': "a rollback of another account's transaction",
  'bad-signature': 'a callback whose signature is missing or wrong',
  'odd-signature': 'a right signature, written in an unusual way',
  malformed: 'a body that is not a callback',
  invalid: 'a signed callback with a field that is missing or wrong',
  'unknown-player': 'a callback for a player the agent does not have',
  'unknown-currency': 'a callback in a currency the player does not have',
  probe: 'the getBalance that follows a refusal',
  together: 'calls that were under way at the same time',
} as const;

export type Situation = keyof typeof situations;

/** The requirement that a situation shows when the scenario names none that fits. */
export const basicRequirement: Readonly<Record<Situation, string>> = {
  balance: 'BAL-03',
  'balance-with-freespins': 'FS-01',
  bet: 'BET-01',
  'bet-and-win': 'BET-02',
  win: 'BET-03',
  'win-below-zero': 'BET-20',
  zero: 'BET-04',
  'bet-above-balance': 'BET-06',
  'amount-written-otherwise': 'BET-21',
  'fine-amount': 'BET-16',
  duplicate: 'IDEM-01',
  'rolled-back-bet-again': 'RB-07',
  'refused-bet-again': 'BET-13',
  'late-bet': 'RB-08',
  'foreign-duplicate': 'IDEM-11',
  'rollback-of-bet': 'RB-01',
  'rollback-of-bet-and-win': 'RB-02',
  'rollback-of-win': 'RB-03',
  'rollback-of-spent-win': 'RB-13',
  'rollback-again': 'RB-04',
  'rollback-unknown': 'RB-05',
  'rollback-of-refused': 'RB-09',
  'rollback-in-other-currency': 'RB-17',
  'foreign-rollback': 'RB-12',
  'bad-signature': 'SIG-03',
  'odd-signature': 'SIG-16',
  malformed: 'ROB-01',
  invalid: 'ROB-04',
  'unknown-player': 'BAL-05',
  'unknown-currency': 'BAL-07',
  probe: 'BAL-03',
  together: 'CON-01',
};

const basics: ReadonlySet<string> = new Set(Object.values(basicRequirement));

/** Whether the requirement is the one that some situation shows. */
export const isBasic = (id: string): boolean => basics.has(id);
