import { Ajv2020 } from 'ajv/dist/2020.js';

interface Content {
  readonly schema?: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/**
 * The examples of an OpenAPI document that its own schemas refuse, each as rule, message and pointer; a field that no
 * schema names is refused, too. `npm run check` holds the document itself against Redocly's strictest rules.
 */
export const lintDocument = async (
  source: unknown,
): Promise<(readonly [rule: string, message: string, pointer: string])[]> => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const document = JSON.parse(JSON.stringify(source)) as object;
  ajv.addSchema({ ...document, $id: 'document:' });
  const complaints: (readonly [string, string, string])[] = [];
  const judge = ({ schema, examples }: Content, pointer: string): void => {
    if (schema === undefined || examples === undefined) return;
    const isClosed = ['$ref', 'properties', 'allOf', 'anyOf', 'oneOf'].some((key) => key in schema);
    const rules = { $ref: `document:#${pointer}/schema`, ...(isClosed ? { unevaluatedProperties: false } : {}) };
    const isRight = ajv.compile(rules);
    for (const [name, { value }] of Object.entries(examples)) {
      if (isRight(value)) continue;
      complaints.push([
        'no-invalid-media-type-examples',
        ajv.errorsText(isRight.errors),
        `${pointer}/examples/${name}`,
      ]);
    }
  };
  const visit = (node: unknown, pointer: string): void => {
    if (typeof node !== 'object' || node === null) return;
    judge(node as Content, pointer);
    for (const [key, child] of Object.entries(node)) {
      if (key === 'examples') continue;
      visit(child, `${pointer}/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`);
    }
  };
  visit(document, '');
  return complaints;
};
