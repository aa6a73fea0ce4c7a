import { createServer, type Server } from 'node:http';
import type { AdminEvent } from '../../src/api/schemas/admin-event.ts';
import { findingsView } from '../../src/serve/admin/findings.ts';
import { grantPack, listPacks, removePack } from '../../src/serve/admin/packs.ts';
import { setupOf } from '../../src/serve/admin/platform.ts';
import { closeSession, launch, listSessions } from '../../src/serve/admin/sessions.ts';
import { beginAnew, type Context, listenTo, openContext } from '../../src/serve/context.ts';
import { listen } from '../../src/serve/listen.ts';
import { openRecorder } from '../../src/serve/open-recorder.ts';
import { mountPages } from '../../src/serve/open-server.ts';
import { recordSession } from '../../src/serve/record-session.ts';
import { clockView } from '../../src/serve/views.ts';
import { openWallet } from './open-wallet.ts';
import { serverOptions, type TestOptions } from './server-options.ts';

export const games = [
  { id: 101, title: 'Lanterns', brand: 'North', image_url: 'https://g.example/1.png', demo: true },
  { id: 103, title: 'Rush', brand: 'North', image_url: 'https://g.example/3.png', demo: false },
  { id: 104, title: 'Orbit', brand: 'North', image_url: 'https://g.example/4.png', demo: true },
];

/** What serve wires, without its HTTP server, before an agent with a right wallet. */
export const openWired = async (more: TestOptions = {}) => {
  const wallet = await openWallet();
  const options = serverOptions({ games, callbackUrl: () => wallet.url, ...more });
  const { configuration } = options;
  const recorder = await openRecorder({
    file: options.journalFile,
    keeping: 'state',
    ...configuration.journal,
    secrets: options.agents.secrets,
  });
  const context = await openContext(options, recorder, () => 'http://127.0.0.1:4600');
  const pages = mountPages(context);
  const servers: Server[] = [];
  /** Listens with the platform's own requests, at the URL given back. */
  const serve = async (): Promise<string> => {
    const server = createServer(context.platform.app);
    servers.push(server);
    return await listen(server, { host: '127.0.0.1', port: 0 });
  };
  const close = async (): Promise<void> => {
    for (const server of servers) server.closeAllConnections();
    for (const server of servers) server.close();
    await pages.close();
    await recorder.close();
    await wallet.close();
  };
  const { runHost, sendCallback, platform, connections, closing } = context;
  return {
    options,
    wallet,
    context,
    recorder,
    platform,
    connections,
    admin: adminOf(context),
    runHost,
    sendCallback,
    interrupt: () => closing.abort(),
    serve,
    close,
    listen: heard(context),
  };
};

/** What the admin API does, without its HTTP. */
const adminOf = (context: Context) => {
  const { recorder, journal, accounts, hand, faults, clock, runs } = context;
  return {
    setup: () => setupOf(context),
    journal: { ...recorder.journal, ...journal },
    accounts: accounts.statements,
    findings: { view: async () => await findingsView(context) },
    sessions: {
      list: () => listSessions(context),
      launch: (order: Parameters<typeof launch>[1]) => launch(context, order),
      close: (id: string) => closeSession(context, id),
    },
    callbacks: hand,
    ...{ faults, runs },
    clock: {
      view: () => clockView(clock),
      ...{ freeze: clock.freeze, set: clock.set, advance: clock.advance, shift: clock.shift },
    },
    packs: {
      list: () => listPacks(context),
      grant: (order: Parameters<typeof grantPack>[1]) => grantPack(context, order),
      remove: (id: string) => removePack(context, id),
    },
    scenarios: {
      record: async (order: Parameters<typeof recordSession>[1]) => await recordSession(context, order),
    },
    reset: () => beginAnew(context),
  };
};

export type OpenWired = Awaited<ReturnType<typeof openWired>>;

/** The exchange of that id, which must be there. */
export const rowOf = async ({ admin }: Pick<OpenWired, 'admin'>, id = '') => {
  const row = await admin.journal.row(id);
  if (row === undefined) throw new Error(`There is no exchange ${id}.`);
  return row;
};

/** Gathers events from now on; `until` waits for one. */
const heard = (context: Context) => () => {
  const events: AdminEvent[] = [];
  const waiting = new Set<() => void>();
  const end = listenTo(context, (event) => {
    events.push(event);
    for (const look of waiting) look();
  });
  const until = async (isMeant: (event: AdminEvent) => boolean): Promise<void> =>
    await new Promise((resolve) => {
      const look = (): void => {
        if (!events.some(isMeant)) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { events, until, end };
};
