const assert = require('node:assert');
const { amountOf, balanceOf, emptyLedger, setBalance } = require('walletproof');
const { startPlatform } = require('walletproof/testing');
const { version } = require('walletproof/package.json');
const scenarioSchema = require('walletproof/scenario.schema.json');

const account = { playerId: 'alice', currency: 'USD' };
const ledger = setBalance(emptyLedger, account, amountOf('10.50'));
assert.equal(balanceOf(ledger, account).toString(), '10.5');
assert.match(version, /^\d/);
assert.equal(typeof scenarioSchema, 'object');

const main = async () => {
  const agent = { url: 'http://127.0.0.1:9/callback' };
  const platform = await startPlatform({ agent, players: ['alice:USD'] });
  assert.match(platform.url, /^http:/);
  await platform.close();
};
main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
