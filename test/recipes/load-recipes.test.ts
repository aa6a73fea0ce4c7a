import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { split } from 'shlex';
import { parse } from 'yaml';
import { filled, loadRecipe, refusalOf } from './load-arguments.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'load-recipes-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe('recipes/load/slurm.sh', () => {
  it('submits the slices, then the merge, and ends as the merge ended', async () => {
    // Tells what it was asked to submit; the job that is waited for ends with 3.
    await writeFile(
      join(folder, 'sbatch'),
      '#!/bin/sh\nprintf "%s\\n" "$*" >> asked.txt\ncat >> asked.txt\ncase " $* " in *" --wait "*) : > "$FOLDER/merge.log"; exit 3;; esac\necho 17\n',
      { mode: 0o755 },
    );
    const { status, stderr } = spawnSync('bash', [loadRecipe('slurm.sh')], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: `${folder}:${process.env['PATH']}`,
        CALLBACK_URL: 'http://127.0.0.1:8080/callback',
      },
    });
    expect([status, stderr]).toEqual([3, '']);
    const asked = await readFile(join(folder, 'asked.txt'), 'utf8');
    expect(asked).toContain('--array 1-50');
    expect(asked).toContain('--dependency afterany:17');
  });

  it('has options that load takes', async () => {
    const text = await readFile(loadRecipe('slurm.sh'), 'utf8');
    const usual = /^usual='(.*)'$/m.exec(text)?.[1] ?? 'none';
    const line = /walletproof (load "\$CALLBACK_URL".*)/.exec(text)?.[1] ?? 'none';
    const args = split(filled(line.replace('$LOAD_OPTIONS', usual)));
    expect(await refusalOf(args)).toBeUndefined();
  });
});

describe('recipes/load/gitlab-ci.yml', () => {
  it('has options that load takes', async () => {
    const { load, merge } = parse(await readFile(loadRecipe('gitlab-ci.yml'), 'utf8'));
    const [played, merged] = [load, merge].map(({ script }) =>
      filled(
        /walletproof (load .*?)( \|\||$)/.exec(script[0].replace('$LOAD_OPTIONS', load.variables.LOAD_OPTIONS))?.[1] ??
          'none',
      ),
    );
    expect(await refusalOf(split(played ?? ''))).toBeUndefined();
    expect(await refusalOf(split(merged ?? ''))).toBeUndefined();
  });

  it('merges after the slices, however they ended', async () => {
    const { stages, load, merge } = parse(await readFile(loadRecipe('gitlab-ci.yml'), 'utf8'));
    expect(stages.indexOf(merge.stage)).toBeGreaterThan(stages.indexOf(load.stage));
    expect([merge.when, load.artifacts.when]).toEqual(['always', 'always']);
  });
});
