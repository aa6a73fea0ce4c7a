import type { Requirement } from '../requirement.ts';
import { must, should } from './at-level.ts';

/** Shown by what the agent sends to the platform, not by its answers. */
const ofRequests = (section: string, title: string): Omit<Requirement, 'id' | 'level'> => ({
  section,
  title,
  judgedBy: 'not-yet',
  situations: [],
});

/** REQ: the agent as a client of the platform (sections 4, 5 and 8). */
export const requests: readonly Requirement[] = [
  must('REQ-01', ofRequests('5', 'signs its requests')),
  must('REQ-02', ofRequests('5', 'signs the trimmed values')),
  must('REQ-03', ofRequests('5', 'keeps its clock within 300 s of the time')),
  must('REQ-04', ofRequests('4', 'sends every required field with its type')),
  must('REQ-05', ofRequests('4', 'uses POST with a JSON content type')),
  should('REQ-06', ofRequests('4', 'caches the game list')),
  should('REQ-07', ofRequests('4', 'gives each launch an agent_session_id of its own')),
  must('REQ-08', ofRequests('4', 'treats any status but 200 as an error')),
  should('REQ-09', ofRequests('7', 'does not repeat a request that was refused for what it is')),
];
