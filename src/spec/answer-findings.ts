/** On the form of an answer, its status and its time. */
export const answerFindings = {
  'balance-not-a-number': {
    weight: 'breach',
    sentence: 'content.balance is not a JSON number.',
    hint: 'Write the balance as a number: {"content":{"balance":100.5}}, without quotes.',
    breaks: 'BAL-01',
  },
  'balance-missing': {
    weight: 'breach',
    sentence: 'The answer has no content.balance and is no error answer either.',
    hint: 'Answer {"content":{"balance":100.5}} or {"error":"code","message":"text"}.',
    breaks: 'BAL-01',
  },
  'answer-not-json': {
    weight: 'breach',
    sentence: 'The answer is not a JSON object.',
    hint: 'Answer every callback with one complete JSON object over plain HTTP, also after an internal error; the message says what was received instead.',
    breaks: 'BAL-01',
  },
  'not-json-content-type': {
    weight: 'breach',
    sentence: 'The answer is JSON, but its content type does not say so.',
    hint: 'Set Content-Type: application/json.',
    breaks: 'BAL-06',
  },
  'too-many-digits': {
    weight: 'breach',
    sentence: 'The balance is written with more digits than the currency has.',
    hint: 'Round to the scale of the currency when writing; better, keep money as integers.',
    breaks: 'BAL-08',
  },
  'error-body-incomplete': {
    weight: 'breach',
    sentence: 'An error answer lacks the string error or the string message.',
    hint: 'Answer {"error":"code","message":"text"} for every refusal.',
    breaks: 'ERR-01',
  },
  'error-with-balance': {
    weight: 'breach',
    sentence: 'The answer carries error and content.balance together.',
    hint: 'Answer either content.balance or error with message, never both.',
    breaks: 'ERR-02',
  },
  'business-error-5xx': {
    weight: 'breach',
    sentence: 'A business error was answered with a status of 500 or more.',
    hint: 'Answer refusals with a 4xx status; the platform retries a 5xx.',
    breaks: 'ERR-04',
  },
  'error-status': {
    weight: 'breach',
    sentence: 'An error answer has an HTTP status that this platform is configured not to accept.',
    hint: 'The quirk agentErrorStatus lists the statuses that it accepts.',
    breaks: 'ERR-04',
  },
  'server-error': {
    weight: 'breach',
    sentence: 'A well-formed callback was answered with a status of 500 or more.',
    hint: 'Answer an error of section 7 where a call cannot be served, and move its money in one transaction of the database, so that what fails leaves nothing: the platform sends the callback again.',
    breaks: 'ROB-11',
  },
  'no-answer': {
    weight: 'breach',
    sentence: 'The connection was closed without an answer to a well-formed callback.',
    hint: 'Answer every callback, also where handling it fails: catch what is thrown at the top of the handler, and let no limit of a proxy or worker close the connection before the answer.',
    breaks: 'ROB-11',
  },
  'unknown-rollback-fails': {
    weight: 'breach',
    sentence: 'The rollback of a transaction that the agent does not have ended in a server error, or in no answer.',
    hint: 'Answer the current balance when the transaction is not found: a platform also cancels bets that never arrived, and sends the rollback again until it is answered.',
    breaks: 'RB-05',
  },
  exhausted: {
    weight: 'breach',
    sentence: 'From one call on every call fails: something that calls use up is not given back.',
    hint: 'Give back the connection, the lock and the transaction of the database in finally, on every way out: also where a call is refused, repeated or broken.',
    breaks: 'ROB-14',
  },
  'body-left-on-connection': {
    weight: 'breach',
    sentence: 'The call after a refused one failed, and succeeded when it was sent again.',
    hint: 'Before you send a refusal, read the request body to its end or close the connection: otherwise the rest of the body is read as the next request.',
    breaks: 'ROB-11',
  },
  'too-slow': {
    weight: 'breach',
    sentence: 'The answer did not come within the time limit.',
    hint: 'Keep remote calls out of the callback, give transaction_id an index, and hold no lock longer than one transaction. A late answer counts as no answer, and the platform sends the callback again (--timeout sets the limit).',
    breaks: 'TIME-01',
  },
  slow: {
    weight: 'breach',
    sentence: 'The slowest twentieth of the answers took more than half a second.',
    hint: 'Move work that can wait (mail, reports, remote calls) out of the callback, and give transaction_id an index.',
    breaks: 'TIME-02',
  },
  'slow-in-bursts': {
    weight: 'note',
    sentence: 'Callbacks that were sent at the same time took more than half a second each.',
    hint: 'Nothing to fix where they queue on purpose. A lock that all players share makes each of them wait as long: lock the row of the player.',
    breaks: 'TIME-02',
  },
  'answer-in-two-writes': {
    weight: 'note',
    sentence: 'Headers and body of an answer are sent in two writes, with a pause in between.',
    hint: 'Set TCP_NODELAY, or send both in one write. Java (JDK): -Dsun.net.httpserver.nodelay=true; Ruby (WEBrick): socket.setsockopt(Socket::IPPROTO_TCP, Socket::TCP_NODELAY, 1); Python (http.server): disable_nagle_algorithm = True in the handler.',
    breaks: 'TIME-03',
  },
  'survived-badly': {
    weight: 'breach',
    sentence: 'Invalid input was not answered with an error, or the agent was unreachable afterwards.',
    hint: 'Answer a body that cannot be parsed with a 4xx error, a method other than POST with 405 Method Not Allowed, and keep serving.',
  },
} as const;

