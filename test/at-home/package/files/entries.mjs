import assert from 'node:assert';
import { createRequire } from 'node:module';
import { explainSignature, sign, verify, WalletproofError } from 'walletproof';
import configurationSchema from 'walletproof/configuration.schema.json' with { type: 'json' };
import { WalletproofError as ErrorOfTesting, startPlatform } from 'walletproof/testing';

const body = '{"a":1}';
const header = sign(body, 'token');
assert.equal(verify({ body, header, token: 'token' }).kind, 'valid');
assert.equal(explainSignature({ body, header, token: 'another' }).valid, false);
assert.equal(typeof startPlatform, 'function');
assert.equal(typeof configurationSchema, 'object');
// One class, however it is reached.
assert.equal(WalletproofError, ErrorOfTesting);
assert.equal(WalletproofError, createRequire(import.meta.url)('walletproof').WalletproofError);
