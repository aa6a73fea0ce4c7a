import { Refusal } from './refusal.mjs';
import { numberIn, stringIn } from './signed-json.mjs';

const types = ['getBalance', 'makeBet', 'rollback'];
const longestId = 64;

/** The fields that the kind of callback needs (section 6), or a Refusal. */
export function parseCall(data, choices) {
  const type = text(data, 'type');
  if (!types.includes(type)) refuse(`type is none of ${types.join(', ')}`);
  const playerId = id(data, 'player_id', choices);
  return {
    type,
    sessionId: id(data, 'session_id', choices),
    playerId: choices.has('players-any-case') ? playerId.toLowerCase() : playerId,
    currency: text(data, 'currency'),
    transactionId: type === 'getBalance' ? '' : id(data, 'transaction_id', choices),
    ...(type === 'makeBet' ? betOf(data, choices) : {}),
  };
}

function betOf(data, choices) {
  id(data, 'game_round_id', choices);
  return { bet: number(data, 'bet'), win: number(data, 'win') };
}

function text(data, field) {
  return stringIn(data, field) || refuse(`${field} must be a string that is not empty`);
}

function id(data, field, choices) {
  const value = text(data, field);
  if (choices.has('long-ids-refused') && [...value].length > longestId) {
    refuse(`${field} is longer than ${longestId} characters`);
  }
  return value;
}

function number(data, field) {
  return numberIn(data, field) ?? refuse(`${field} must be a number`);
}

function refuse(message) {
  throw new Refusal('validation_error', message);
}
