/** A header as it was written. */
export interface RecordedHeader {
  readonly name: string;
  readonly value: string;
}

export interface RecordedMessage {
  readonly headers: readonly RecordedHeader[];
  /** Undefined where the recording does not have it. */
  readonly body: Uint8Array | undefined;
}

export interface RecordedRequest extends RecordedMessage {
  readonly method: string;
  readonly url: string;
}

export interface RecordedAnswer extends RecordedMessage {
  readonly status: number;
}

/** A request and its answer, as somebody else recorded them. */
export interface Recorded {
  /** Where it is in the recording: `entry 12`, the name of a file, the id of an exchange. */
  readonly place: string;
  readonly request: RecordedRequest;
  /** Undefined where none came, or none was recorded. */
  readonly answer: RecordedAnswer | undefined;
  /** Unix milliseconds, where they are known. */
  readonly startedAt: number | undefined;
  readonly durationMs: number | undefined;
}

/** The value of a header, whatever the case of its name. */
export const headerOf = (headers: readonly RecordedHeader[], wanted: string): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())?.value;
