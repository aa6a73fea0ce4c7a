export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly journal: string;
}

export interface TriggerOptions {
  readonly bet?: string;
  readonly win?: string;
  readonly transaction?: string;
  readonly currency?: string;
}

export interface SignOptions {
  readonly token?: string;
  readonly dialect: string;
  readonly stamp?: true;
  readonly curl?: string;
  readonly json?: true;
}
