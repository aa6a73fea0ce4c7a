import { createServer } from 'node:http';

/** An agent in this process: `handle` is given the text of each callback and its response. */
export const openAgent = async (handle) => {
  const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => handle(text, response));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/callback`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
};
