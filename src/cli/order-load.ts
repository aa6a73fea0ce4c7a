import { resolve } from 'node:path';
import type { PlayerConfiguration } from '../formats/configuration.ts';
import { readTextFile } from '../formats/load-files.ts';
import { type Mix, parseFaults } from '../formats/load-mix.ts';
import type { LoadReport } from '../formats/load-report.ts';
import { builtInMix, parseMix } from '../formats/parse-mix.ts';
import { parseGoals } from '../load/load-goals.ts';
import { type TakenSlice, takeSlice } from '../load/slices.ts';
import { exampleToken, isWithExample } from './example-start.ts';
import { askedOf, demandStart, type LoadNonce, nonceOfLoad } from './load-asked.ts';
import { playersOfLoad } from './load-players.ts';
import type { LoadFlags } from './options.ts';
import { log } from './output.ts';
import { demandCallbackUrl, resolveSettings, type Settings } from './resolve-settings.ts';

/** All that was asked for, checked before anything is sent. */
export interface OrderedLoad {
  readonly flags: LoadFlags;
  readonly settings: Settings;
  readonly isExample: boolean;
  readonly players: readonly PlayerConfiguration[];
  readonly mix: Mix;
  readonly asked: LoadReport['asked'];
  readonly taken: TakenSlice;
  readonly nonce: LoadNonce;
}

/** Reads what is asked for, and what the environment says of it. Nothing is sent. */
export const orderLoad = async (url: string | undefined, flags: LoadFlags): Promise<OrderedLoad> => {
  const isExample = isWithExample(url, flags);
  const token = flags.token ?? (isExample ? exampleToken : undefined);
  const resolved = await resolveSettings({ ...flags, rate: undefined, token }, url);
  if (!isExample) demandCallbackUrl(resolved);
  parseGoals(flags.failOn ?? []);
  demandStart(flags.startAt, Date.now());
  const { slice, slices } = flags;
  const taken = takeSlice({ slice, slices, env: process.env });
  if (taken.told !== undefined) log(`walletproof: ${taken.told}\n`);
  const nonce = nonceOfLoad(taken, flags, resolved);
  const players = await playersOfLoad({ flags, settings: resolved, isExample });
  const mix = await mixOf(flags);
  const { title, faults } = mix;
  const { timeoutMs } = resolved;
  const asked = askedOf(flags, { players: players.length, mix: title, faults, timeoutMs });
  const settings = { ...resolved, players, nonce: nonce.idNonce, seed: nonce.seed };
  return { flags, settings, isExample, players, mix, asked, taken, nonce };
};

const mixOf = async ({ mix: file, faults }: LoadFlags): Promise<Mix> => {
  const mix = file === undefined ? builtInMix() : await readMix(file);
  return faults === undefined ? mix : { ...mix, faults: parseFaults(faults) };
};

const readMix = async (file: string): Promise<Mix> => {
  const remedy = 'Give --mix the path of a mix of activities (YAML).';
  const text = await readTextFile({ path: resolve(file), file, code: 'configuration', remedy });
  return parseMix({ text, file });
};
