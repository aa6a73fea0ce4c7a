/** A closed list of the specification, or of ours: what each name means. */
type ClosedList<Name extends string, Meaning> = Readonly<Record<Name, Meaning>>;

/** The names of a list, in its order. */
export const namesOf = <Name extends string>(list: ClosedList<Name, unknown>): readonly Name[] =>
  Object.keys(list) as Name[];

/** The whole list in a line: `exact: the same bytes; resigned: a new request_id`. */
export const meaningsOf = (list: ClosedList<string, string | { readonly meaning: string }>, separator = '; '): string =>
  Object.entries(list)
    .map(([name, said]) => `${name}: ${typeof said === 'string' ? said : said.meaning}`)
    .join(separator);