/** An id taken for another one, and a call that is refused for how it came. */
export const likenessFindings = {
  'forgets-with-time': {
    weight: 'breach',
    sentence: 'The agent knows a transaction of an earlier run, and has forgotten one that is older.',
    hint: 'Keep every transaction_id for good: what a cache or an archive job drops is debited and paid again when it comes.',
    breaks: 'IDEM-17',
  },
  'another-players-balance': {
    weight: 'breach',
    byEffect: 'must',
    sentence: "The answer shows another player's balance.",
    hint: 'Look the player up by the exact player_id (=, not LIKE) on each call; refuse when there is none.',
    breaks: 'BAL-09',
  },
  'another-currencys-balance': {
    weight: 'breach',
    sentence: 'The answer shows the balance of the player in another currency.',
    hint: 'Read the balance of the player and currency that the callback names, even when no money moves.',
    breaks: 'ISO-02',
  },
  'http-form-refused': {
    weight: 'breach',
    sentence: 'A callback was refused because of its HTTP form.',
    hint: 'Leave HTTP to the server or framework: case-insensitive header names, a body with or without Content-Length, parameters of the content type.',
    breaks: 'ROB-13',
  },
} as const;

/** Accepted what must be refused, or the other way round. */
export const refusalFindings = {
  'accepted-unsigned': {
    weight: 'breach',
    sentence: 'A callback without a signature was answered as if it were genuine.',
    hint: 'Refuse a callback whose X-Signature is missing or empty, before anything else.',
  },
  'accepted-bad-signature': {
    weight: 'breach',
    sentence: 'A callback with a wrong signature was answered as if it were genuine.',
    hint: 'Compute the HMAC over every field of the body and compare all of it, in constant time.',
  },
  'accepted-overdraft': {
    weight: 'breach',
    sentence: 'A bet above the balance was accepted.',
    hint: 'Compare the bet with the balance before the win is credited, and refuse when it is larger.',
  },
  'accepted-invalid': {
    weight: 'breach',
    sentence: 'A callback with a missing or impossible field was accepted.',
    hint: 'Check type, ids and amounts after the signature and before the wallet is touched.',
  },
  'accepted-unknown-account': {
    weight: 'breach',
    sentence: 'A callback for an unknown player or currency was answered with a balance.',
    hint: 'Answer player_not_found or invalid_currency when there is no such account.',
  },
  'refused-good-signature': {
    weight: 'breach',
    sentence: 'A correctly signed callback was refused because of its signature.',
    hint: 'Sort the keys, serialise without changing any character, and hash the UTF-8 bytes with the token.',
  },
  'number-reprinted': {
    weight: 'breach',
    sentence: 'A correctly signed callback was refused whose amount a double prints as an exponent.',
    hint: 'Sign numbers as they came, not as a double prints them: BigDecimal in Java (Jackson: USE_BIG_DECIMAL_FOR_FLOATS), Decimal in Python (parse_float=Decimal), json.Number in Go.',
    breaks: 'SIG-12',
  },
  'refused-valid': {
    weight: 'breach',
    sentence: 'A valid callback was refused.',
    hint: 'The error code and message of the answer say which check refused it; check how it treats amounts of 0, unknown fields, finished rounds and other sessions.',
  },
  'win-refused-below-zero': {
    weight: 'breach',
    sentence: 'A makeBet without a bet was refused while the balance was below zero.',
    hint: 'Compare the bet with the balance only when there is a bet: a bet of 0 debits nothing.',
    breaks: 'BET-20',
  },
  'duplicate-refused': {
    weight: 'breach',
    sentence: 'A repeated makeBet was answered with an error instead of the balance.',
    hint: 'A known transaction_id is a success: answer the current balance and change nothing.',
    breaks: 'IDEM-08',
  },
  'signature-error-code': {
    weight: 'breach',
    sentence: 'A bad signature was refused with a code other than invalid_signature.',
    hint: 'Answer HTTP 403 with error invalid_signature.',
    breaks: 'SIG-14',
  },
  'insufficient-balance-code': {
    weight: 'breach',
    sentence: 'A bet above the balance was refused with a code other than insufficient_balance.',
    hint: 'Answer error insufficient_balance, so that the platform can tell the player.',
    breaks: 'BET-07',
  },
  'unrecommended-code': {
    weight: 'breach',
    sentence: 'The error code is not the one recommended for this case.',
    hint: 'Section 7 lists the codes: player_not_found, invalid_currency, transaction_not_found, ...',
    breaks: 'ERR-03',
  },
} as const;

