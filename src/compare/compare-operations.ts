import { type JsonNode, memberOf } from '../base/json.ts';
import { visibleLine } from '../base/visible-text.ts';
import { wireNamesIn } from '../spec/freespins-names.ts';
import { errorEnvelope, operationAnswers, successEnvelope } from '../spec/operation-answers.ts';
import { type Quirks, quirks } from '../spec/quirks.ts';
import type { RefusalCode } from '../spec/refusal.ts';
import { type CompareContext, type Difference, keyOf } from './comparison.ts';
import { Double, type Prepared, prepareRequest } from './double.ts';
import { findDifferences, findHeaderDifferences, freeFields } from './find-differences.ts';
import { findNames } from './find-names.ts';
import { jsonOf, type OperationPair, operationPairOf, type Recorded, type RecordedAnswer, textAt } from './recorded.ts';
import { RequestSignatures } from './watches.ts';

/** The recorded requests of agents, sent to our platform again one after the other. */
export class OperationComparer {
  readonly counts = { requests: 0, unanswered: 0, failedThere: 0, withoutBody: 0 };
  readonly signatures: RequestSignatures;
  readonly #context: CompareContext;
  /** Our platform under each setting that was asked for. */
  readonly #doubles = new Map<string, Double>();
  /** What the earlier requests have shown of the names of fields. */
  #names: Quirks['freespinsFields'];

  constructor(context: CompareContext) {
    this.#context = context;
    this.#names = context.quirks.freespinsFields;
    this.signatures = new RequestSignatures(context.quirks.accept);
  }

  hear(recorded: Recorded, name: string): void {
    const { answer } = recorded;
    if (answer === undefined) this.counts.unanswered += 1;
    else if (answer.status >= 500) this.counts.failedThere += 1;
    else {
      this.counts.requests += 1;
      if (answer.body === undefined) this.counts.withoutBody += 1;
      this.#compare(operationPairOf(recorded, answer, name));
    }
  }

  #compare(pair: OperationPair): void {
    const { book, agentOf } = this.#context;
    const { name: of, agentId, recorded } = pair;
    for (const { part, key, ours, theirs } of findNames(pair, this.#names)) {
      const field = part === 'request' ? ours : `content.${ours}`;
      const setting = { kind: 'quirk', name: 'freespinsFields', value: { [key]: theirs } } as const;
      const shown = visibleLine(theirs, 60);
      book.add({ of, part }, [{ kind: 'name', field, recorded: shown, here: ours, setting }], recorded.place);
      this.#names = { ...this.#names, [key]: theirs };
    }
    const { token } = agentOf(agentId ?? 0);
    const prepared = prepareRequest(pair, { token, isTokenKnown: this.signatures.isTokenKnown(agentId) });
    const found = this.#differencesUnder({}, pair, prepared);
    const subject = { of, part: 'answer' } as const;
    const isNew = found.some((each) => each.level === undefined && !book.has(subject, each));
    book.add(subject, isNew ? this.#withSettings(found, pair, prepared) : found, recorded.place);
    this.signatures.hear(pair, prepared);
  }

  /** What is unlike when our platform answers under a setting. */
  #differencesUnder(setting: Partial<Quirks>, pair: OperationPair, prepared: Prepared): Difference[] {
    const { quirks, agentOf } = this.#context;
    const names = this.#names;
    const changed = { freespinsFields: names, ...setting };
    const key = JSON.stringify(changed);
    const double = this.#doubles.get(key) ?? new Double(this.#context, { ...quirks, ...changed });
    this.#doubles.set(key, double);
    const answer = double.answer(pair, agentOf(pair.agentId ?? 0), prepared);
    return [...compareAnswers(pair, answer, wireNamesIn(names).answer)];
  }

  /** With the settings under which our platform does not show a difference: each value is tried, none is guessed. */
  #withSettings(found: readonly Difference[], pair: OperationPair, prepared: Prepared): readonly Difference[] {
    let told = found;
    for (const name of tried) {
      for (const value of quirks[name].values.filter((each) => each !== this.#context.quirks[name])) {
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

/** What is unlike in the recorded answer and in ours to the same request. `names`: of fields of answers. */
function* compareAnswers(
  pair: OperationPair,
  ours: RecordedAnswer,
  names: Quirks['freespinsFields'],
): Generator<Difference> {
  const { answer, answered } = pair;
  const here = jsonOf(ours.body);
  const [theirStatus, ourStatus] = [statusText(answer.status, answered), statusText(ours.status, here)];
  const isSameStatus = answer.status === ours.status;
  if (!isSameStatus) yield { kind: 'status', field: 'HTTP status', recorded: theirStatus, here: ourStatus };
  yield* findHeaderDifferences('answer', [answer.headers, ours.headers]);
  // A recording without bodies still has the status and the headers.
  if (answer.body === undefined || here === undefined) return;
  if (answered === undefined) yield { kind: 'type', field: 'the body', recorded: 'no JSON', here: 'object' };
  else if (isError(answered) === isError(here)) {
    const anyForm = new Set(freeFields.map((name) => names[name] ?? name));
    const fields = isError(here) ? errorEnvelope([textAt(here, 'error') as RefusalCode]) : successFields(pair, names);
    yield* findDifferences([[answered], [here]], { path: '', fields, anyForm });
  } else if (isSameStatus) {
    // A success beside an error has nothing else to be compared, and mostly the status says it.
    yield { kind: 'value', field: 'outcome', recorded: outcomeOf(answered), here: outcomeOf(here) };
  }
}

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
