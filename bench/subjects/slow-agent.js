// The example agent, which answers so many milliseconds late.
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createAgent } from '../../fixtures/agents/example/create-agent.ts';
import { parseArguments } from '../../fixtures/agents/example/parse-arguments.ts';

const latencyMs = Number(process.argv[2]);
const { agent } = parseArguments([]);
const { app } = createAgent(agent);

const server = createServer(async (request, response) => {
  await pause(latencyMs);
  app(request, response);
});

server.listen(0, '127.0.0.1', () => {
  console.log(`ready on http://127.0.0.1:${server.address().port}`);
});
