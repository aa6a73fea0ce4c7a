import { must, type Requirement, should, unwritten, written } from '../requirement.ts';

/** Shown by what the agent sends to the platform, not by its answers. */
const ofRequests = { judgedBy: 'requests', situations: [] } as const;

/** REQ: the agent as a client of the platform (sections 4, 5 and 8). */
export const requests: readonly Requirement[] = [
  must('REQ-01', {
    ...ofRequests,
    section: '5',
    source: written('Send the result in header X-Signature.'),
    title: 'signs its requests',
    why: 'A request that is not signed right is refused, so no game opens: the lobby stands full of games that nobody can start, and earns nothing until someone finds out.',
    codes: ['request-unsigned', 'request-badly-signed'],
  }),
  must('REQ-02', {
    ...ofRequests,
    section: '5',
    source: written('The signature must be computed over the trimmed data, otherwise invalid_signature results'),
    title: 'signs the trimmed values',
    why: 'The platform trims before it verifies. One trailing space in a username gives just that player invalid_signature at every launch, which tests with clean names never show.',
    codes: ['signed-untrimmed'],
  }),
  must('REQ-03', {
    ...ofRequests,
    section: '5',
    source: written('The agent must use accurate server time.'),
    title: 'keeps its clock within 300 s of the time',
    why: 'A server clock drifts for months unnoticed. From the minute it passes 300 s every request is refused with request_expired, and no player can open a game.',
    codes: ['clock-wrong', 'clock-drifting'],
  }),
  must('REQ-04', {
    ...ofRequests,
    section: '4',
    source: written(
      'Every body contains agent_id (integer, required) and timestamp (integer, Unix seconds, required).',
    ),
    title: 'sends every required field with its type',
    why: 'A missing currency, or an id sent as text, is refused at the launch, often only for players whose profile lacks the field: they came to play and meet an error page.',
    codes: ['request-invalid'],
  }),
  must('REQ-05', {
    ...ofRequests,
    section: '4',
    source: written('Every request uses method POST, header Content-Type: application/json'),
    title: 'uses POST with a JSON content type',
    why: 'Platforms answer other methods with 405, and gateways drop bodies of other types before the platform sees them: launches fail, and no log on the platform explains why.',
    codes: ['request-not-posted', 'request-not-json'],
  }),
  should('REQ-06', {
    ...ofRequests,
    section: '4',
    source: written(
      'The game list changes rarely; the agent should cache it and refresh it every few hours or as needed.',
    ),
    title: 'caches the game list',
    why: 'The list is long and rarely changes. Fetched for every visitor it makes the lobby as slow as the platform, and on a busy evening its load delays the launches of paying players.',
    codes: ['list-not-cached'],
  }),
  should('REQ-07', {
    ...ofRequests,
    section: '4',
    source: unwritten(
      "no two visits should look like one; the specification calls agent_session_id the agent's own and does not say that it is new for each launch",
    ),
    title: 'gives each launch an agent_session_id of its own',
    why: 'This id ties each bet to a login. Reused, it leaves disputes, loss limits and a forced logout pointing at the wrong visit, and nobody can prove who placed the bet.',
    codes: ['session-id-reused'],
  }),
  must('REQ-08', {
    ...ofRequests,
    section: '4',
    source: written('Any status other than 200 is an error, even if the body has data.'),
    title: 'treats any status but 200 as an error',
    why: 'Gateways put bodies on their errors. An agent that reads them sends players to dead links, or tells them of free spins that were never granted and then has to pay for them.',
    codes: ['error-taken-for-success'],
  }),
  should('REQ-09', {
    ...ofRequests,
    section: '7',
    source: unwritten(
      'no client should repeat what cannot succeed; the specification says what to check after such an error, and not that the call must not be repeated',
    ),
    title: 'does not repeat a request that was refused for what it is',
    why: 'What was refused stays refused. Repeated in a loop, one wrong token becomes a flood that gets the agent blocked, with the launches of every other player.',
    codes: ['refusal-repeated'],
  }),
];
