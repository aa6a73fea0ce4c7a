/** A fault that can be switched on. */
export interface FaultRecord {
  /** What happens. */
  readonly meaning: string;
  /** What a right agent makes of it. */
  readonly lesson: string;
  /** What is told of one call and of several, right behind their name: `makeBet's answer is lost`. */
  readonly told: readonly [one: string, many: string];
}

interface LossRecord {
  readonly meaning: string;
  /** `part`: the request never arrives whole, and no agent can act on it. */
  readonly arrives: 'whole' | 'part';
}

const lossRecords = {
  answer: {
    meaning: 'the connection is dropped once the agent has worked; its answer is never seen',
    arrives: 'whole',
  },
  'proxied-answer': { meaning: 'a proxy takes the answer; the platform gets its HTTP 502', arrives: 'whole' },
  connection: { meaning: 'it is reset while the agent works', arrives: 'whole' },
  'sending-side': {
    meaning: 'our side is closed behind the request (half-close)',
    arrives: 'whole',
  },
  body: { meaning: 'it is reset behind the headers', arrives: 'part' },
  'half-body': { meaning: 'it is reset within the body', arrives: 'part' },
  'end-of-body': { meaning: 'our side is closed within the body', arrives: 'part' },
} as const satisfies Record<string, LossRecord>;

/** What of a callback and its answer is lost on the way. */
export type Loss = keyof typeof lossRecords;

export const losses: Readonly<Record<Loss, LossRecord>> = lossRecords;

const knowsAgain = 'It must know the transaction_id again and answer the balance, without a second debit or credit.';
const appliesWhole = 'It applies it wholly or not at all, once.';
const forgetsPart = 'It acts on nothing but whole callbacks.';

/** Faults of the platform's own making in what it sends to the agent; `<loss>-lost` for each loss. */
export const callbackFaults = {
  'answer-lost': {
    meaning:
      'The connection is dropped once the agent has worked: its answer is never seen, and the callback is delivered again.',
    lesson: knowsAgain,
    told: ["'s answer is lost", "s' answers are lost"],
  },
  'proxied-answer-lost': {
    meaning: 'Its answer is lost at a proxy.',
    lesson: knowsAgain,
    told: ["'s answer is lost behind a proxy", "s' answers are lost behind a proxy"],
  },
  'connection-lost': {
    meaning: 'The connection is reset while the agent works.',
    lesson: appliesWhole,
    told: ["'s connection is reset", "s' connections are reset"],
  },
  'sending-side-lost': {
    meaning: 'It is half closed while the agent works.',
    lesson: appliesWhole,
    told: ["'s connection is half closed", "s' connections are half closed"],
  },
  'body-lost': {
    meaning: 'The callback is cut off behind its headers.',
    lesson: forgetsPart,
    told: [' is cut off behind its headers', 's are cut off behind their headers'],
  },
  'half-body-lost': {
    meaning: 'The callback is cut off in its body.',
    lesson: forgetsPart,
    told: [' is cut off in its body', 's are cut off in their body'],
  },
  'end-of-body-lost': {
    meaning: 'The callback ends within its body.',
    lesson: forgetsPart,
    told: [' ends within its body', 's end within their body'],
  },
  duplicated: {
    meaning: 'Every callback is sent once more, the same bytes, when the first was answered.',
    lesson: 'The second changes nothing: it gets the same balance (section 6, idempotency).',
    told: [' is sent once more when it is answered', 's are sent once more when they are answered'],
  },
  'sent-together': {
    meaning: 'Every callback is sent twice at the same time, the same bytes.',
    lesson:
      'Only one of the two may move money: look the transaction up and store it in one step, behind one lock or unique key.',
    told: [' is sent twice at the same time', 's are sent twice at the same time'],
  },
  delayed: {
    meaning: 'Every callback waits before it is sent.',
    lesson: 'Nothing is different for it: it answers when the callback comes.',
    told: [' waits', 's wait'],
  },
  'wrong-signature': {
    meaning: 'X-Signature is random hex of the right length.',
    lesson: 'It must refuse before it does anything else: HTTP 403, error invalid_signature, no money moved.',
    told: [' is signed wrong', 's are signed wrong'],
  },
} as const satisfies Readonly<Record<string, FaultRecord>> & Readonly<Record<`${Loss}-lost`, FaultRecord>>;
export type CallbackFault = keyof typeof callbackFaults;

