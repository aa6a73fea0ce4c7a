import type { JsonSchema } from '../../spec/schemas/admin/admin-json-schemas.ts';
import type { RouteAnswer, RouteFacts } from '../api/route.ts';
import { errorsOf } from './errors-of.ts';

/** The OpenAPI operation of a route. */
export const describeRoute = (route: RouteFacts, schemas: Readonly<Record<string, JsonSchema>>) => {
  const { name, tag, summary, description, body, answer } = route;
  const parameters = [...pathParameters(route), ...queryParameters(route, schemas)];
  return {
    operationId: name,
    tags: [tag],
    summary,
    description,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: requestBody(body, schemas) }),
    responses: { [answer.status]: success(answer), ...errorsOf(route) },
  };
};

const pathParameters = ({ params = {} }: RouteFacts) =>
  Object.entries(params).map(([name, description]) => ({
    ...{ name, in: 'path', required: true, description },
    schema: { type: 'string' },
  }));

const queryParameters = ({ query }: RouteFacts, schemas: Readonly<Record<string, JsonSchema>>) => {
  const { properties = {}, required = [] } = (schemas[query ?? ''] ?? {}) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: 'query', description, schema },
    // What has a default is in every checked query, and in no request that must be.
    required: required.includes(name) && !('default' in schema),
  }));
};

const requestBody = (name: string, schemas: Readonly<Record<string, JsonSchema>>) => ({
  ...{ required: isNeeded(schemas[name]), description: String(schemas[name]?.['description']) },
  content: { 'application/json': { schema: reference(name) } },
});

const isNeeded = (schema: JsonSchema | undefined): boolean => {
  const { required = [] } = (schema ?? {}) as { readonly required?: readonly string[] };
  return required.length > 0;
};

const success = ({ description, schema, mediaType }: RouteAnswer) => {
  if (mediaType !== undefined) {
    return { description, content: { [mediaType]: { schema: { type: 'string' } } } };
  }
  if (schema === undefined) return { description };
  return { description, content: { 'application/json': { schema: reference(schema) } } };
};

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
