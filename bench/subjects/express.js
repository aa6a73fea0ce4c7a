import express from 'express';
import { answerSigned } from './signed-work.js';

/** Express as it comes: express.json(), default settings. */
const app = express();
app.use(express.json());
app.post('/api/games/:operation', (request, response) => {
  const answer = answerSigned(request.path, request.body, request.get('x-signature'));
  response.status(answer.status).json(answer.body);
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`ready on http://127.0.0.1:${server.address().port}`);
});
