import { freespinsFields, inAnswersAlone } from './operation-answers.ts';
import type { Quirks } from './quirks.ts';

type Names = Quirks['freespinsFields'];

/** What our fields are called in requests and in answers; those that keep their names are not in it. */
export interface WireNames {
  readonly request: Names;
  readonly answer: Names;
}

/** The setting `freespinsFields` for each direction: `answer.status` is for answers alone. */
export const wireNamesIn = (names: Names): WireNames => ({
  request: chosen(freespinsFields.request, (name) => names[name]),
  answer: chosen(freespinsFields.answer, (name) => names[inAnswersAlone(name)] ?? names[name]),
});

const chosen = (fields: readonly string[], nameOf: (field: string) => string | undefined): Names => {
  const entries = fields.flatMap((field) => {
    const name = nameOf(field);
    return name === undefined ? [] : [[field, name] as const];
  });
  return Object.fromEntries(entries);
};