/** Findings on what the agent asks of the platform (sections 4, 5, 7 and 8). */
export const requestFindings = {
  'request-unsigned': {
    weight: 'breach',
    sentence: 'A request to the platform came without a signature.',
    hint: 'Send the header X-Signature with every request: HMAC SHA-256 of the sorted JSON, in hexadecimal.',
    breaks: 'REQ-01',
  },
  'request-badly-signed': {
    weight: 'breach',
    sentence: 'The signature of a request to the platform does not match its body.',
    hint: 'Trim the values, sort the keys, serialise, and hash that text with the API token; `walletproof sign` shows the text and the signature of a body.',
    breaks: 'REQ-01',
  },
  'signed-untrimmed': {
    weight: 'breach',
    sentence: 'The signature was computed over a value that was not trimmed.',
    hint: 'Trim every string value before signing; best, trim first and send what was signed.',
    breaks: 'REQ-02',
  },
  'clock-wrong': {
    weight: 'breach',
    sentence: 'The timestamp of a request is more than 300 s from the current time.',
    hint: 'Send Unix time in seconds, not milliseconds and not local time; take it when the request is sent, on a server whose clock is synchronised by NTP.',
    breaks: 'REQ-03',
  },
  'clock-drifting': {
    weight: 'risk',
    sentence: 'The timestamp of a request is more than 30 s from the current time.',
    hint: "Synchronise the server's clock by NTP, and take the timestamp when the request is sent: beyond 300 s every request is refused.",
    breaks: 'REQ-03',
  },
  'request-invalid': {
    weight: 'breach',
    sentence: 'A request lacks a required field, or has one of the wrong type.',
    hint: 'Section 4 lists the fields of each operation: game ids are integers, player ids are strings, and no field may be left out.',
    breaks: 'REQ-04',
  },
  'request-not-posted': {
    weight: 'breach',
    sentence: 'A request used a method other than POST.',
    hint: 'Every operation is a POST with a JSON body, also those that only read.',
    breaks: 'REQ-05',
  },
  'request-not-json': {
    weight: 'breach',
    sentence: 'A request came without a JSON content type.',
    hint: 'Send Content-Type: application/json; many clients send a form unless they are told.',
    breaks: 'REQ-05',
  },
  'list-not-cached': {
    weight: 'breach',
    sentence: 'The game list was requested more than 4 times within an hour.',
    hint: 'Keep the list and refresh it every few hours, for all players together and in all processes.',
    breaks: 'REQ-06',
  },
  'session-id-reused': {
    weight: 'breach',
    sentence: 'The same agent_session_id was sent for several launches.',
    hint: 'Make a new id for each launch, such as a UUID, and store it with the player and the game.',
    breaks: 'REQ-07',
  },
  'error-taken-for-success': {
    weight: 'breach',
    sentence: 'An answer with an error status was treated as a success.',
    hint: 'Look at the HTTP status first: anything but 200 is an error, whatever the body says.',
    breaks: 'REQ-08',
  },
  'refusal-repeated': {
    weight: 'breach',
    sentence: 'A request that can never succeed was repeated after its refusal.',
    hint: 'Retry what may succeed later (a time-out, a 5xx), with pauses; stop at once when the request itself is refused.',
    breaks: 'REQ-09',
  },
} as const;
