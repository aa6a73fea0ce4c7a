export interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly journal: string;
  readonly explain?: true;
  readonly scenarios: string;
  readonly exampleAgent?: true;
  readonly defect?: string;
  readonly variant?: string;
}

export interface TriggerFlags {
  readonly bet?: string;
  readonly win?: string;
  readonly transaction?: string;
  readonly currency?: string;
}

export interface SignFlags {
  readonly token?: string;
  readonly dialect: string;
  readonly stamp?: true;
  readonly curl?: string;
  readonly canonical?: true;
  readonly json?: true;
}

export interface ExplainFlags {
  readonly signature?: string;
  readonly token?: string;
  readonly direction?: 'request' | 'callback';
  readonly json?: true;
  readonly color: boolean;
}
