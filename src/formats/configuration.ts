import { z } from 'zod';
import { writtenHostName } from '../spec/host-name.ts';
import { otherSettings } from '../spec/settings.ts';
import { defaultConfiguration, deliveries } from './default-configuration.ts';
import { suggest } from './document/closest-word.ts';
import type { Hints } from './document/explain.ts';
import { type Complaint, problemOf, twinComplaints } from './document/locate.ts';
import { checkSource, failOn } from './document/parse-document.ts';
import type { Path } from './document/problem.ts';
import { readSource } from './document/read-source.ts';
import { quirkShape } from './quirks.ts';
import { fields, jsonSchemaOf, type Made } from './schema.ts';

export interface ConfigurationText {
  readonly text: string;
  /** How errors name the file. */
  readonly file: string;
  /** What `${NAME}` reads. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of dialects; they are not checked when left out. */
  readonly knownDialects?: readonly string[];
  /** A token that was given otherwise: errors do not show it. */
  readonly token?: string | undefined;
}

/** A configuration from its YAML. Throws a WalletproofError that points at whatever is wrong. */
export const parseConfiguration = ({
  text,
  file,
  env,
  knownDialects,
  token = '',
}: ConfigurationText): Configuration => {
  const expects = '`agents:`, `games:`, `callbacks:` or `quirks:`';
  const secrets = [token, env['WALLETPROOF_TOKEN'] ?? ''];
  const source = readSource({ text, file, code: 'configuration', expects, secrets });
  const { value, complaints } = expandEnvironment(source.value, env);
  failOn(
    source,
    complaints.map((complaint) => problemOf(source, complaint)),
  );
  const check = (configuration: Configuration, lineOf: (path: Path) => number) =>
    checkConfiguration(configuration, lineOf, knownDialects);
  return checkSource(source, { schema: configurationSchema, hints: configurationHints, check }, value);
};

const text = z.string().min(1);

const httpUrl = z.url({ protocol: /^https?$/, error: 'expected an http or https URL' });

const quirksSchema = z.strictObject(quirkShape);

/** A player as the platform knows one. */
const playerSchema = z
  .strictObject({
    id: text.meta({ description: "The player's id in the agent's system." }),
    username: text.optional().meta({ description: 'Display name; the id when left out.' }),
    currencies: z
      .array(text)
      .min(1)
      .default(['USD'])
      .meta({ description: 'Currencies of the player; the first one is the main one.' }),
    language: text.default('en').meta({ description: 'Language of the game.' }),
  })
  .transform((player) => ({ ...player, username: player.username ?? player.id }));

export type PlayerConfiguration = Made<typeof playerSchema>;

const certificates = text.meta({
  description: 'A PEM file: the certificate of the agent, or of its authority.',
});

const agentSchema = z.strictObject({
  id: z.int().min(0).meta({ description: 'The agent_id of the agent.' }),
  token: text.optional().meta({
    description:
      'The API token, the key of both signatures. Without one, requests are refused with api_token_not_found.',
  }),
  callbackUrl: httpUrl.optional().meta({ description: 'Where callbacks are sent.' }),
  dialect: text.optional().meta({ description: 'The dialect that callbacks to this agent are signed in.' }),
  ca: certificates.optional(),
  keepsData: z.boolean().optional().meta({
    description: 'The agent keeps its data between runs, so it must know what earlier runs sent.',
  }),
  unavailableGames: z.array(z.int()).default([]).meta({ description: 'Ids of games that this agent cannot offer.' }),
  players: z.array(playerSchema).default([]).meta({ description: 'The players of the agent.' }),
});

export type AgentConfiguration = Made<typeof agentSchema>;

/** An HTTP request that makes the agent ask the platform for a launch link. */
const launchSchema = z.strictObject({
  method: z
    .string()
    .regex(/^[A-Z]+$/, { error: 'expected a method, such as POST' })
    .default('POST')
    .meta({ description: 'The HTTP method.' }),
  url: httpUrl.meta({ description: 'Where the request is sent.' }),
  body: z.unknown().optional().meta({
    description:
      'Any JSON. `{player_id}`, `{player_username}`, `{game_id}`, `{currency}` and `{language}` in its texts are replaced.',
  }),
});

