import { type JsonNode, memberOf } from '../base/json.ts';
import { visibleLine } from '../base/visible-text.ts';
import { wireNamesIn } from '../spec/freespins-names.ts';
import { errorEnvelope, operationAnswers, successEnvelope } from '../spec/operation-answers.ts';
import { type Quirks, quirks } from '../spec/quirks.ts';
import type { RefusalCode } from '../spec/refusal.ts';
import { type CompareOptions, type Difference, type DifferenceBook, keyOf, type RecordedAgent } from './comparison.ts';
import { Double, type Prepared, prepareRequest } from './double.ts';
import { findDifferences, findHeaderDifferences } from './find-differences.ts';
import { findNames } from './find-names.ts';
import { jsonOf, type OperationPair, operationPairOf, type Recorded, type RecordedAnswer, textAt } from './recorded.ts';
import { RequestSignatures } from './watches.ts';

/** The recorded requests of agents, sent to our platform again one after the other. */
export class OperationComparer {
  readonly counts = { requests: 0, unanswered: 0, failedThere: 0, withoutBody: 0 };
  readonly signatures: RequestSignatures;
  readonly #options: CompareOptions;
  readonly #book: DifferenceBook;
  readonly #agentOf: (id: number) => RecordedAgent;
  /** Our platform under each setting that was asked for. */
  readonly #doubles = new Map<string, Double>();
  /** What the earlier requests have shown of the names of fields. */
  #names: Quirks['freespinsFields'];

  constructor(options: CompareOptions, book: DifferenceBook, agentOf: (id: number) => RecordedAgent) {
    this.#options = options;
    this.#book = book;
    this.#agentOf = agentOf;
    this.#names = options.quirks.freespinsFields;
    this.signatures = new RequestSignatures(options.quirks.accept);
  }

  hear(recorded: Recorded, name: string): void {
    const pair = operationPairOf(recorded, name);
    if (pair === undefined) this.counts.unanswered += 1;
    else if (pair.answer.status >= 500) this.counts.failedThere += 1;
    else {
      this.counts.requests += 1;
      if (pair.answer.body === undefined) this.counts.withoutBody += 1;
      this.#compare(pair);
    }
  }

  #compare(pair: OperationPair): void {
    const { name: of, recorded, agentId } = pair;
    for (const { part, difference, names } of findNames(pair, this.#names)) {
      this.#book.add({ of, part }, [difference], recorded.place);
      this.#names = { ...this.#names, ...names };
    }
    const { token } = this.#agentOf(agentId ?? 0);
    const prepared = prepareRequest(pair, { token, isTokenKnown: this.signatures.isTokenKnown(agentId) });
    const found = this.#differencesUnder({}, pair, prepared);
    const subject = { of, part: 'answer' } as const;
    const isNew = found.some((each) => each.level === undefined && !this.#book.has(subject, each));
    this.#book.add(subject, isNew ? this.#withSettings(found, pair, prepared) : found, recorded.place);
    this.signatures.hear(pair, prepared);
  }

  /** What is unlike when our platform answers under a setting. */
  #differencesUnder(setting: Partial<Quirks>, pair: OperationPair, { sending }: Prepared): Difference[] {
    const names = this.#names;
    const { quirks, ...options } = this.#options;
    const changed = { freespinsFields: names, ...setting };
    const key = JSON.stringify(changed);
    const double = this.#doubles.get(key) ?? new Double({ ...options, quirks: { ...quirks, ...changed } });
    this.#doubles.set(key, double);
    const answer = double.answer(pair, this.#agentOf(pair.agentId ?? 0), sending);
    return compareAnswers(pair, answer, wireNamesIn(names).answer);
  }

  /** With the settings under which our platform does not show a difference: each value is tried, none is guessed. */
  #withSettings(found: readonly Difference[], pair: OperationPair, prepared: Prepared): readonly Difference[] {
    let told = found;
    for (const name of tried) {
      for (const value of quirks[name].values.filter((each) => each !== this.#options.quirks[name])) {
        if (told.every(({ setting, level }) => setting !== undefined || level === 'note')) return told;
        const left = this.#differencesUnder({ [name]: value }, pair, prepared);
        // One that makes another difference is no remedy.
        if (left.length >= found.length) continue;
        const keys = new Set(left.map(keyOf));
        const setting = { kind: 'quirk', name, value } as const;
        told = told.map((each) => (each.setting === undefined && !keys.has(keyOf(each)) ? { ...each, setting } : each));
      }
    }
    return told;
  }
}

/** The settings that decide how a request is answered, and are words. */
const tried = [
  'checkOrder',
  'futureTimestamp',
  'validationDetails',
  'listFilters',
  'bodyLimitStatus',
] as const satisfies readonly (keyof Quirks)[];

/** Values of theirs have no form of ours: ids and codes of the agent, and words for people. */
export const freeFields: readonly string[] = [
  ...['agent_id', 'player_id', 'player_username', 'game_id', 'currency', 'language'],
  ...['message', 'reason', 'field', 'title', 'brand'],
];

/** What is unlike in the recorded answer and in ours to the same request. `names`: of fields of answers. */
const compareAnswers = (pair: OperationPair, ours: RecordedAnswer, names: Quirks['freespinsFields']): Difference[] => {
  const { answer, answered } = pair;
  const here = jsonOf(ours.body);
  const isSameStatus = answer.status === ours.status;
  const [theirStatus, ourStatus] = [statusText(answer.status, answered), statusText(ours.status, here)];
  const heads: Difference[] = [
    ...(isSameStatus
      ? []
      : [{ kind: 'status', field: 'HTTP status', recorded: theirStatus, here: ourStatus } as const]),
    ...findHeaderDifferences('answer', answer.headers, ours.headers),
  ];
  // A recording without bodies still has the status and the headers.
  if (answer.body === undefined || here === undefined) return heads;
  if (answered === undefined)
    return [...heads, { kind: 'type', field: 'the body', recorded: 'no JSON', here: 'object' }];
  if (isError(answered) !== isError(here)) {
    // A success beside an error has nothing to be compared: the status says it.
    if (!isSameStatus) return heads;
    return [...heads, { kind: 'value', field: 'outcome', recorded: outcomeOf(answered), here: outcomeOf(here) }];
  }
  const anyForm = new Set(freeFields.map((name) => names[name] ?? name));
  const fields = isError(here) ? errorEnvelope([textAt(here, 'error') as RefusalCode]) : successFields(pair, names);
  return [...heads, ...findDifferences([answered], [here], { path: '', fields, anyForm })];
};

const outcomeOf = (body: JsonNode): string => textAt(body, 'error') ?? 'success';

const isError = (body: JsonNode): boolean => memberOf(body, 'error') !== undefined;

/** `422 validation_error (count, bet)`. */
const statusText = (status: number, body: JsonNode | undefined): string => {
  const code = textAt(body, 'error');
  if (code === undefined) return String(status);
  const errors = body && memberOf(body, 'errors');
  const fields = (errors?.kind === 'array' ? errors.items : []).flatMap((item) => textAt(item, 'field') ?? []);
  const wrong = fields.length === 0 ? '' : ` (${fields.map((each) => visibleLine(each, 40)).join(', ')})`;
  return `${status} ${visibleLine(code, 60)}${wrong}`;
};

const successFields = ({ known }: OperationPair, names: Quirks['freespinsFields']) => {
  const content = known === undefined ? [] : operationAnswers[known].content;
  const fields = content.map((field) => ({ ...field, name: names[field.name] ?? field.name }));
  return [...successEnvelope, { name: 'content', fields }];
};
