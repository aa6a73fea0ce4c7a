import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ownPlacesOf } from '../../src/cli/standard-output.ts';
import { packagePath } from '../../src/formats/package-files.ts';

let root: string;
let cwd: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'own-places-'));
  cwd = join(root, 'wallet');
  await mkdir(join(root, '.git'));
  await mkdir(join(cwd, 'scenarios'), { recursive: true });
  await writeFile(join(cwd, 'scenarios/mine.yaml'), '');
});

afterEach(() => rm(root, { recursive: true, force: true }));

const configuration = 'agents:\n  - id: 1\n    token: t\n  - { id: 1002, token: u }\n';

describe('ownPlacesOf', () => {
  it('names files from the root of the repository', () => {
    expect(ownPlacesOf({ cwd }).ownFile('scenarios/mine.yaml')).toBe('wallet/scenarios/mine.yaml');
  });

  it('knows no file that is not there, as scenarios of this package are not', () => {
    expect(ownPlacesOf({ cwd }).ownFile('scenarios/conformance/bet/x.yaml')).toBeUndefined();
  });

  it('takes no file outside the repository, and none of this package, for the own one', async () => {
    const { ownFile } = ownPlacesOf({ cwd: packagePath('.') });
    expect(ownFile('scenarios/conformance')).toBeUndefined();
    expect(ownPlacesOf({ cwd }).ownFile('/etc/hostname')).toBeUndefined();
    expect(ownPlacesOf({ cwd }).ownFile('../..')).toBeUndefined();
  });

  it.each([
    [1, 2],
    [1002, 4],
    [7, 1],
  ])('points at agent %d in the configuration of the working folder', async (agentId, line) => {
    await writeFile(join(cwd, 'walletproof.config.yaml'), configuration);
    expect(ownPlacesOf({ cwd, agentId }).configuration).toEqual({
      file: 'wallet/walletproof.config.yaml',
      line,
    });
  });

  it('points nowhere without a configuration', () => {
    expect(ownPlacesOf({ cwd, config: 'gone.yaml' }).configuration).toBeUndefined();
    expect(ownPlacesOf({ cwd }).configuration).toBeUndefined();
  });
});
