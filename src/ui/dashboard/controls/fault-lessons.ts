import type { CallbackFault, OperationFault } from '../../../spec/fault.ts';

/** What a right agent makes of each fault in what it is sent. */
export const callbackLessons: Readonly<Record<CallbackFault, string>> = {
  'answer-lost':
    'It must know the transaction_id again and answer the balance, without a second debit or credit.',
  duplicated: 'The second changes nothing: it gets the same balance (section 6, idempotency).',
  'sent-together':
    'Only one of the two may move money: look the transaction up and store it in one step, behind one lock or unique key.',
  delayed: 'Nothing is different for it: it answers when the callback comes.',
  'wrong-signature':
    'It must refuse before it does anything else: HTTP 403, error invalid_signature, no money moved.',
};

/** What a right agent makes of each fault in the answers that it gets. */
export const operationLessons: Readonly<Record<OperationFault, string>> = {
  refused: 'It reads the HTTP status first, and tells the player that there is no game now.',
  'error-like-success':
    'Any status but 200 is an error, even with data in the body (section 4): it must not use the link.',
  delayed: 'It waits, or gives up by a time limit of its own, and the player is told.',
  dropped: 'It does not know whether a session was made: it may ask again.',
};
