import { block, bullets, code, prose, table } from '../report/markdown-parts.ts';
import { head, rowOf, rowsOf, type SchemaPart } from '../report/schema-rows.ts';
import type { openapiDocument } from './openapi-document.ts';
import { tags } from './route.ts';

type Schemas = Readonly<Record<string, SchemaPart>>;

/** What the page reads of an operation of the document. */
interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly required: boolean;
  readonly schema: SchemaPart;
}
type Content = Readonly<Record<string, { readonly schema: SchemaPart }>>;

interface Route extends Operation {
  readonly method: string;
  readonly path: string;
}

/** `docs/admin-api.md`, made of the OpenAPI document of the admin API. */
export const renderAdminApi = (document: ReturnType<typeof openapiDocument>): string => {
  const schemas = document.components.schemas as unknown as Schemas;
  const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Route => ({
        ...(operation as Operation),
        method: method.toUpperCase(),
        path,
      }),
    ),
  );
  const chapters = Object.entries(tags).flatMap(([tag, about]) => [
    `## ${titles[tag as keyof typeof tags]}`,
    prose(about),
    ...routes.filter((route) => route.tags.includes(tag)).flatMap((route) => routeSection(route, schemas)),
  ]);
  return `${[...opening(routes), ...whoMayCall, ...errorChapter(routes), ...chapters].join('\n\n')}\n`;
};

const titles: Readonly<Record<keyof typeof tags, string>> = {
  platform: 'The platform',
  findings: 'Findings',
  traffic: 'Exchanges and callbacks by hand',
  play: 'Players, sessions and free spins',
  controls: 'Faults and the clock',
  agents: 'Agents',
  conformance: 'Runs and scenarios',
};

const opening = (routes: readonly Route[]): string[] => [
  '# Admin API: the reference',
  'Everything that the [dashboard](dashboard.md) does goes through the admin API of `walletproof serve`, so a script or a test in any language can do the same. It is JSON over HTTP below `/__admin`. Money is decimal text, and times are ISO 8601 or milliseconds.',
  'Generated from the OpenAPI document that a running platform gives at `/__admin/openapi.json`, which has every field of every answer too. Tests of walletproof run the examples. They share these two lines; `$ID` and other names in capitals stand for your own values:',
  block('bash', "A=http://127.0.0.1:4600/__admin\nJ='Content-Type: application/json'"),
  table(
    ['route', 'what it does'],
    routes.map((route) => [`[${code(titleOf(route))}](#${anchorOf(route)})`, route.summary]),
  ),
];

const whoMayCall = [
  '## Who may call it',
  bullets([
    '**Scripts and browsers on the machine of `serve`**, under a loopback name such as `127.0.0.1` or `localhost`: no token is needed.',
    '**Anybody else**, which means other machines, requests through a proxy, and names of `admin.hosts`: with the token of `admin.token`, as the header `Authorization: Bearer TOKEN`, or as the cookie that `POST /login` gives. `health` is no exception.',
    '**Without `admin.token` in the configuration**, other machines are refused, and so are requests through a proxy, unless the headers of the proxy name addresses of this machine only, as those of a development server do.',
    '**Under other Host names** nobody is answered: `403 host_not_allowed`. `admin.hosts` adds names.',
    '**Pages of other sites** can neither change anything nor listen to events: `403 origin_not_allowed`. There are no CORS headers, and no page can show the dashboard in a frame.',
  ]),
  block(
    'yaml',
    'admin:\n  hosts: [walletproof.internal]\n  token: $' + '{WALLETPROOF_ADMIN_TOKEN}   # 16 characters at least',
  ),
  'An address may send five wrong tokens without a delay. After each further one it must wait, first a second, then twice as long each time. After the tenth wrong token the address is locked: the answer is `429` with `Retry-After`, even to the right token. All addresses together may send 45. One wrong token of an address is forgotten every 15 minutes. Clients that are logged in stay logged in. Behind a proxy, all clients count as one address.',
  'The API never shows the token of an agent, except a new one, once, to the client that asked for it.',
];

