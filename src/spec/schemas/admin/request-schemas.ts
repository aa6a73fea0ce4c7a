import { z } from 'zod';
import { fields } from '../../../formats/schema.ts';
import { controlSchemas } from './control-schemas.ts';
import { exchangeQuerySchema } from './exchange-query.ts';
import { orderSchemas } from './order-schemas.ts';

/** Everything that the admin API takes in, by name: bodies, and the queries of URLs. */
export const requestSchemas = {
  ...orderSchemas,
  ...controlSchemas,
  Nothing: z.strictObject({}),
  ExchangeQuery: exchangeQuerySchema,
  FileQuery: z.strictObject({
    file: fields.id.meta({ description: 'A file, as GET /scenarios lists it.' }),
  }),
  SinceQuery: z.strictObject({
    since: fields.id.meta({ description: 'Id of the run before.' }),
  }),
};

export type RequestName = keyof typeof requestSchemas;

/** What a checked request is. */
export type Checked<Name extends RequestName> = z.output<(typeof requestSchemas)[Name]>;
