import type { QuirkName, Quirks } from './quirks.ts';
import type { OtherSettingName } from './settings.ts';

/** Settings that together make a stricter platform, or one of another kind. */
export interface Preset {
  readonly name: string;
  readonly about: string;
  readonly callbacks?: { readonly timeout?: string; readonly delivery?: string };
  readonly quirks: Partial<Quirks>;
  /** What each setting does here, by its key. */
  readonly effects: Readonly<Partial<Record<QuirkName | Extract<OtherSettingName, `callbacks.${string}`>, string>>>;
}

/** Presets of the platform's page: from by the letter to unlike our defaults. */
export const presets: readonly Preset[] = [
  {
    name: 'By the letter',
    about:
      'For an agent that shall work with any platform: one plain dialect, and nothing that the specification only allows.',
    quirks: {
      accept: ['minimal'],
      agentErrorStatus: '4xx-only',
      unknownRollback: 'balance',
      spentWinRollback: 'below-zero',
      validationDetails: 'message',
    },
    effects: {
      accept:
        'only plain JSON is taken: keys sorted at every level, without spaces, with slashes and all letters as they are',
      agentErrorStatus: 'an error answer with HTTP 200 breaks ERR-04',
      unknownRollback: 'the rollback of an unknown transaction must be answered with the balance, as section 6 says',
      spentWinRollback:
        'a balance below zero is named as expected where a rolled-back win is spent; refusing it is right as well, and stopping at zero a risk',
      validationDetails:
        'the error envelope has exactly the five fields of section 2, and nobody comes to rely on errors',
    },
  },
  {
    name: 'A platform written in PHP',
    about:
      'json_encode and ksort without flags, a web server in front, and the checks in the order in which they are quickest to write.',
    quirks: {
      accept: ['php'],
      nestedOrder: 'table',
      futureTimestamp: 'past-only',
      bodyLimitStatus: '413',
      checkOrder: 'fields-first',
      validationDetails: 'message',
    },
    effects: {
      accept: 'slashes and letters outside ASCII must be escaped in the text that is signed',
      nestedOrder: 'the keys of freespins come as in section 2, not sorted',
      futureTimestamp: 'a timestamp in the future never expires',
      bodyLimitStatus: 'a body that is too large is answered by the web server, with 413',
      checkOrder: 'a wrong field is reported before a wrong signature',
      validationDetails: 'only message says which field is wrong',
    },
  },
  {
    name: 'Impatient and unfriendly',
    about: 'Little time, no second chances, and every choice about rounds and packs the other way round.',
    callbacks: { timeout: '2s' },
    quirks: {
      retries: [],
      rollbackRetries: ['500ms'],
      requestId: 'new',
      sessionIdle: '15m',
      abandonAfter: '5s',
      abandonedRound: 'close',
      packWin: 'per-spin',
      packEnd: 'forfeit',
    },
    effects: {
      'callbacks.timeout': 'a later answer counts as no answer',
      retries: 'an unclear bet is rolled back at once',
      rollbackRetries: 'and that rollback is tried twice only',
      requestId: 'the second try has a request_id of its own, and another signature',
      sessionIdle: 'links and sessions expire within minutes',
      abandonAfter: 'a player who is gone for some seconds has left',
      abandonedRound: 'a makeBet of win 0 ends the round; the stake is lost',
      packWin: 'every free spin that wins is paid at once, before is_finish',
      packEnd: 'a pack that is deleted or expires pays nothing more',
    },
  },
];