/** What most routes answer alike; 404 is told with its route. */
const errorChapter = (routes: readonly Route[]): string[] => {
  const texts = new Map<string, Set<string>>();
  for (const { responses } of routes) {
    for (const [status, { description }] of Object.entries(responses)) {
      if (status < '400' || status === '404') continue;
      texts.set(status, (texts.get(status) ?? new Set()).add(description));
    }
  }
  return [
    '## Errors',
    'Every error is `{"error": "code", "message": "what failed", "remedy": "what to do"}`.',
    table(
      ['status', 'when'],
      [...texts]
        .toSorted(([one], [other]) => Number(one) - Number(other))
        .map(([status, sentences]) => [status, [...sentences].map(prose).join(' Or: ')]),
    ),
  ];
};

const titleOf = ({ method, path }: Route): string => `${method} ${path}`;

/** As GitHub makes it of the heading. */
const anchorOf = (route: Route): string =>
  titleOf(route)
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-');

const routeSection = (route: Route, schemas: Schemas): string[] => {
  const { parameters = [], requestBody } = route;
  const body = resolved(requestBody?.content['application/json']?.schema, schemas);
  const rows = [
    ...parameters.map(({ name, schema, required, description }) =>
      rowOf(name, { ...resolved(schema, schemas), description }, required),
    ),
    ...rowsOf(body ?? {}),
  ];
  return [
    `### ${titleOf(route)}`,
    `**${route.summary}.** ${prose(route.description)}`,
    ...(rows.length === 0 ? [] : [table(head, rows)]),
    bullets(answersOf(route, schemas)),
    block('bash', curlOf(route, body)),
  ];
};

const answersOf = ({ responses }: Route, schemas: Schemas): string[] =>
  Object.entries(responses)
    .filter(([status]) => status < '300' || status === '404')
    .map(([status, { description, content }]) => {
      const schema = resolved(content?.['application/json']?.schema, schemas);
      return `${code(status)}: ${prose(description)}${status === '404' ? '' : fieldsText(schema)}`;
    });

const fieldsText = (schema: SchemaPart | undefined): string => {
  const { properties } = schema?.items ?? schema ?? {};
  const names = Object.keys(properties ?? {}).map(code);
  if (names.length === 0) return '';
  return ` ${schema?.items === undefined ? 'Fields' : 'A list; fields'}: ${names.join(', ')}.`;
};

/** A command that asks for it; `$ID` stands for a value of the reader's own. */
const curlOf = ({ method, path, parameters = [], responses }: Route, body?: SchemaPart): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`);
  const query = parameters.flatMap(queryOf).join('&');
  const url = `$A${filled}${query === '' ? '' : `?${query}`}`;
  const isStream = responses['200']?.content?.['text/event-stream'] !== undefined;
  return [
    `curl -s${isStream ? 'N' : ''}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    /[?&]/.test(url) ? `"${url}"` : url,
    ...(body === undefined ? [] : [`-H "$J" -d '${JSON.stringify(body.examples?.[0] ?? {})}'`]),
  ].join(' ');
};

/** What must be given, and what has an example. */
const queryOf = ({ in: place, name, required, schema }: Parameter): string[] => {
  if (place !== 'query') return [];
  const [example] = schema.examples ?? [];
  if (example !== undefined) return [`${name}=${String(example)}`];
  return required ? [`${name}=$${name.toUpperCase()}`] : [];
};

/** A schema with the components that it refers to in their places. */
const resolved = (part: SchemaPart | undefined, schemas: Schemas): SchemaPart | undefined => {
  if (part === undefined) return undefined;
  const { $ref, ...own } = part;
  const meant = { ...schemas[$ref?.split('/').at(-1) ?? ''], ...own };
  const inner = (each: SchemaPart): SchemaPart => resolved(each, schemas) ?? {};
  const { properties, items, anyOf } = meant;
  return {
    ...meant,
    ...(items === undefined ? {} : { items: inner(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(inner) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, inner(each)])),
        }),
  };
};
