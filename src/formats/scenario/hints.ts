import { agentErrorCodes, refusals } from '../../spec/refusal.ts';
import { closestWord, listWords, suggest } from '../document/closest-word.ts';
import type { Hints } from '../document/explain.ts';
import type { Hint } from '../document/problem.ts';
import { optionNames } from './call-schema.ts';
import { actions } from './scenario-schema.ts';

const isAction = (name: string): boolean => actions.some((action) => action === name);

/** What a writer of scenarios meant. */
export const scenarioHints: Hints = {
  instead: {
    keys: ['agents', 'callbacks', 'quirks', 'hooks', 'journal', 'admin'],
    message: 'this is a configuration, and a scenario is expected here',
    remedy: 'name it walletproof.config.yaml; --config gives another one',
  },
  examples: {
    getBalance: '{}',
    makeBet: '{ bet: 10 }',
    rollback: '{ of: first }',
    resend: 'first',
    wait: '5s',
    others: '10',
    together: '{ count: 10, step: … }',
    repeat: '{ count: 10, step: … }',
    pack: '{ total: 5 }',
  },
  key: ({ key, path, siblings, known, elsewhere }) => {
    const holder = path.at(-2);
    if (holder === 'expect') {
      const message = `\`expect\` takes no \`${key}\`: the ledger knows every right answer`;
      const remedy = 'leave `expect` out; it says `refused`, `{ refused: code }` or `any`';
      return { message, remedy, covers: [[...path.slice(0, -1), 'refused']] };
    }
    if (elsewhere !== undefined) return elsewhere;
    if (typeof holder !== 'number' && holder !== 'step') return isAction(String(holder)) ? bodyField(key) : undefined;
    if (!siblings.some(isAction)) {
      const remedy = suggest(key, known, `the steps are ${listWords(actions, 'and')}`);
      return { message: `there is no step \`${key}\``, remedy };
    }
    const remedy = suggest(key, known, `beside a call: ${listWords(optionNames, 'or')}`);
    return isAction(key) ? undefined : { message: `unknown key \`${key}\``, remedy };
  },
  value: (path, written) => {
    const key = String(path.at(-1));
    if (key === 'refused') return wrongCode(written);
    if (key === 'expect') return wrongExpectation(written);
    return ['bet', 'win', 'fund'].includes(key) ? wrongAmount(key, written) : undefined;
  },
};

/** A field of a callback, which a run fills in by itself. */
const bodyField = (key: string): Hint | undefined =>
  /^(?:game_round_id|player_id|player_username|session_id|game_id|agent_id|request_id|timestamp|type)$/.test(key)
    ? {
        message: `\`${key}\` is written by walletproof itself`,
        remedy: `another value stands beside the call: \`fields: { ${key}: … }\``,
      }
    : undefined;

const wrongAmount = (key: string, written: string): Hint | undefined => {
  const [, positive] = /^-(\d.*)$/.exec(written) ?? [];
  if (positive !== undefined) {
    const message = `\`${key}\`: an amount cannot be negative, and \`${written}\` is`;
    return { message, remedy: `write ${positive}; to send a negative one: \`fields: { ${key}: ${written} }\`` };
  }
  const [, number] = /^\p{Sc}?\s*(\d+(?:\.\d+)?)\s*(?:[A-Za-z]{2,5}|\p{Sc})?$/u.exec(written) ?? [];
  if (number === undefined || number === written) return undefined;
  const remedy = `write ${number}; the currency stands beside the call, such as \`currency: USD\``;
  return { message: `\`${key}\`: \`${written}\` has a currency in it`, remedy };
};

const wrongExpectation = (written: string): Hint | undefined => {
  if (/^(?:ok|success|accepted|passed|true|balance|[\d.]+)$/i.test(written)) {
    const message = `\`expect\`: \`${written}\` cannot be expected, since the ledger judges every answer`;
    return { message, remedy: 'leave `expect` out' };
  }
  const [, code = ''] = /^(?:refused\s+)?(\w+)$/.exec(written) ?? [];
  const meant = closestWord(code, agentErrorCodes);
  if (meant === undefined) return undefined;
  const message = `\`expect\`: \`${written}\` stands alone, and a code belongs after \`refused\``;
  return { message, remedy: `write \`expect: { refused: ${meant} }\`` };
};

const wrongCode = (code: string): Hint | undefined => {
  if (code === 'true')
    return { message: '`refused` takes a code, and `true` is none', remedy: 'write `expect: refused`' };
  if (Object.hasOwn(refusals, code) && closestWord(code, agentErrorCodes) === undefined) {
    const message = `\`${code}\` is a code of the platform, and an agent's is expected`;
    return { message, remedy: `one of ${listWords(agentErrorCodes, 'or')}` };
  }
  const own = `a code of your agent's own is written \`refused: { own: ${code} }\``;
  return { message: `there is no code \`${code}\` in section 7`, remedy: suggest(code, agentErrorCodes, own) };
};
