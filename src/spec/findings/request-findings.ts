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
    sentence: 'The signature of a request to the platform does not fit its body.',
    hint: 'Trim the values, sort the keys, serialise, and hash that text with the API token; `walletproof sign` shows the text and the signature of a body.',
    breaks: 'REQ-01',
  },
  'signed-untrimmed': {
    weight: 'breach',
    sentence: 'The signature covers a value with the spaces around it.',
    hint: 'Trim every string value before signing; best, trim first and send what was signed.',
    breaks: 'REQ-02',
  },
  'clock-wrong': {
    weight: 'breach',
    sentence: 'The timestamp of a request is more than 300 s away from the time.',
    hint: 'Send Unix time in seconds, not milliseconds and not local time; take it when the request is sent, from a server that keeps its clock by NTP.',
    breaks: 'REQ-03',
  },
  'clock-drifting': {
    weight: 'risk',
    sentence: 'The timestamp of a request is more than 30 s away from the time.',
    hint: 'Keep the clock of the server by NTP, and take the timestamp when the request is sent: beyond 300 s every request is refused.',
    breaks: 'REQ-03',
  },
  'request-invalid': {
    weight: 'breach',
    sentence: 'A request lacks a required field, or has one of another type.',
    hint: 'Section 4 lists the fields of each operation: ids of games are integers, ids of players are strings, none is left out.',
    breaks: 'REQ-04',
  },
  'request-not-posted': {
    weight: 'breach',
    sentence: 'A request came with another method than POST.',
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
    sentence: 'The game list was asked for more than 4 times within an hour.',
    hint: 'Keep the list and refresh it every few hours, for all players together and in all processes.',
    breaks: 'REQ-06',
  },
  'session-id-reused': {
    weight: 'breach',
    sentence: 'One agent_session_id was sent for several launches.',
    hint: 'Make a new id for each launch, such as a UUID, and store it with the player and the game.',
    breaks: 'REQ-07',
  },
  'error-taken-for-success': {
    weight: 'breach',
    sentence: 'An answer with an error status was taken for a success.',
    hint: 'Look at the HTTP status first: anything but 200 is an error, whatever the body says.',
    breaks: 'REQ-08',
  },
  'refusal-repeated': {
    weight: 'breach',
    sentence: 'A request that was refused for what it is was sent again and again.',
    hint: 'Retry what may pass (a time-out, a 5xx), with pauses; give up at once on a refusal of the request itself.',
    breaks: 'REQ-09',
  },
} as const;
