/** What the groups of the catalogue are about, by the letters that their ids begin with. */
export const requirementGroups: Readonly<Record<string, string>> = {
  SIG: 'signatures of callbacks',
  BAL: 'getBalance',
  BET: 'makeBet',
  IDEM: 'the same makeBet more than once',
  RB: 'rollback',
  FS: 'free spins',
  CON: 'calls that are under way at the same time',
  ISO: 'players, currencies and sessions kept apart',
  ROB: 'bad input',
  ERR: 'error answers',
  TIME: 'how long answers take',
  REQ: 'the agent as a client of the platform',
};
