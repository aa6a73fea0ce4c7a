import { isMap, isSeq, parseDocument } from 'yaml';
import type { QuirkName, Quirks } from '../spec/quirks.ts';

/** A line of the configuration that is to be another. */
export type ConfigurationChange =
  | { readonly kind: 'quirk'; readonly name: QuirkName; readonly value: Quirks[QuirkName] }
  | { readonly kind: 'dialect'; readonly agentId: number; readonly dialect: string };

/**
 * The text of a configuration with the changes made; everything else, comments too, stays as it stands.
 * An empty text gives the lines alone.
 */
export const editConfiguration = (text: string, changes: readonly ConfigurationChange[]): string => {
  const document = parseDocument(text);
  if (document.contents === null) document.contents = document.createNode({}) as never;
  for (const change of changes) {
    if (change.kind === 'dialect') setDialect(document, change);
    else document.setIn(['quirks', change.name], flow(document, change.value));
  }
  return document.toString({ lineWidth: 0 });
};

type ParsedDocument = ReturnType<typeof parseDocument>;

/** Lists and maps of settings are short: each in its line. */
const flow = (document: ParsedDocument, value: unknown): unknown => document.createNode(value, { flow: true });

const setDialect = (
  document: ParsedDocument,
  { agentId, dialect }: Extract<ConfigurationChange, { kind: 'dialect' }>,
): void => {
  const agents = document.get('agents');
  const items = isSeq(agents) ? agents.items : [];
  const index = items.findIndex((item) => isMap(item) && item.get('id') === agentId);
  if (index >= 0) document.setIn(['agents', index, 'dialect'], dialect);
  else if (isSeq(agents)) agents.add(document.createNode({ id: agentId, dialect }));
  else document.set('agents', document.createNode([{ id: agentId, dialect }]));
};