export type LaunchHook = Made<typeof launchSchema>;

/** What a run may ask of the surroundings of the agent. */
const hooksSchema = z.strictObject({
  restart: text.optional().meta({ description: 'A shell command that restarts the agent.' }),
  kill: text.optional().meta({
    description: 'A shell command that kills the agent at once, without letting it end its work, and starts it again.',
  }),
  launch: launchSchema
    .optional()
    .meta({ description: 'A request that makes the agent ask the platform for a launch link.' }),
});

const hostName = z.string().refine((written) => writtenHostName(written) !== undefined, {
  error: 'expected a host name or an IP address, without a port, such as play.example.com',
});

/** Who may use the dashboard and its API from elsewhere than this machine. */
const adminSchema = z.strictObject({
  hosts: z.array(hostName).default([]).meta({
    description: 'Host names under which the dashboard and the admin API answer, besides loopback names.',
  }),
  token: z.string().min(16, { error: 'expected 16 characters at least' }).optional().meta({
    description:
      'The token that browsers and scripts must send from other machines, and through a proxy on this one. When it is left out, they are refused.',
  }),
});

export type AdminAccess = Made<typeof adminSchema>;

const { callbacks, journal } = defaultConfiguration;

const unitBytes: Readonly<Record<string, number>> = { KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** How a size is written: a number and KiB, MiB or GiB. */
const sizePattern = /^(\d+(?:\.\d+)?)(KiB|MiB|GiB)$/;

const sizeOf = (text: string): number => {
  const [, amount, unit = ''] = sizePattern.exec(text) ?? [];
  return Math.round(Number(amount) * (unitBytes[unit] ?? 1));
};

const leastBytes = 1024 * 1024;

const sizeError = 'expected a number of bytes, or text such as 512MiB';

const size = z
  .union(
    [
      z.int({ error: sizeError }),
      z.string({ error: sizeError }).regex(sizePattern, { error: sizeError }).transform(sizeOf),
    ],
    { error: sizeError },
  )
  .refine((bytes) => bytes >= leastBytes, { error: 'expected 1MiB at least' });

const mostDecimals = 18;

/** walletproof.config.yaml as a user writes it; parsing fills the defaults in. */
const configurationSchema = z.strictObject({
  agents: z
    .array(agentSchema)
    .min(1)
    .default(() => structuredClone(defaultConfiguration.agents) as never)
    .meta({
      description: 'The agents that the platform knows. The first one is tested.',
    }),
  games: text.optional().meta({ description: 'A JSON file with a list of games; the built-in games when left out.' }),
  hooks: hooksSchema.prefault({}).meta({
    description: 'How a run restarts the agent, and how it makes the agent open a game.',
  }),
  callbacks: z
    .strictObject({
      timeout: fields.span.default(callbacks.timeout).meta({
        description: `${otherSettings['callbacks.timeout'].description} A number and ms, s, m or h.`,
      }),
      delivery: z
        .enum(deliveries)
        .default(callbacks.delivery)
        .meta({ description: otherSettings['callbacks.delivery'].description }),
      ca: certificates.optional(),
    })
    .prefault({})
    .meta({ description: 'How callbacks are sent.' }),
  journal: z
    .strictObject({
      maxExchanges: z
        .int()
        .min(100)
        .default(journal.maxExchanges)
        .meta({ description: 'How many exchanges the journal keeps, 100 at least.' }),
      maxBytes: size.default(journal.maxBytes).meta({
        description: `How large the journal may become: bytes, or text such as 64MiB, 1MiB at least; ${journal.maxBytes / leastBytes}MiB when left out.`,
      }),
    })
    .prefault({})
    .meta({ description: 'The record of every exchange, and how much of it is kept.' }),
  admin: adminSchema
    .prefault({})
    .meta({ description: 'Who may use the dashboard and the admin API from other machines.' }),
  hosts: z.array(hostName).optional().meta({
    description:
      'Host names under which agents and players may reach the platform, besides loopback names, admin.hosts and the host of --public-url; any name when left out.',
  }),
  currencyScales: z
    .record(text, z.int().min(0).max(mostDecimals))
    .default({})
    .meta({
      description: `${otherSettings.currencyScales.description} When left out: ${otherSettings.currencyScales.byDefault}.`,
    }),
  quirks: quirksSchema.prefault({} as never).meta({ description: 'Settings for what the specification leaves open.' }),
});

/** walletproof.config.yaml with every default filled in. Durations are text, such as `5s`. */
export type Configuration = Made<typeof configurationSchema>;

const configurationHints: Hints = {
  instead: {
    keys: ['scenario', 'steps'],
    message: 'this is a scenario, and a configuration is expected here',
    remedy: 'give its file another name than *.config.yaml, and run it with test or play',
  },
  key: ({ key, path, known }) => {
    if (path[0] !== 'quirks' || path.length !== 2) return undefined;
    const remedy = suggest(key, known, '`walletproof list quirks` names all there are');
    return { message: `there is no setting \`${key}\``, remedy };
  },
};

/** What a schema cannot see: ids given twice, unknown dialects. */
function* checkConfiguration(
  { agents, quirks }: Configuration,
  lineOf: (path: Path) => number,
  knownDialects: readonly string[] | undefined,
): Generator<Complaint> {
  yield* twinComplaints(agents, { path: ['agents'], noun: 'agent', lineOf });
  for (const [index, { players, dialect }] of agents.entries()) {
    const path = ['agents', index];
    yield* twinComplaints(players, { path: [...path, 'players'], noun: 'player of this agent', lineOf });
    if (dialect !== undefined) yield* checkDialect(dialect, [...path, 'dialect'], knownDialects);
  }
  for (const [index, dialect] of quirks.accept.entries()) {
    yield* checkDialect(dialect, ['quirks', 'accept', index], knownDialects && ['any', ...knownDialects]);
  }
}

function* checkDialect(dialect: string, path: Path, known: readonly string[] = [dialect]): Generator<Complaint> {
  if (known.includes(dialect)) return;
  yield { path, message: 'there is no dialect `{value}`', remedy: suggest(dialect, known) };
}

type Environment = Readonly<Record<string, string | undefined>>;

const reference = /\$\$\{|\$\{([A-Za-z_]\w*)\}|\$\{[^}]*\}?/g;

/** A value with `${NAME}` in its texts replaced; `$${` stands for `${`. Complains of unset names. */
const expandEnvironment = (written: unknown, env: Environment) => {
  const complaints: Complaint[] = [];
  const expand = (text: string, path: Path): string =>
    text.replaceAll(reference, (whole: string, name: string | undefined) => {
      const value = name === undefined ? undefined : env[name];
      if (whole === '$${' || value !== undefined) return value ?? '${';
      // The text may be a secret: it is not repeated here.
      const [message, remedy] =
        name === undefined
          ? [
              'this `${` names no environment variable',
              'a name has letters, digits and `_`; `$${` stands for `${` itself',
            ]
          : [`the environment variable ${name} is not set`, `set ${name}, or write \`$\${\` for \`\${\` itself`];
      complaints.push({ path, at: { part: whole }, message, remedy });
      return '';
    });
  const expandAll = (value: unknown, path: Path): unknown => {
    if (typeof value === 'string') return expand(value, path);
    if (Array.isArray(value)) return value.map((item, index) => expandAll(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, expandAll(inner, [...path, key])]));
  };
  return { value: expandAll(written, []), complaints };
};

/** The JSON Schema of walletproof.config.yaml, for editors. */
export const configurationJsonSchema = (): Readonly<Record<string, unknown>> =>
  jsonSchemaOf(configurationSchema, {
    title: 'walletproof configuration',
    description: `Every key can be left out. \${NAME} inside text reads the environment.`,
  });
