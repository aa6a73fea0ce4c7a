import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { packagePath } from '../../src/formats/package-files.ts';
import { filled, loadRecipe, refusalOf } from './load-arguments.ts';

const run = promisify(execFile);
/** The models are installed with the linters: `npm run check`. */
const require = createRequire(packagePath('lint/package.json'));

interface Container {
  readonly args: readonly string[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly completions?: number;
    readonly parallelism?: number;
    readonly template: { readonly spec: { readonly containers: readonly [Container] } };
  };
}

const manifestsIn = async (text: string): Promise<Manifest[]> =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest);

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-kubernetes-'));
  await symlink(packagePath('lint/node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

const read = async (): Promise<Manifest[]> => await manifestsIn(await readFile(loadRecipe('kubernetes.yaml'), 'utf8'));

const kinds: Readonly<Record<string, string>> = {
  Job: 'kubernetes-models/batch/v1/Job',
  PersistentVolumeClaim: 'kubernetes-models/v1/PersistentVolumeClaim',
};

const typesOf = async (manifests: readonly Manifest[]): Promise<string> => {
  const lines = manifests.map(
    (each, n) =>
      `import type { I${each.kind} as T${n} } from '${kinds[each.kind]}';\nexport const m${n}: T${n} = ${JSON.stringify(each)};`,
  );
  const file = join(folder, 'manifests.mts');
  await writeFile(file, lines.join('\n'));
  const flags = '--noEmit --strict --skipLibCheck --module nodenext --target es2022';
  const tsc = packagePath('node_modules/typescript/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [tsc, ...flags.split(' '), file], {
    cwd: folder,
    encoding: 'utf8',
  });
  return stdout;
};

/** By the schemas of the API: what they refuse is thrown. */
const validate = (manifest: Manifest): void => {
  const models = require(kinds[manifest.kind] ?? '') as Record<string, new (data: Manifest) => { validate(): void }>;
  const Model = models[manifest.kind];
  if (Model === undefined) throw new Error(`${manifest.kind} is not known`);
  new Model(manifest).validate();
};

describe('recipes/load/kubernetes.yaml', () => {
  it('has what the API of Kubernetes takes, and no other key', async () => {
    const manifests = await read();
    expect(manifests.map(({ kind }) => kind)).toEqual(['PersistentVolumeClaim', 'Job', 'Job']);
    for (const manifest of manifests) expect(() => validate(manifest)).not.toThrow();
    expect(await typesOf(manifests)).toBe('');
  });

  it('would be refused with a value of another type, or a key that the API does not have', async () => {
    const text = await readFile(loadRecipe('kubernetes.yaml'), 'utf8');
    const wrong = await manifestsIn(text.replace('completions: 50', 'completions: many'));
    expect(() => wrong.forEach(validate)).toThrow('spec/completions must be integer');
    const unknown = await manifestsIn(text.replace('completionMode:', 'completionsMode:'));
    expect(await typesOf(unknown)).toContain('completionsMode');
  });
});

describe('the jobs of recipes/load/kubernetes.yaml', () => {
  it('play as many slices as it has pods, and wait for all of them', async () => {
    const [, load, merge] = await read();
    const { completions, parallelism, template } = load?.spec ?? {};
    expect(completions).toBe(parallelism);
    expect(template?.spec.containers[0].args).toContain(`--slices=${completions}`);
    expect(merge?.spec.template.spec.containers[0].args[0]).toContain(`-eq ${completions} `);
  });

  it('have arguments that load takes', async () => {
    const [, load] = await read();
    const args = load?.spec.template.spec.containers[0].args ?? [];
    expect(await refusalOf(args.map(filled))).toBeUndefined();
  });

  it('have a shell script that bash reads', async () => {
    const [, , merge] = await read();
    await run('bash', ['-n', '-c', merge?.spec.template.spec.containers[0].args[0] ?? 'fi']);
  });
});
