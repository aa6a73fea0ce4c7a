import { existsSync, readFileSync } from 'node:fs';
import { closestWord } from '../../formats/document/closest-word.ts';
import { shippedScenarios } from '../../formats/package-files.ts';
import {
  type Explanation,
  explainFinding,
  explainMistake,
  explainRequirement,
  type Library,
  type SeveralExplanations,
} from '../../report/explain.ts';
import { explainPlatform, platformNames } from '../../report/explain-platform.ts';
import { renderExplanation } from '../../report/render-explanation.ts';
import { requirementIds } from '../../report/requirement-ids.ts';
import { type FindingCode, findings } from '../../spec/finding.ts';
import { findRequirement, requirements } from '../../spec/requirements/catalogue.ts';
import { type MistakeCode, signatureMistakes } from '../../spec/signature-mistakes.ts';
import { demand, type ExitCode, exitCodes, usageError } from '../../spec/walletproof-error.ts';
import { exampleAgentFile, knownDefects } from '../example-agent-file.ts';
import type { OptionsOf } from '../options.ts';
import { print, printJson } from '../output.ts';
import { isCurl, readInput } from '../signing-input.ts';
import { standardPage } from '../standard-page.ts';

/** Explains what it gets: a name of the catalogue or of the platform, or a signature with its body. */
export const explain = async (what: string | undefined, options: OptionsOf<'explain'>): Promise<ExitCode> => {
  const pasted = await findPasted(what, options);
  if (pasted !== undefined) {
    // Loaded here: a name is explained without what finds mistakes in signatures.
    const { explainSignatureOf } = await import('../explain-pasted.ts');
    return explainSignatureOf(pasted, options);
  }
  const told = explainWord(what ?? '', await loadLibrary());
  if (options.json === true) printJson(told);
  else print(renderExplanation(told, standardPage(options)));
  return exitCodes.passed;
};

/**
 * The bytes that `explain` shall explain the signature of: a curl command given as an argument, a
 * file, standard input. Undefined where it is a name that it shall explain. Throws a usage error
 * where there is nothing.
 */
export const findPasted = async (
  what: string | undefined,
  { signature }: Pick<OptionsOf<'explain'>, 'signature'>,
): Promise<Uint8Array | undefined> => {
  if (what !== undefined && isCurl(what)) return Buffer.from(what);
  demand(what !== undefined || !process.stdin.isTTY, 'There is nothing to explain.', whatToExplain);
  if (what !== undefined && isName(what, signature)) return undefined;
  const bytes = await readInput(what);
  demand(/[^\t-\r ]/.test(bytes.toString('latin1')), 'There is nothing to explain.', whatToExplain);
  return bytes;
};

/** With a signature it is a file; without one, a file only where no name is meant. */
const isName = (what: string, signature: string | undefined): boolean =>
  what !== '-' && signature === undefined && (explanationsOf(what).length > 0 || !existsSync(what));

const whatToExplain =
  'Name a requirement, a finding, an operation, a callback, an error code or a setting: walletproof explain IDEM-06, walletproof explain freespins_grant. Or give a body and its signature: walletproof explain body.json --signature HEX; or paste a curl command on standard input.';

/**
 * Explains whatever has that name, letter case aside: a requirement, a finding, a mistake in signing,
 * an operation, a callback, an error code, a setting. Throws a usage error with what was probably
 * meant where there is none.
 */
export const explainWord = (word: string, library: Library): Explanation => {
  const explanations = explanationsOf(word, library);
  const [first, ...others] = explanations;
  if (first === undefined) {
    const message = `Nothing is called ${JSON.stringify(word)}, and there is no such file.`;
    throw usageError(message, remedyFor(word, library));
  }
  return others.length === 0 ? first : { kind: 'several', name: word, explanations };
};

const codes = Object.keys(findings) as FindingCode[];

const mistakes = Object.keys(signatureMistakes) as MistakeCode[];

/** `library` is for what an explanation says besides: without it there is one of each name, too. */
const explanationsOf = (word: string, library: Library = noLibrary): SeveralExplanations['explanations'] => {
  const requirement = findRequirement(word.toUpperCase());
  const code = codes.find((each) => each === word.toLowerCase());
  const mistake = mistakes.find((each) => each === word.toLowerCase());
  return [
    ...(requirement === undefined ? [] : [explainRequirement(requirement, library)]),
    ...(code === undefined ? [] : [explainFinding(code, library)]),
    ...(mistake === undefined ? [] : [explainMistake(mistake)]),
    ...explainPlatform(word),
  ];
};

const noLibrary: Library = { scenarios: [], defects: [], shownBy: {} };

const ids = requirements.map(({ id }) => id);

const remedyFor = (word: string, { defects }: Library): string => {
  const group = ids.filter((id) => id.startsWith(`${word.toUpperCase()}-`));
  if (group.length > 0) return `Choose one of the group: ${requirementIds(group)}.`;
  const defect = defects.find(({ name }) => name === word.toLowerCase());
  if (defect !== undefined) {
    return `It is a defect of the example agent, and breaks ${defect.requirement}: walletproof explain ${defect.requirement}`;
  }
  const meant = closestWord(word, [...ids, ...codes, ...mistakes, ...platformNames]);
  if (meant !== undefined) return `Did you mean ${meant}? walletproof explain ${meant}`;
  return 'walletproof list requirements, walletproof list findings and walletproof list quirks name them; so do docs/platform.md and docs/requirements.md.';
};

/** The scenarios and defects that ship with the package. */
export const loadLibrary = async (): Promise<Library> => {
  const shownBy = JSON.parse(readFileSync(exampleAgentFile('defect-findings.json'), 'utf8')) as Library['shownBy'];
  return { scenarios: await shippedScenarios(), defects: knownDefects(), shownBy };
};
