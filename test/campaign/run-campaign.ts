import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const beside = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What a campaign came to. */
export interface Campaign {
  readonly code: number | null;
  readonly output: string;
  readonly finds: readonly Find[];
}

interface Find {
  readonly kind: string;
  readonly detail: string;
  readonly reproduction?: string;
}

/**
 * Runs a part of the campaign for a few seconds against another product. `program`: the source of its
 * executable.
 */
export const runCampaign = async (program: string, ...args: readonly string[]): Promise<Campaign> => {
  const folder = await mkdtemp(join(tmpdir(), 'walletproof-campaign-test-'));
  const product = join(folder, 'product.mjs');
  const report = join(folder, 'report.json');
  try {
    await writeFile(product, program);
    const child = spawn(
      process.execPath,
      [
        ...['--no-warnings', `--import=${beside('../setup/load-typescript.js')}`],
        ...[beside('../../campaign/campaign.js'), '--product', product, '--json', report, '--seed', '1'],
        ...args,
      ],
      { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_OPTIONS: '' } },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output, finds: await findsIn(report) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const findsIn = async (report: string): Promise<readonly Find[]> => {
  const text = await readFile(report, 'utf8').catch(() => '{"results":[]}');
  const { results } = JSON.parse(text) as { results: readonly { finds: readonly Find[] }[] };
  return results.flatMap(({ finds }) => finds);
};

/** A platform with this mistake, as source. */
export const brokenBy = (mistake: string): string =>
  `import { run } from '${beside('./broken-platform.js')}';\nawait run('${mistake}');\n`;

/** The product itself, which stands still for four seconds again and again. */
export const productThatFreezes = `
  setInterval(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000), 6000);
  await import('${beside('../../bin/walletproof.js')}');
`;

/** The product itself with other settings, as source: rightly answered, and not what is predicted. */
export const productWith = (settings: string): string => `
  import { appendFileSync } from 'node:fs';
  const config = process.argv[process.argv.indexOf('--config') + 1];
  appendFileSync(config, ${JSON.stringify(`${settings}\n`)});
  await import('${beside('../../bin/walletproof.js')}');
`;
