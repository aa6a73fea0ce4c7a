import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { startProcess } from '../e2e/start-process.ts';

/** Correct agents on other stacks, whose authors knew the specification and not our judges. */
export const strangers = ['go-queue', 'node-redis', 'wsgi-postgres', 'php-mariadb'] as const;
export type Stranger = (typeof strangers)[number];

export interface OpenStranger {
  readonly callbackUrl: string;
  /** Where it answers `POST /launch`, with the choice `sessions`. */
  readonly launchUrl: string;
  close(): Promise<void>;
}

interface StrangerOptions {
  /** Legal choices, such as `rate-50`; each agent's start.sh names those that it has. */
  readonly choices?: readonly string[];
  /** Where it finds the platform, with the choice `sessions`. */
  readonly platformUrl?: string;
}

export const token = 'token-of-the-strangers';

const folderOf = (stranger: Stranger): string => fileURLToPath(new URL(`./${stranger}/`, import.meta.url));

/** Starts the agent with all that it needs, on a free port. */
export const openStranger = async (
  stranger: Stranger,
  { choices = [], platformUrl = '' }: StrangerOptions = {},
): Promise<OpenStranger> => {
  const port = await freePort();
  const agent = await startProcess(`${folderOf(stranger)}start.sh`, [], {
    pattern: /^(ready)$/,
    env: {
      PORT: String(port),
      AGENT_ID: '1001',
      AGENT_TOKEN: token,
      CHOICES: choices.join(','),
      PLATFORM_URL: platformUrl,
    },
  }).catch((cause: unknown) => {
    const packages = packagesOf(stranger).join(' ');
    const remedy = `It needs apt-get install -y --no-install-recommends ${packages}`;
    throw new Error(`${stranger} does not start: ${(cause as Error).message}\n${remedy}`, {
      cause,
    });
  });
  return {
    callbackUrl: `http://127.0.0.1:${port}/callback`,
    launchUrl: `http://127.0.0.1:${port}/launch`,
    close: async () => {
      agent.kill('SIGTERM');
      await agent.ended;
    },
  };
};

/** A port that is free now; nobody else on the machine is likely to take it before the agent does. */
export const freePort = async (): Promise<number> =>
  await new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

/** The Debian packages that the agent needs. */
const packagesOf = (stranger: Stranger): readonly string[] =>
  readFileSync(`${folderOf(stranger)}packages.txt`, 'utf8')
    .trim()
    .split(/\s+/);