/** Faults in how the platform answers the agent's own requests. */
export const operationFaults = {
  refused: {
    meaning: 'A right request is refused with an error code of section 7.',
    lesson: 'It reads the HTTP status first, and tells the player that there is no game now.',
    told: [' is refused', 's are refused'],
  },
  'error-like-success': {
    meaning: 'HTTP 500 with a body that looks like success.',
    lesson: 'Any status but 200 is an error, even with data in the body (section 4): it must not use the link.',
    told: [' gets HTTP 500 that looks like success', 's get HTTP 500 that looks like success'],
  },
  delayed: {
    meaning: 'The answer waits.',
    lesson: 'It waits, or gives up by a time limit of its own, and the player is told.',
    told: ["'s answer waits", "s' answers wait"],
  },
  dropped: {
    meaning: 'The connection is closed without an answer.',
    lesson: 'It does not know whether a session was made: it may ask again.',
    told: [' gets no answer', 's get no answer'],
  },
} as const satisfies Readonly<Record<string, FaultRecord>>;
export type OperationFault = keyof typeof operationFaults;

/** What the orders of faults take, and what they are where they say nothing. */
export const faultLimits = {
  delayMs: { least: 0, most: 60_000, byDefault: 1_000 },
  times: { least: 1, most: 1_000_000 },
  code: { byDefault: 'invalid_signature' },
} as const;

/** Faults of the platform's own answers to the agent. */
export const platformFaults = {
  'error-like-success': 'HTTP 500 with a body that looks like success',
  'invalid-signature': 'refuses a right request with invalid_signature',
  'agent-not-found': 'refuses a right request with agent_not_found',
  'validation-error': 'refuses a right request with validation_error',
} as const;
export type PlatformFault = keyof typeof platformFaults;

/** How a callback is signed. */
export const signatureVariants = {
  valid: 'signed as it must be',
  none: 'without the header X-Signature',
  empty: 'with an empty header',
  wrong: 'random hex of the right length',
  truncated: 'the right signature without its last 8 digits',
  suffixed: 'the first half of the right signature followed by other characters',
  continued: 'the right signature with more characters behind it',
  'other-agent': "signed with another agent's token",
  'other-body': 'the signature of another valid body',
  'upper-case': 'the right signature in upper-case hex',
  spaced: 'the right signature with spaces around it',
} as const;
export type SignatureVariant = keyof typeof signatureVariants;

/** How a callback is signed that a careless agent takes for genuine: what a forger would try. */
export const forgeries = {
  'empty-key': 'signed with the empty key',
  'null-word': 'signed with the word null as the key',
  'undefined-word': 'signed with the word undefined as the key',
  'agent-id': 'signed with the agent_id as the key',
  sha1: 'HMAC with SHA-1',
  md5: 'HMAC with MD5',
  sha512: 'HMAC with SHA-512',
  'bare-sha256': 'SHA-256 of the signed text, without a key',
  reused: 'the signature of an earlier call, under another body',
  'known-request-id': 'request_id and signature of an earlier call, under another body',
} as const;
export type Forgery = keyof typeof forgeries;

/** How a callback of a scenario is signed. */
export type SignatureForm = SignatureVariant | Forgery;

/** How a callback is sent again. */
export const resendModes = {
  exact: 'the same bytes',
  resigned: 'a new request_id, signed again',
  conflict: 'the same transaction_id with other amounts',
  stale: 'the same bytes, after other calls',
} as const;
export type ResendMode = keyof typeof resendModes;

/** How scenarios and tests write it: `resigned` has a name besides that says what is new. */
export const writtenResends = {
  exact: resendModes.exact,
  'new-request-id': resendModes.resigned,
  resigned: 'the same as new-request-id',
  conflict: resendModes.conflict,
  stale: resendModes.stale,
} as const satisfies Record<ResendMode | 'new-request-id', string>;
export type WrittenResend = keyof typeof writtenResends;

export const resendModeOf = (written: WrittenResend): ResendMode =>
  written === 'new-request-id' ? 'resigned' : written;
