/** The parts of undici that a load sends with; its index loads fetch, caches and mocks as well. */

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';

  export = Client;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';

  export = buildConnector;
}

declare module 'undici/lib/core/symbols.js' {
  const symbols: { readonly kParser: unique symbol };

  export = symbols;
}
